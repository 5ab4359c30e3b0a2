/** A delivery to an index: bulk requests, redeliveries of replaced batches, and what becomes of failures. */

import { isTransient } from '../../../data/store/aws-errors.ts';
import { isExpired } from '../../../data/store/layout.ts';
import type { Item } from '../../../data/store/table-access.ts';
import { getItem, queryItems } from '../../../data/store/table-reads.ts';
import { deleteItem } from '../../../data/store/table-writes.ts';
import {
  type Delivery,
  documentsOf,
  type ForwardMark,
  type LoggedDocument,
} from '../forward/forward-stream.ts';
import { maxOrphanMs } from '../leases/running-work.ts';
import { endOf, getBatch, parseBatch, type StoredBatch } from '../log/batch-items.ts';
import type { LogContext } from '../log/log-types.ts';
import { recordsOf } from '../log/read-log.ts';
import {
  deleteRedelivery,
  documentName,
  parseRedelivery,
  queryRedeliveries,
  type Redelivery,
} from '../log/redeliveries.ts';
import { bulkLines, EngineRefusal, sendBulk } from './bulk.ts';
import type { Engine } from './engine.ts';
import { refuseDocuments } from './refuse-documents.ts';
import { parseSink, type SinkFailure, type StoredSink, sinkKey } from './sink-items.ts';

/** The limits of a bulk request, before it is compressed. Small domains of AWS take bodies of 10 MiB. */
const maxBytes = 2_097_152;
const maxDocuments = 1_000;

/** The pause after a failure doubles up to this one. */
const maxRestMs = 60_000;

export function toIndex(engine: Engine): Delivery {
  return {
    keyOf: sinkKey,
    encode: bulkLines,
    maxBytes,
    maxDocuments,
    findDue: findRedelivery,
    send: async (log, { documents }, item) => {
      const sink = sinkOf(item);
      const refused = await sendBulk(engine, sink.index, documents);
      if (refused.length > 0) await refuseDocuments(log, refused);
      return {
        set: { tries: 0, failingSince: 0, refused: sink.refused + refused.length },
        ...(sink.error ? { remove: ['error'] } : {}),
        refused: refused.length,
      };
    },
    failure: (error, item, now) => {
      const { tries, failingSince } = sinkOf(item);
      const set = { tries: tries + 1, failingSince: failingSince || now, error: failureOf(error, now) };
      return { set, restMs: Math.min(1_000 * 2 ** Math.min(tries, 10), maxRestMs) };
    },
  };
}

function sinkOf(item: Item): StoredSink {
  const sink = parseSink(item);
  if (!sink) throw new Error(`The item ${String(item['pk'])} ${String(item['sk'])} is not a sink.`);
  return sink;
}

function failureOf(error: unknown, at: number): SinkFailure {
  const isShown = error instanceof EngineRefusal || isTransient(error);
  const message = isShown ? Object(error).message : 'The service failed. The failure was logged.';
  return { code: isTransient(error) ? 'unavailable' : 'refused', message, at };
}

/** The most redeliveries of one stream that are looked at: the others wait for a push or for the mark. */
const maxLookedAt = 100;

/** Finds a batch that was replaced after the index got it. */
async function findRedelivery(log: LogContext, mark: ForwardMark) {
  const { items } = await queryItems(log.table, queryRedeliveries(log, maxLookedAt));
  for (const item of items) {
    const redelivery = parseRedelivery(item);
    if (!redelivery) continue;
    const found = await getItem(log.table, getBatch(log, redelivery.first));
    const batch = found && !isExpired(found, log.now()) ? parseBatch(found) : undefined;
    if (!isReady(redelivery, batch, mark, log.now())) continue;
    return {
      documents: await documentsAgain(log, redelivery, batch),
      end: () => deleteItem(log.table, deleteRedelivery(redelivery)),
    };
  }
  return undefined;
}

/** The walk delivers what follows the mark. A replay that has noted the redelivery may yet replace the batch. */
function isReady(
  { revision, at }: Redelivery,
  batch: StoredBatch | undefined,
  mark: ForwardMark,
  now: number,
): boolean {
  if (!batch) return true;
  const isReplaced = (batch.revision ?? 0) >= revision || now - at > maxOrphanMs;
  return isReplaced && endOf(batch) <= mark.position;
}

async function documentsAgain(
  log: LogContext,
  { removed, revision }: Redelivery,
  batch: StoredBatch | undefined,
): Promise<LoggedDocument[]> {
  const current = batch ? documentsOf(log, await recordsOf(log, batch)) : [];
  const names = new Set(current.map(({ position, part }) => documentName(position, part)));
  const { owner, stream } = log;
  const gone = removed
    .filter((name) => !names.has(name))
    .map((name): LoggedDocument => {
      const [position, part] = name.split('-');
      const own = { owner, stream, position: Number(position), part, document: undefined };
      return { ...own, at: 0, revision: batch?.revision ?? revision };
    });
  return [...current, ...gone];
}
