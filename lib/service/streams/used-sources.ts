/** A source is in use while it has a stream that is not closed. */

import {
  type Beside,
  checkExists,
  countHold,
  type DocumentAccess,
  type Documents,
  deleteHolds,
  getHolds,
  listConsistently,
} from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { Filter } from 'headwater/query';
import { getItem } from 'headwater/table';
import { sourceInUse } from '#generated/problems.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { type StreamRecord, streamScope } from './stream-record.ts';

const maxNamed = 10;

type SourceIndex = DocumentAccess<SourceRecord>['index'];

/** A new stream uses its source, which must exist. */
export function useSource(index: SourceIndex, source: string): readonly Beside[] {
  const refusal = () => new ServiceError('not_found', `There is no source ${source}.`);
  return [{ change: checkExists(index, source), refusal }, { change: countHold(index, source, 1) }];
}

/**
 * A stream that is closed no longer uses its source. Earlier code has not counted its streams: the write of such a stream
 * starts over, and leaves the count as it is.
 */
export function leavingSource(index: SourceIndex): (stream: StreamRecord) => readonly Beside[] {
  let isCounted = true;
  const refusal = async () => {
    isCounted = false;
    return undefined;
  };
  return ({ source }) => (isCounted ? [{ change: countHold(index, source, -1), refusal }] : []);
}

interface Caller {
  readonly hasScope: (scope: string) => boolean;
}

interface SourceRemoval {
  /** @throws ServiceError source_in_use, with some of its streams for a caller who may read streams; unavailable. */
  readonly check: () => Promise<void>;
  /** Starts over if a stream was opened or closed since the check. */
  readonly besideOf: () => readonly Beside[];
}

/** The removal of a source that no stream uses. Its count alone does not say so: earlier code has not counted its streams. */
export function removingSource(
  streams: Documents<StreamRecord>,
  index: SourceIndex,
  { source, hasScope }: Caller & { readonly source: string },
): SourceRemoval {
  let count: unknown;
  const check = async () => {
    count = (await getItem(streams.table, getHolds(index, source)))?.['count'];
    const { hits, isPartial } = await listConsistently(streams, {
      from: 0,
      size: maxNamed,
      filters: usersOf(source),
    });
    if (hits.length > 0 || Number(count ?? 0) > 0) {
      const detail = `The source ${source} has streams that are not closed; close them first.`;
      const members = hasScope(streamScope) ? { streams: hits.map(({ _id }) => _id) } : {};
      throw new ServiceError(sourceInUse, detail, { members });
    }
    if (isPartial)
      throw new ServiceError(
        'unavailable',
        'The streams of the source could not be read in time; send it again.',
      );
  };
  const refusal = async () => undefined;
  return { check, besideOf: () => [{ change: deleteHolds(index, source, count), refusal }] };
}

/** The filters of a list of the streams that use a source. */
export function usersOf(source: string): readonly Filter[] {
  return [
    { field: 'source', values: [source] },
    { field: 'state', values: ['open', 'paused'] },
  ];
}
