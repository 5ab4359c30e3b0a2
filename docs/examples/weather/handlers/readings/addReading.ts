import { createDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/readings/addReading.ts';
import { readings, toReading } from '../../lib/readings.ts';
import { requireStation } from '../../lib/stations.ts';

export const handle: Handle = async ({ station }, measured, context) => {
  requireStation(station);
  return toReading(await createDocument(readings(context), { station, ...measured }));
};
