import { type ReadRecord, recordOf } from '@headwater/ingest/records';
import { getDocument } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { writeJson } from 'headwater/json';
import { type Invocation, refuseOverdrawn } from 'headwater/table';
import type { Models } from '#generated/models/source.ts';
import type { ExpectedDocument } from '../samples/expected-documents.ts';
import type { PreviewBody } from '../samples/preview/preview-input.ts';
import { invalidBody } from '../sources/invalid-body.ts';
import type { ItemRecords, LogContext, LogEnd, LogFailure, LogRead, LogRecord } from './log/log-types.ts';
import { readFailures, readLog } from './log/read/read-log.ts';
import { logOf } from './logs.ts';
import { streamScope } from './stream-record.ts';
import { streams } from './streams.ts';

type Body = Models['PreviewInput'];

interface Caller extends Invocation {
  /** @throws ServiceError forbidden. */
  readonly requireScope: (scope: string) => void;
}

const maxRecords = 1_000;
/** The same limit as for a push. */
const maxBytes = 4_194_304;

/**
 * Returns the body with records of its `stream`: the first that it stores, or with `failures` the first that failed.
 *
 * @param source The id of the source, which must be the stream's own.
 * @throws ServiceError forbidden, not_found, and invalid_request when the body has other records as well.
 */
export async function withStream(caller: Caller, source: string, body: Body): Promise<PreviewBody> {
  const { stream: id, failures, from, ...others } = body;
  if (id === undefined) {
    for (const [name, value] of Object.entries({ failures, from }))
      if (value) throw invalidBody(`/${name}`, 'not_allowed', 'must be absent without stream');
    return others;
  }
  for (const name of ['records', 'text', 'expected'] as const)
    if (others[name] !== undefined)
      throw invalidBody(`/${name}`, 'not_allowed', 'must be absent beside stream');
  caller.requireScope(streamScope);
  const stream = await getDocument(streams(caller), id);
  if (stream.source !== source)
    throw new ServiceError('not_found', `The source ${source} has no stream ${id}.`);
  const log = logOf(caller, id);
  if (failures) return { ...others, records: await failedRecords(log, from) };
  const stored = await firstOf<LogRecord>(log, from, (read) => readLog(log, read));
  return {
    ...others,
    records: stored.map(({ raw }) => raw),
    stored: stored.map(expectedOf),
  };
}

/** A list if the record has parts, with null for those that are not stored. */
function expectedOf({ documents }: LogRecord): ExpectedDocument {
  const [first] = documents;
  if (first?.part === undefined) return first?.document ?? null;
  const all = documents.map(({ document }) => document);
  const indexes = documents.map(({ part }) => Number(part));
  // The parts of parts are not numbered throughout.
  if (!indexes.every(Number.isInteger)) return all;
  const byIndex = new Map(indexes.map((index, at) => [index, all[at]]));
  return Array.from({ length: Math.max(...indexes) + 1 }, (_, index) => byIndex.get(index) ?? null);
}

async function failedRecords(log: LogContext, from: number | undefined): Promise<ReadRecord[]> {
  const failures = await firstOf<LogFailure>(log, from, (read) => readFailures(log, read));
  return failures.map((failure) => recordOf(failure, failure.error.message));
}

/** As many as a preview takes. */
async function firstOf<One extends { readonly raw: unknown }>(
  log: LogContext,
  start: number | undefined,
  read: (options: LogRead<One>) => Promise<LogEnd>,
): Promise<One[]> {
  const found: One[] = [];
  let bytes = 0;
  const take = ({ records }: ItemRecords<One>) => {
    for (const record of records) {
      bytes += Buffer.byteLength(writeJson(record.raw));
      if (found.length === maxRecords || (found.length > 0 && bytes > maxBytes)) return false;
      found.push(record);
    }
    return true;
  };
  // A single read gives up after many failures that have succeeded since.
  for (let from = start ?? 0; ; ) {
    const { reason } = await read({ from, isNewestFirst: false, take });
    if (typeof reason !== 'object') return found;
    from = reason.position;
    refuseOverdrawn(log.table);
  }
}
