import { indexNoted, stageWriter } from 'headwater/search-engine';
import { watchHalfTime } from 'headwater/table';
import type { Handle } from '#generated/types/stream/deliverStreams.ts';
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
