/** A delivery to an index: bulk requests, redeliveries of replaced batches, and what becomes of failures. */

import { membersOf } from 'headwater/json';
import { type Engine, EngineRefusal } from 'headwater/search-engine';
import { type InvocationTime, type Item, isTransient } from 'headwater/table';
import { type Delivery, type LoggedDocument, loggedDocuments } from '../forward/forward-stream.ts';
import type { ForwardMark } from '../leases/forwarded-streams.ts';
import { foreignReason } from '../leases/own-index.ts';
import { parseSink, type SinkFailure, type StoredSink, sinkKey } from '../leases/sink-items.ts';
import { failDocuments } from '../log/failures/fail-documents.ts';
import { documentName, type LogContext } from '../log/log-types.ts';
import { findRedelivery } from '../log/read/find-redelivery.ts';
import { bulkLines, sendDocuments } from './bulk.ts';
import { fitTemplate, isToFit, noteIndex } from './fit-index.ts';

/** The limits of a bulk request, before it is compressed. Small domains of AWS take bodies of 10 MiB. */
const maxBytes = 2_097_152;
const maxDocuments = 1_000;

/** The pause after a failure doubles up to this one. */
const maxRestMs = 60_000;

/** @param time The time limits of the invocation. */
export function toIndex(engine: Engine, time: InvocationTime): Delivery {
  return {
    keyOf: sinkKey,
    encode: bulkLines,
    maxBytes,
    maxDocuments,
    findDue,
    send: async (log, { documents }, item) => {
      const sink = sinkOf(item);
      requireOwnIndex(log, sink);
      const toFit = isToFit(sink, log.now()) ? sink : undefined;
      const template = toFit && (await fitTemplate({ engine, time, log }, toFit));
      const refused = await sendDocuments(engine, sink.index, documents);
      if (refused.length > 0) await failDocuments(log, refused);
      if (toFit) await noteIndex({ engine, time, log }, toFit);
      return {
        set: {
          tries: 0,
          failingSince: 0,
          refused: sink.refused + refused.length,
          ...(template ? { template, fittedAt: log.now() } : {}),
        },
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

/** Earlier code has stored sinks of any index. */
function requireOwnIndex({ owner }: LogContext, { index }: StoredSink): void {
  const reason = foreignReason(owner, index);
  if (reason === undefined) return;
  throw new EngineRefusal(
    `The name of the index ${index} ${reason}. Nothing is delivered until the sink of the stream names such an index, or an alias of this one.`,
  );
}

function failureOf(error: unknown, at: number): SinkFailure {
  const isShown = error instanceof EngineRefusal || isTransient(error);
  const message = isShown
    ? String(membersOf(error)['message'])
    : 'The service failed. The failure was logged.';
  return { code: isTransient(error) ? 'unavailable' : 'refused', message, at };
}

/** Documents of a batch that was replaced after the index got it. */
async function findDue(log: LogContext, { position: before }: ForwardMark) {
  const found = await findRedelivery(log, before);
  if (!found) return undefined;
  const { records, removed, revision, end } = found;
  const current = loggedDocuments(log, records);
  const names = new Set(current.map(({ position, part }) => documentName(position, part)));
  const { owner, stream } = log;
  const gone = removed
    .filter((name) => !names.has(name))
    .map((name): LoggedDocument => {
      const [position, part] = name.split('-');
      return { owner, stream, position: Number(position), part, at: 0, revision, document: undefined };
    });
  return { documents: [...current, ...gone], end };
}
