/** Reads documents of a log from a position on, as texts, up to the size of one Kinesis record. */

import { writeJson } from '../../../shared/json/lossless-json.ts';
import type { LogRecord } from '../log/log.ts';
import { readLog } from '../log/read-log.ts';
import type { LogContext } from '../log/settle-batch.ts';
import { aggregateOverhead, recordOverhead } from './aggregated-record.ts';

/** The quota of a Kinesis record, including its partition key. */
const maxRecordBytes = 1_048_576;
const maxBytes = maxRecordBytes - aggregateOverhead;

export interface DocumentChunk {
  readonly documents: readonly Uint8Array[];
  /** The first position after them. */
  readonly next: number;
}

export interface UnforwardedDocuments {
  readonly chunks: readonly DocumentChunk[];
  /** Positions of documents that are too large for a record. */
  readonly tooLarge: readonly number[];
  /** The first position that was not read. */
  readonly next: number;
}

/** @param to The first position that must not be read. */
export async function readUnforwarded(
  log: LogContext,
  from: number,
  to: number,
): Promise<UnforwardedDocuments> {
  const found: LogRecord[] = [];
  let bytes = 0;
  let seen = from;
  const end = await readLog(log, {
    from,
    isNewestFirst: false,
    take: ({ records }) => {
      const wanted = records.filter(({ position }) => position < to);
      found.push(...wanted);
      bytes += wanted.reduce((sum, { document }) => sum + Buffer.byteLength(writeJson(document)), 0);
      seen = (records.at(-1)?.position ?? seen) + 1;
      return bytes < maxBytes && seen < to;
    },
  });
  const next = end.at === 'end' ? to : end.at === 'taken' ? seen : end.at.position;
  return { ...chunksOf(log, found), next: Math.min(next, to) };
}

function chunksOf(
  { owner, stream }: LogContext,
  found: readonly LogRecord[],
): Omit<UnforwardedDocuments, 'next'> {
  const chunks: { documents: Uint8Array[]; next: number }[] = [];
  const tooLarge: number[] = [];
  let left = 0;
  for (const { position, at, document } of found) {
    const pushed = new Date(at).toISOString();
    // Each document ends with a line break, so Firehose writes one per line.
    const text = Buffer.from(`${writeJson({ owner, stream, position, pushed, document })}\n`);
    const size = text.length + recordOverhead;
    if (size > maxBytes) {
      tooLarge.push(position);
      continue;
    }
    let chunk = chunks.at(-1);
    if (!chunk || size > left) {
      chunk = { documents: [], next: 0 };
      chunks.push(chunk);
      left = maxBytes;
    }
    chunk.documents.push(text);
    chunk.next = position + 1;
    left -= size;
  }
  return { chunks, tooLarge };
}
