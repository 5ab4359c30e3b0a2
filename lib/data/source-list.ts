/** Lists of sources, by way of their index entries. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../errors.ts';
import { termOfQuery, termsOf } from './index-terms.ts';
import {
  deleteSeenEntry,
  type IndexEntry,
  parseEntry,
  parseSource,
  queryTerm,
  sourceKey,
} from './source-items.ts';
import type { SourcePage, SourceRecord } from './source-record.ts';
import type { TableAccess } from './table-access.ts';

export interface ListRequest {
  readonly from: number;
  readonly size: number;
  /** A whole tag; all sources when absent or blank. */
  readonly query?: string;
}

export interface ListContext {
  readonly table: TableAccess;
  readonly tableName: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How far `from` and `size` reach, and up to where `total` is exact. */
const maxDepth = 10_000;

/** No function runs longer than the gateway waits (30 s): an older entry is not that of a running write. */
const maxWriteMs = 60_000;

/** AWS refuses a longer partition key, in a question too: nothing can be stored under it. */
const maxTermBytes = 2048;

/** Where a walk through the entries of a term stands. */
interface Walk {
  readonly term: string;
  after: Record<string, AttributeValue> | undefined;
  isAtEnd: boolean;
}

/** @throws ServiceError invalid_request when `from + size` is over 10,000. */
export async function listSources(
  context: ListContext,
  { from, size, query }: ListRequest,
): Promise<SourcePage> {
  if (from + size > maxDepth) throw tooDeep(from, size);
  const term = termOfQuery(query);
  const walk: Walk = { term, after: undefined, isAtEnd: Buffer.byteLength(term) > maxTermBytes };
  const skipped = await count(context, walk, from);
  const hits = await collect(context, walk, size);
  const known = skipped + hits.length;
  // One more than is counted exactly tells whether there is one more.
  const total = known + (await count(context, walk, maxDepth + 1 - known));
  return {
    from,
    size: hits.length,
    total: Math.min(total, maxDepth),
    total_relation: total > maxDepth ? 'gte' : 'eq',
    hits,
  };
}

function tooDeep(from: number, size: number): ServiceError {
  const message = `must be at most ${maxDepth} together with size`;
  const detail = `from + size is ${from + size}; lists reach ${maxDepth} deep.`;
  const errors = [{ in: 'query', name: 'from', code: 'maximum', message }];
  return new ServiceError('invalid_request', detail, { members: { errors } });
}

/** Goes on by `limit` entries, or to the end; returns by how many. */
async function count(context: ListContext, walk: Walk, limit: number): Promise<number> {
  let counted = 0;
  while (counted < limit && !walk.isAtEnd)
    counted += (await step(context, walk, limit - counted, 'COUNT')).count;
  return counted;
}

/** The next `size` sources. An entry of a source that is not, or no longer, listed here is passed over. */
async function collect(context: ListContext, walk: Walk, size: number): Promise<SourceRecord[]> {
  const hits: SourceRecord[] = [];
  while (hits.length < size && !walk.isAtEnd) {
    const { entries } = await step(context, walk, size - hits.length, 'ALL_ATTRIBUTES');
    hits.push(...(await verify(context, walk.term, entries)));
  }
  return hits;
}

async function step(
  { table, tableName }: ListContext,
  walk: Walk,
  limit: number,
  select: 'COUNT' | 'ALL_ATTRIBUTES',
) {
  const output = await table.query(queryTerm(tableName, walk.term, { limit, after: walk.after, select }));
  walk.after = output.LastEvaluatedKey;
  walk.isAtEnd = walk.after === undefined;
  return { count: output.Count ?? 0, entries: (output.Items ?? []).map(parseEntry) };
}

async function verify(
  context: ListContext,
  term: string,
  entries: readonly IndexEntry[],
): Promise<SourceRecord[]> {
  const items = await context.table.getAll(entries.map(({ id }) => sourceKey(id)));
  const records = new Map(items.map(parseSource).map((record) => [record._id, record]));
  const isListed = ({ id }: IndexEntry) => {
    const record = records.get(id);
    return record !== undefined && termsOf(record).includes(term);
  };
  await repair(
    context,
    entries.filter((entry) => !isListed(entry)),
  );
  return entries.filter(isListed).flatMap(({ id }) => records.get(id) ?? []);
}

/** A write that did not finish can leave an entry too many; whoever meets an old one takes it away. */
async function repair(
  { table, tableName, now }: ListContext,
  superfluous: readonly IndexEntry[],
): Promise<void> {
  const old = superfluous.filter(({ writtenAt }) => now() - writtenAt > maxWriteMs);
  await Promise.all(
    old.map((entry) => table.delete(deleteSeenEntry(tableName, entry)).catch(leaveToNextReader)),
  );
}

/** The list is right without the repair: a database that is busy does not fail it. */
function leaveToNextReader(error: unknown): void {
  if (!(error instanceof ServiceError && error.code === 'unavailable')) throw error;
}
