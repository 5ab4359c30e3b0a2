/**
 * The index of batches in the search engine: what it has of a batch are its positions and the terms of its documents. Batches
 * neither overlap nor move. So if the lengths of all batches of a segment add up to the range from the first to the last, the
 * index has all of them, and nobody need tell it how far it is. It also has voids, which would be gaps.
 */

import { RecordTerms } from '@headwater/ingest/conditions';
import type { IndexedType } from 'headwater/search-engine';
import { isExpired, isOwner, splitOwnedKey } from 'headwater/table';
import { endOf, getBatch, parseBatch, positionOf, type StoredBatch, segmentOf } from '../batch-items.ts';
import { recordsOf } from '../batch-records.ts';
import { readHead } from '../log-head.ts';
import { type LogTable, recordDocuments } from '../log-types.ts';
import { SegmentWalk } from '../segment-walk.ts';
import { batchShape, textOfHash } from './batch-shape.ts';

/** Each position before 2^40 begins like this. The consumer of the table's stream gets items with this beginning (descriptors/stream.json). */
const positionPrefix = '0000';

/** A late request does not bring a batch back, since its version is the number of its replays. */
export const batchType: IndexedType = {
  shape: batchShape,
  sortKeyPrefix: positionPrefix,
  atOnce: 25,
  nameOf: ({ pk, sk }) => {
    const { owner, key } = splitOwnedKey(String(pk));
    const [, stream, segment] = /^log\/([0-9a-f]{24})\/([0-9a-f]+)$/.exec(key) ?? [];
    const isPosition = /^[0-9a-f]{14}$/.test(String(sk));
    const isBatch = stream !== undefined && isPosition && isOwner(owner);
    return isBatch && segment === segmentOf(positionOf({ sk })).toString(16)
      ? { type: batchShape.name, owner, id: `${stream}/${sk}` }
      : undefined;
  },
  keyOf: ({ owner, id }) => {
    const [stream = '', sk] = id.split('/');
    return getBatch({ owner, stream }, positionOf({ sk })).Key ?? {};
  },
  read: async (table, item, { owner, id }) => {
    if (isExpired(item, Date.now())) return 'gone';
    const [stream = ''] = id.split('/');
    const log = { owner, stream, table };
    const batch = parseBatch(item);
    const isVoid = item['void'] === true;
    const first = positionOf(item);
    const end = batch ? endOf(batch) : isVoid ? await endOfVoid(log, first) : undefined;
    if (end === undefined) return undefined;
    return {
      version: 1 + (batch?.revision ?? 0),
      document: {
        owner,
        id,
        stream,
        segment: segmentOf(first),
        first,
        end,
        span: end - first,
        expiresAt: item['expiresAt'],
        ...(batch ? await batchMembers(log, batch) : {}),
      },
    };
  },
};

async function batchMembers(log: LogTable, batch: StoredBatch): Promise<object> {
  const known = new RecordTerms();
  const documents = (await recordsOf(log, batch)).flatMap(recordDocuments);
  for (const document of documents) known.add(document);
  const paths = documents.length > 0 ? { paths: textOfHashes(known.paths) } : {};
  return { at: batch.at, terms: textOfHashes(known.terms), ...paths };
}

/**
 * The positions of a push that has crashed end where the next one begins. That one is noted in the head, or was settled before
 * the head was read: then its item is there.
 *
 * @returns undefined if nobody knows.
 */
async function endOfVoid(log: LogTable, first: number): Promise<number | undefined> {
  const { next, open } = await readHead(log);
  const walk = new SegmentWalk(log, {
    kind: 'log',
    begin: first + 1,
    last: next,
    isNewestFirst: false,
    isExact: true,
  });
  const following: number[] = [];
  for await (const item of walk.items()) {
    following.push(positionOf(item));
    break;
  }
  const end = Math.min(next, ...following, ...[...open.values()].filter((position) => position > first));
  return walk.stoppedAt === undefined && end > first ? end : undefined;
}

function textOfHashes(hashes: ReadonlySet<number>): string {
  return Array.from(hashes, textOfHash).join(' ');
}
