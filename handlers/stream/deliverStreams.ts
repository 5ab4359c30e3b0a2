import type { Handle } from '#generated/types/stream/deliverStreams.ts';
import { watchHalfTime } from '../../lib/data/store/invocation-time.ts';
import { indexNoted } from '../../lib/service/search/unindexed-documents.ts';
import { placeIn } from '../../lib/service/streams/leases/fair-turns.ts';
import { deliverer, deliverStreams } from '../../lib/service/streams/sink/deliver-streams.ts';
import { stageWriter } from '../../lib/service/streams/sink/stage-writer.ts';

export const handle: Handle = async (context) => {
  const writer = stageWriter(context);
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
