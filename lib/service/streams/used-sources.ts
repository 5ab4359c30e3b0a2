/** A source is in use while it has a stream that is not closed. */

import { sourceInUse } from '#generated/problems.ts';
import { type Documents, listDocuments } from '../../data/documents.ts';
import { ServiceError } from '../../shared/errors.ts';
import { type StreamRecord, streamScope } from './stream-record.ts';

const maxNamed = 10;

interface Caller {
  readonly hasScope: (scope: string) => boolean;
}

/**
 * Reads the list consistently, so that it misses no stream stored before.
 *
 * @throws ServiceError source_in_use, with the ids of some streams for a caller who may read streams; unavailable if
 * it cannot be determined.
 */
export async function refuseUsedSource(
  streams: Documents<StreamRecord>,
  source: string,
  { hasScope }: Caller,
): Promise<void> {
  const filters = [
    { field: 'source', values: [source] },
    { field: 'state', values: ['open', 'paused'] },
  ];
  let after: string | undefined;
  do {
    const position = after === undefined ? {} : { after };
    const page = await listDocuments(streams, { from: 0, size: maxNamed, filters, ...position });
    if (page.hits.length > 0) throw inUse(source, hasScope(streamScope) ? page.hits : undefined);
    if (page.after !== undefined && streams.isTimeUp()) throw unknownUse(source);
    after = page.after;
  } while (after !== undefined);
}

function inUse(source: string, streams: readonly { readonly _id: string }[] | undefined): ServiceError {
  const members = streams ? { streams: streams.map(({ _id }) => _id) } : {};
  const detail = `The source ${source} has streams that are not closed; close them first.`;
  return new ServiceError(sourceInUse, detail, { members });
}

function unknownUse(source: string): ServiceError {
  const detail = `It took too long to find out whether the source ${source} has streams; send the request again.`;
  return new ServiceError('unavailable', detail);
}
