/** A source is in use while it has a stream that is not closed: the rules of both types keep it (source-fields.ts, stream-fields.ts). */

import { type Documents, listConsistently } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { sourceInUse } from '#generated/problems.ts';
import { type StreamRecord, streamScope } from './stream-record.ts';

const maxNamed = 10;

interface Caller {
  readonly hasScope: (scope: string) => boolean;
}

/**
 * Names the streams that use a source. The rule of sources alone says only that there are some, and earlier code has not counted its
 * streams.
 *
 * @throws ServiceError source_in_use, with some of its streams for a caller who may read streams; unavailable.
 */
export async function refuseUsed(
  streams: Documents<StreamRecord>,
  source: string,
  { hasScope }: Caller,
): Promise<void> {
  const { hits, isPartial } = await listConsistently(streams, {
    from: 0,
    size: maxNamed,
    filters: [
      { field: 'source', values: [source] },
      { field: 'state', values: ['open', 'paused'] },
    ],
  });
  if (hits.length > 0) {
    const detail = `The source ${source} has streams that are not closed; close them first.`;
    const members = hasScope(streamScope) ? { streams: hits.map(({ _id }) => _id) } : {};
    throw new ServiceError(sourceInUse, detail, { members });
  }
  if (isPartial)
    throw new ServiceError(
      'unavailable',
      'The streams of the source could not be read in time; send it again.',
    );
}
