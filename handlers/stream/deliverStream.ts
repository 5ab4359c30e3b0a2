import { indexChanged, stageWriter } from 'headwater/search-engine';
import type { Handle } from '#generated/types/stream/deliverStream.ts';
import { searchedTypes } from '../../lib/service/streams/searched-types.ts';
import { deliverChanged, deliverer } from '../../lib/service/streams/sink/deliver-streams.ts';

export const handle: Handle = async (key, context) => {
  if (key.sk === 'log') return deliverChanged(deliverer(context), key);
  const writer = stageWriter(context, searchedTypes);
  if (writer) await indexChanged(writer, { ...key });
};
