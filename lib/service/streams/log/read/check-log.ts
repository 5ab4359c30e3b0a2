/** Checks for `verify`: what the items of a log need, and what needs them. Each suspicion is read again, consistently. */

import type { CheckAccess, WrongItem } from 'headwater/config';
import { ownMember } from 'headwater/json';
import {
  getItem,
  getItems,
  type Item,
  isChecksum,
  isExpired,
  isNew,
  isPresent,
  type TableAccess,
  transact,
} from 'headwater/table';
import { parseFilter } from '../batch-filter.ts';
import { endOf, getBatch, parseBatch, partKey, positionOf, type StoredBatch } from '../batch-items.ts';
import { getFailures } from '../failure-items.ts';
import { headKey, isHead, type LogHead, parseHead, settledOf } from '../log-head.ts';
import type { LogName } from '../log-types.ts';
import { counterpartKey, parseRedelivery, redeliveryPartition } from '../redeliveries.ts';
import { SegmentWalk } from '../segment-walk.ts';

const daySeconds = 24 * 3_600;

/** What of a stream says how long its records stay. */
interface Kept {
  readonly created: string;
  readonly retention_days: number;
}

/** The head of a log, and the stream of it. */
interface CheckedLog {
  readonly log: LogName;
  readonly head: LogHead;
  readonly stream: Kept;
}

/** Undefined if there is no stream or no head: the check of the stream says that. */
async function readChecked(access: CheckAccess, log: LogName): Promise<CheckedLog | undefined> {
  const stream = await access.readDocument({ type: 'stream', owner: log.owner, id: log.stream });
  if (stream === undefined || stream === 'unknown') return undefined;
  const item = await getItem(access.table, { Key: headKey(log), ConsistentRead: true });
  // Only streams have such a name.
  return isHead(item) ? { log, head: parseHead(item), stream: stream as Kept } : undefined;
}

/** The batch ends before the next position, another follows, and its parts and the pointer to its failures are there. */
export async function checkBatch(
  access: CheckAccess,
  log: LogName,
  item: Item,
): Promise<readonly WrongItem[]> {
  const batch = parseBatch(item);
  const checked = batch && !isExpired(item, access.now()) ? await readChecked(access, log) : undefined;
  if (!batch || !checked) return [];
  return [
    ...(await checkPositions(access, checked, batch)),
    ...(await checkPointed(access, checked, batch)),
    ...(await checkParts(access, log, batch)),
  ];
}

async function checkPositions(
  { table, now }: CheckAccess,
  { log, head, stream }: CheckedLog,
  batch: StoredBatch,
): Promise<readonly WrongItem[]> {
  const { at, expiresAt } = batch;
  const end = endOf(batch);
  if (end > head.next) {
    const reason = `it says that the next position is ${head.next}, and a batch ends at ${end}: pushes would write into it`;
    return [{ kind: 'malformed', key: headKey(log), reason }];
  }
  const keptSeconds = Math.min(expiresAt - at / 1_000, stream.retention_days * daySeconds);
  const mayBeExpired = at + keptSeconds * 1_000 <= now();
  if (end >= settledOf(head) || mayBeExpired || (await getItem(table, getBatch(log, end)))) return [];
  return [lostBatch(log, end)];
}

function lostBatch(log: LogName, first: number): WrongItem {
  const reason = `no batch begins at position ${first}: the records there are lost`;
  return { kind: 'missing', key: keyOf(getBatch(log, first)), reason };
}

function keyOf({ Key: key }: { readonly Key: Item | undefined }): Item {
  return key ?? {};
}

async function checkPointed(
  { table }: CheckAccess,
  { log, head }: CheckedLog,
  { first, write, failureParts }: StoredBatch,
): Promise<readonly WrongItem[]> {
  const [part] = failureParts;
  // The pointer is put before the reservation is settled.
  if (!part || head.open.has(write)) return [];
  const request = getFailures(log, first + part.first);
  if (await getItem(table, request)) return [];
  const reason = `nothing leads to the failures of the batch at position ${first}`;
  return [{ kind: 'missing', key: keyOf(request), reason }];
}

async function checkParts(
  { table }: CheckAccess,
  log: LogName,
  { first, write, rewrite = write, parts, failureParts }: StoredBatch,
): Promise<readonly WrongItem[]> {
  const needed = [
    ...parts.map((_, at) => partKey(log, rewrite, ['record', at])),
    ...failureParts.map((_, at) => partKey(log, write, ['failure', at])),
  ];
  const lost = await missingOf(table, needed);
  if (lost.length === 0) return [];
  const now = await getItem(table, getBatch(log, first));
  const current = now && parseBatch(now);
  if (!current || (current.rewrite ?? current.write) !== rewrite) return [];
  return lost.map((key) => ({ kind: 'missing', key, reason: `the batch at position ${first} needs it` }));
}

async function missingOf(table: TableAccess, keys: readonly Item[]): Promise<readonly Item[]> {
  const nameOf = ({ pk, sk }: Item) => `${pk}\t${sk}`;
  const found = new Set((await getItems(table, keys, { isConsistent: true })).map(nameOf));
  return keys.filter((key) => !found.has(nameOf(key)));
}

/** The batch of the failures is there. The check of the batch finds lost parts. */
export async function checkFailures(
  { table, now }: CheckAccess,
  log: LogName,
  item: Item,
): Promise<readonly WrongItem[]> {
  const first = item['first'];
  if (typeof first !== 'number' || isExpired(item, now())) return [];
  if (await getItem(table, getBatch(log, first))) return [];
  const again = await getItem(table, getFailures(log, positionOf(item)));
  const reason = `the failures from position ${positionOf(item)} on belong to it`;
  return again ? [{ kind: 'missing', key: keyOf(getBatch(log, first)), reason }] : [];
}

/** Nothing is lost at the beginning of the log, unless it may have expired. */
export async function checkLogHead(access: CheckAccess, log: LogName): Promise<readonly WrongItem[]> {
  const { table, now } = access;
  const checked = await readChecked(access, log);
  if (!checked) return [];
  const { head, stream } = checked;
  const settled = settledOf(head);
  if (head.start > 0 || settled === 0) return [];
  const [first] = await firstOf(log, table, settled);
  const batch = first && parseBatch(first);
  const keptMs = Math.min(
    stream.retention_days * daySeconds * 1_000,
    batch ? batch.expiresAt * 1_000 - batch.at : Number.POSITIVE_INFINITY,
  );
  const mayBeExpired = Date.parse(stream.created) + keptMs <= now();
  return mayBeExpired || (first && positionOf(first) === 0) ? [] : [lostBatch(log, 0)];
}

async function firstOf(log: LogName, table: TableAccess, last: number): Promise<readonly Item[]> {
  const walk = new SegmentWalk({ ...log, table }, { kind: 'log', begin: 0, last, isNewestFirst: false });
  for await (const item of walk.items()) return [item];
  return [];
}

/**
 * A redelivery and its copy are put together, and deleted together once the documents are delivered. So the loss of either is
 * repaired by the other: to deliver again changes nothing.
 */
export async function checkRedelivery(
  { table, now }: CheckAccess,
  item: Item,
): Promise<readonly WrongItem[]> {
  const { pk, sk } = item;
  const [own, key] = [{ pk, sk }, counterpartKey(item)];
  if (!key || isExpired(item, now())) return [];
  const get = (Key: Item) => getItem(table, { Key, ConsistentRead: true });
  if (await get(key)) return [];
  // Both may have been put before the first of these reads, and deleted before the last one.
  if (!(await get(own)) || (await get(key)) || !(await get(own))) return [];
  const { stream, first } = parseRedelivery(item) ?? {};
  const lost = key['pk'] === redeliveryPartition ? 'the redelivery' : 'the copy of the redelivery';
  const reason = `${lost} of the batch at position ${first} of the stream ${stream} is lost`;
  const content = Object.fromEntries(Object.entries(item).filter(([name]) => !isChecksum(name)));
  const repair = async () => {
    const changes = [
      { ConditionCheck: { Key: own, ...isPresent } },
      { Put: { Item: { ...content, ...key }, ...isNew } },
    ];
    return (await transact(table, changes)).length === 0;
  };
  return [{ kind: 'missing', key, reason, repair }];
}

/** Whether an item is what its kind says, and what it otherwise is not. */
const readers: Readonly<Record<string, readonly [(item: Item) => boolean, string]>> = {
  log: [(item) => item['void'] === true || parseBatch(item) !== undefined, 'it is no batch'],
  filter: [(item) => parseFilter(item) !== undefined, 'it is no filter of a batch'],
  part: [({ data }) => data instanceof Uint8Array, 'it has no records'],
  push: [({ write }) => typeof write === 'string', 'it is no binding of a push'],
  failure: [
    (item) => typeof item['write'] === 'string' && Number.isSafeInteger(positionOf(item)),
    'it leads to no failures',
  ],
};

/** The reason why an item of a log is malformed; undefined if it is not. */
export function readLogItem(kind: string, item: Item): string | undefined {
  if (typeof item['expiresAt'] !== 'number') return 'it never expires';
  const [isRead, reason] = ownMember(readers, kind) ?? [];
  return isRead?.(item) ? undefined : reason;
}
