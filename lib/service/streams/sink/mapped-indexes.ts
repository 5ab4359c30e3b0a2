import { findDocument } from 'headwater/documents';
import type { Invocation } from 'headwater/table';
import { listMappings, type NotedMapping } from '../leases/noted-mappings.ts';
import { foreignReason } from '../leases/own-index.ts';
import { streamScope } from '../stream-record.ts';
import { streams } from '../streams.ts';

interface Caller extends Invocation {
  readonly hasScope: (scope: string) => boolean;
}

/**
 * The indexes to which streams of the source deliver, with the mappings that they have had. Without the scope to read streams
 * there are none.
 */
export async function mappedIndexes(caller: Caller, source: string): Promise<NotedMapping[]> {
  if (!caller.hasScope(streamScope)) return [];
  const access = streams(caller);
  const noted = await listMappings(access.table, { owner: caller.owner, source });
  const found = await Promise.all(noted.map(({ stream }) => findDocument(access, stream)));
  return noted.filter(({ index }, at) => {
    if (foreignReason(caller.owner, index) !== undefined) return false;
    const stream = found[at]?.document;
    return stream?.sink?.index === index && stream.state !== 'closed';
  });
}
