/** Accessors of `#generated/aws.ts` for tables of the project's own, and for indexes. */

import '../../shared/rights/no-gets.ts';
import '../../shared/rights/no-updates.ts';
import { containerClient } from '../store/client.ts';
import type { IndexAccess } from '../store/index-reads.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { accessTable, type TableAccess } from '../store/table-access.ts';
import { resourceVariable } from './variables.ts';

export interface OwnTable {
  /** Throws as `resourceVariable` does. */
  readonly name: string;
  /** For the functions of `headwater/table`. The context of a handler has the time. */
  open(time: InvocationTime): TableAccess;
}

export interface TableIndex {
  /** For `IndexName` of the commands of the SDK. */
  readonly name: string;
  /** For `queryIndex` of `headwater/table`. */
  open(time: InvocationTime): IndexAccess;
}

export function ownTable(variable: string): OwnTable {
  return {
    get name() {
      return resourceVariable(variable);
    },
    open: (time) => accessTable(containerClient(), resourceVariable(variable), { time }),
  };
}

/** @param variable with the name of the table. */
export function namedIndex(name: string, variable: string): TableIndex {
  return {
    name,
    open: (time) => ({
      indexName: name,
      table: accessTable(containerClient(), resourceVariable(variable), { time }),
    }),
  };
}
