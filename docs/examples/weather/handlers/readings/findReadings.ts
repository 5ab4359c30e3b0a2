import { listDocuments } from 'headwater/documents';
import type { Handle } from '#generated/types/readings/findReadings.ts';
import { readings, toReading } from '../../lib/readings.ts';
import { requireStation } from '../../lib/stations.ts';

export const handle: Handle = async ({ station, since = '*' }, _body, context) => {
  requireStation(station);
  const query = `station:${station} created:[${since} TO *]`;
  const { hits } = await listDocuments(readings(context), { query, from: 0, size: 100 });
  return hits.map(toReading);
};
