/**
 * The batches that replays have replaced, and whose documents a sink has to get again: over all owners, in one partition. A
 * replay puts its note before it replaces the batch, so no crash loses it.
 *
 * Each redelivery has a copy in a partition of its stream. One transaction puts both, and one deletes both, so `verify` finds
 * the loss of either, and puts it again with all names.
 */

import {
  type Item,
  type ItemChange,
  layoutVersion,
  numbersOf,
  ownedKey,
  type QueryRequest,
  splitOwnedKey,
} from 'headwater/table';
import { sortKey } from './batch-items.ts';
import { documentName, type LogName, type LogRecord } from './log-types.ts';

/** Never an owner's partition: owners contain no `~`. */
export const redeliveryPartition = '~again';
/** The first part of a partition of copies. */
export const copyKind = 'again';

export interface Redelivery extends LogName {
  readonly key: Item;
  readonly copyKey: Item;
  /** The first position of the batch. */
  readonly first: number;
  /** The revision that the replay gives the batch. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The names of documents that the batch has no more. */
  readonly removed: readonly string[];
}

interface Replaced {
  readonly first: number;
  /** The id of the replay that replaces the batch. */
  readonly rewrite: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly before: readonly NamedRecord[];
  readonly after: readonly NamedRecord[];
  /** The expiry of the batch, in seconds since 1970. */
  readonly expiresAt: number;
}

type NamedRecord = Pick<LogRecord, 'position' | 'documents'>;

/** The most names in one item: a name has up to some 30 characters, and an item 400 KB. */
const maxNames = 10_000;

/** A sink that was removed, or whose index refuses its documents for good, leaves redeliveries behind. */
const keptSeconds = 86_400;

/** @returns one transaction for each redelivery. */
export function putRedeliveries(
  log: LogName,
  { first, rewrite, revision, at, before, after, expiresAt }: Replaced,
): ItemChange[][] {
  const left = new Set(after.flatMap(namesOf));
  const removed = before.flatMap(namesOf).filter((name) => !left.has(name));
  const items = Math.max(1, Math.ceil(removed.length / maxNames));
  return Array.from({ length: items }, (_, index) => {
    const names = removed.slice(index * maxNames, (index + 1) * maxNames);
    const name = `${sortKey(first)}/${rewrite}/${index}`;
    const content = {
      layout: layoutVersion,
      first,
      revision,
      at,
      isCopied: true,
      expiresAt: expiresAt + keptSeconds,
      ...(names.length > 0 ? { removed: names } : {}),
    };
    return [redeliveryKey(log, name), copyKey(log, name)].map((key) => ({
      Put: { Item: { ...key, ...content } },
    }));
  });
}

function redeliveryKey({ owner, stream }: LogName, name: string): Item {
  return { pk: redeliveryPartition, sk: `${owner}/${stream}/${name}` };
}

function copyKey({ owner, stream }: LogName, name: string): Item {
  return { pk: ownedKey(owner, `${copyKind}/${stream}`), sk: name };
}

function namesOf({ position, documents }: NamedRecord): string[] {
  return documents.map(({ part }) => documentName(position, part));
}

/** Finds the redeliveries of one stream, in the order of their positions. */
export function queryRedeliveries({ owner, stream }: LogName, limit: number): QueryRequest {
  return {
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': redeliveryPartition, ':sk': `${owner}/${stream}/` },
    ConsistentRead: true,
    Limit: limit,
  };
}

/** Finds the first redelivery behind a key, over all owners. */
export function queryNextRedelivery(after: string): QueryRequest {
  return {
    KeyConditionExpression: `#pk = :pk${after === '' ? '' : ' AND #sk > :sk'}`,
    ExpressionAttributeNames: { '#pk': 'pk', ...(after === '' ? {} : { '#sk': 'sk' }) },
    ExpressionAttributeValues: { ':pk': redeliveryPartition, ...(after === '' ? {} : { ':sk': after }) },
    ConsistentRead: true,
    Limit: 1,
  };
}

/** A key behind all redeliveries of the stream: positions and ids have no `~`. */
export function lastKeyOf({ owner, stream }: LogName): string {
  return `${owner}/${stream}/~`;
}

/** Undefined if the item is neither a redelivery nor its copy, but something that other software has written. */
export function parseRedelivery(item: Item): Redelivery | undefined {
  const { layout, removed } = item;
  const [owner, stream, first, rewrite, ...others] = pathOf(item);
  if (owner === undefined || stream === undefined || first === undefined || rewrite === undefined)
    return undefined;
  if (layout !== layoutVersion) return undefined;
  const log = { owner, stream };
  const name = [first, rewrite, ...others].join('/');
  return {
    ...log,
    key: redeliveryKey(log, name),
    copyKey: copyKey(log, name),
    ...numbersOf(item, ['first', 'revision', 'at']),
    removed: Array.isArray(removed) ? removed.map(String) : [],
  };
}

function pathOf({ pk, sk }: Item): readonly string[] {
  const path = String(sk).split('/');
  if (pk === redeliveryPartition) return path;
  const { owner, key } = splitOwnedKey(String(pk));
  const [kind, stream = ''] = key.split('/');
  return kind === copyKind ? [owner, stream, ...path] : [];
}

/** The key of the copy, or for a copy the key of the redelivery. Undefined if there is none: earlier code has made no copies. */
export function counterpartKey(item: Item): Item | undefined {
  const redelivery = item['isCopied'] === true ? parseRedelivery(item) : undefined;
  if (!redelivery) return undefined;
  return item['pk'] === redeliveryPartition ? redelivery.copyKey : redelivery.key;
}

/** Deletes the redelivery with its copy. */
export function deleteRedelivery({ key, copyKey }: Redelivery): ItemChange[] {
  return [{ Delete: { Key: key } }, { Delete: { Key: copyKey } }];
}
