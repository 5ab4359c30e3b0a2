import type { Handle } from '#generated/types/stream/deliverStreams.ts';
import { stageWriter } from '../../lib/headwater/data/search/engine-index/stage-writer.ts';
import { indexNoted } from '../../lib/headwater/data/search/engine-index/unindexed-documents.ts';
import { watchHalfTime } from '../../lib/headwater/data/store/invocation-time.ts';
import { placeIn } from '../../lib/service/streams/leases/fair-turns.ts';
import { searchedTypes } from '../../lib/service/streams/searched-types.ts';
import { deliverer, deliverStreams } from '../../lib/service/streams/sink/deliver-streams.ts';

export const handle: Handle = async (context) => {
  const writer = stageWriter(context, searchedTypes);
  const done = await Promise.allSettled([
    writer &&
      indexNoted(writer, {
        isTimeUp: watchHalfTime(context),
        place: placeIn(writer.table, 'unindexed'),
      }),
    deliverStreams(deliverer(context)),
  ]);
  for (const one of done) if (one.status === 'rejected') throw one.reason;
};
