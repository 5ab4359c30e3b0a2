/** A source is in use while it has a stream that is not closed. */

import { sourceInUse } from '#generated/problems.ts';
import { type Documents, listDocuments } from '../../data/documents.ts';
import { countHold, deleteHolds } from '../../data/search/documents/document-holds.ts';
import { checkExists } from '../../data/search/documents/document-items.ts';
import type { Beside, DocumentAccess } from '../../data/search/documents/document-writes.ts';
import type { Filter } from '../../data/search/query/syntax-tree.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { type StreamRecord, streamScope } from './stream-record.ts';

const maxNamed = 10;

type SourceIndex = DocumentAccess<SourceRecord>['index'];

/** A new stream uses its source, which must exist. */
export function useSource(index: SourceIndex, source: string): readonly Beside[] {
  const refusal = () => new ServiceError('not_found', `There is no source ${source}.`);
  return [{ change: checkExists(index, source), refusal }, { change: countHold(index, source, 1) }];
}

/** A stream that is closed no longer uses its source. */
export function leaveSource(index: SourceIndex, { source }: StreamRecord): readonly Beside[] {
  return [{ change: countHold(index, source, -1) }];
}

interface Caller {
  readonly hasScope: (scope: string) => boolean;
}

/**
 * Refuses the removal of a source in use with `source_in_use`, and names some of its streams to a caller who may read
 * streams.
 */
export function refuseUsedSource(
  streams: Documents<StreamRecord>,
  index: SourceIndex,
  { source, hasScope }: Caller & { readonly source: string },
): Beside {
  const refusal = async () => {
    const detail = `The source ${source} has streams that are not closed; close them first.`;
    const members = hasScope(streamScope) ? { streams: await streamsOf(streams, source) } : {};
    return new ServiceError(sourceInUse, detail, { members });
  };
  return { change: deleteHolds(index, source), refusal };
}

/** The ids of some streams. A stream that changes its state meanwhile may be missing. */
async function streamsOf(streams: Documents<StreamRecord>, source: string): Promise<readonly string[]> {
  const { hits } = await listDocuments(streams, { from: 0, size: maxNamed, filters: usersOf(source) });
  return hits.map(({ _id }) => _id);
}

/** The filters of a list of the streams that use a source. */
export function usersOf(source: string): readonly Filter[] {
  return [
    { field: 'source', values: [source] },
    { field: 'state', values: ['open', 'paused'] },
  ];
}
