/**
 * Every candidate is checked on the source itself, so that nothing wrong is
 * ever shown; and who meets an entry that a crashed write has left takes it away.
 */

import { parseStored, type Stored, sourceKey } from '../../sources/source-items.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import { sourceSchema } from '../../sources/source-schema.ts';
import { leaveToReaders, maxEntryMs } from '../../sources/source-writes.ts';
import type { TableAccess } from '../../store/table-access.ts';
import { deleteSeenEntry, type IndexEntry, timeOfStamp } from '../index/index-entries.ts';
import { termsOf } from '../index/index-terms.ts';
import { evaluate } from '../query/evaluate.ts';
import type { Query } from '../query/syntax-tree.ts';
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
  const found = new Map(items.map(parseStored).map((stored) => [stored.id, stored]));
  if (options.isConsistent)
    await repair(
      context,
      candidates.flatMap(({ entries }) => entries),
      found,
    );
  return candidates
    .flatMap(({ id }) => found.get(id)?.record ?? [])
    .filter((record) => evaluate(context.query, record, sourceSchema));
}

async function repair(
  { table, tableName, now }: CheckContext,
  entries: readonly IndexEntry[],
  found: ReadonlyMap<string, Stored>,
): Promise<void> {
  const left = entries.filter((entry) => {
    const { record, revision = 0 } = found.get(entry.id) ?? {};
    if (record && termsOf(record).includes(entry.term)) return false;
    // Who put it has lost, and whoever wants it from now on puts it anew; else it may be a running write's.
    return entry.revision <= revision || now() - timeOfStamp(entry.stamp) > maxEntryMs;
  });
  await Promise.all(
    left.map((entry) => table.delete(deleteSeenEntry(tableName, entry)).catch(leaveToReaders)),
  );
}
