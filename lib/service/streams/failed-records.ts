import type { Models } from '#generated/models/source.ts';
import { getDocument } from '../../data/documents.ts';
import type { Invocation } from '../../data/store/invocation-time.ts';
import { ServiceError } from '../../shared/errors.ts';
import { writeJson } from '../../shared/json/lossless-json.ts';
import type { PreviewBody } from '../samples/preview/preview-input.ts';
import { invalidBody, type ReadRecord, recordOf } from '../samples/records/malformed.ts';
import type { ItemRecords, LogEnd, LogFailure } from './log/log-types.ts';
import { readFailures } from './log/read-log.ts';
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
 * Returns the body with the first failures of its `stream` as its records.
 *
 * @param source The id of the source, which must be the stream's own.
 * @throws ServiceError forbidden, not_found, and invalid_request when the body has other records as well.
 */
export async function withFailures(caller: Caller, source: string, body: Body): Promise<PreviewBody> {
  const { stream: id, failures, ...others } = body;
  if (id === undefined) {
    if (failures) throw invalidBody('/failures', 'not_allowed', 'must be absent without stream');
    return others;
  }
  if (!failures) throw invalidBody('/failures', 'required', 'must be true beside stream');
  for (const name of ['records', 'text', 'expected'] as const)
    if (others[name] !== undefined)
      throw invalidBody(`/${name}`, 'not_allowed', 'must be absent beside stream');
  caller.requireScope(streamScope);
  const stream = await getDocument(streams(caller), id);
  if (stream.source !== source)
    throw new ServiceError('not_found', `The source ${source} has no stream ${id}.`);
  return { ...others, records: await failedRecords(caller, id) };
}

async function failedRecords(invocation: Invocation, stream: string): Promise<ReadRecord[]> {
  const found: ReadRecord[] = [];
  let bytes = 0;
  const take = ({ records }: ItemRecords<LogFailure>) => {
    for (const failure of records) {
      bytes += Buffer.byteLength(writeJson(failure.raw));
      if (found.length === maxRecords || (found.length > 0 && bytes > maxBytes)) return false;
      found.push(recordOf(failure, failure.error.message));
    }
    return true;
  };
  const log = logOf(invocation, stream);
  // A single read gives up after many failures that have succeeded since.
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { at }: LogEnd = await readFailures(log, { from, isNewestFirst: false, take });
    from = typeof at === 'object' ? at.position : undefined;
  }
  return found;
}
