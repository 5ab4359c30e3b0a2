import type { Handle } from '#generated/types/stream/deliverStream.ts';
import { indexChanged } from '../../lib/service/search/unindexed-documents.ts';
import { deliverChanged, deliverer } from '../../lib/service/streams/sink/deliver-streams.ts';
import { stageWriter } from '../../lib/service/streams/sink/stage-writer.ts';

export const handle: Handle = async (key, context) => {
  if (key.sk === 'log') return deliverChanged(deliverer(context), key);
  const writer = stageWriter(context);
  if (writer) await indexChanged(writer, { ...key });
};
