/**
 * Every candidate is checked on the source itself, so that nothing wrong is
 * ever shown; and who meets an entry that a crashed write has left takes it away.
 */

import { evaluate } from '../../domain/query/evaluate.ts';
import { sourceSchema } from '../../domain/query/source-schema.ts';
import type { Query } from '../../domain/query/syntax-tree.ts';
import { deleteSeenEntry, type IndexEntry, timeOfStamp } from '../source/index-entries.ts';
import { termsOf } from '../source/index-terms.ts';
import { parseStored, sourceKey } from '../source/source-items.ts';
import type { SourceRecord } from '../source/source-record.ts';
import { leaveToReaders, maxEntryMs } from '../source/source-writes.ts';
import type { TableAccess } from '../table-access.ts';
import type { Candidate } from './candidate-stream.ts';

export interface CheckContext {
  readonly table: TableAccess;
  readonly tableName: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly query: Query | undefined;
}

/** The sources among them that the query asks for, in the order of the candidates. */
export async function checkCandidates(
  context: CheckContext,
  candidates: readonly Candidate[],
  options: { readonly isConsistent: boolean },
): Promise<SourceRecord[]> {
  const items = await context.table.getAll(
    candidates.map(({ id }) => sourceKey(id)),
    options,
  );
  const records = new Map(
    items.flatMap((item) => parseStored(item).record ?? []).map((record) => [record._id, record]),
  );
  const isWanted = (entry: IndexEntry) => {
    const record = records.get(entry.id);
    return record !== undefined && termsOf(record).includes(entry.term);
  };
  if (options.isConsistent)
    await repair(
      context,
      candidates.flatMap(({ entries }) => entries).filter((entry) => !isWanted(entry)),
    );
  return candidates
    .flatMap(({ id }) => records.get(id) ?? [])
    .filter((record) => evaluate(context.query, record, sourceSchema));
}

async function repair(
  { table, tableName, now }: CheckContext,
  superfluous: readonly IndexEntry[],
): Promise<void> {
  const old = superfluous.filter(({ stamp }) => now() - timeOfStamp(stamp) > maxEntryMs);
  await Promise.all(
    old.map((entry) => table.delete(deleteSeenEntry(tableName, entry)).catch(leaveToReaders)),
  );
}
