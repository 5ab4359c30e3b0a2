import { ServiceError } from 'headwater/errors';
import type { Models } from '#generated/models/stations.ts';

type Station = Models['Station'];

export const stations: readonly Station[] = [
  { id: 'bridge', name: 'Old bridge', height: 412 },
  { id: 'school', name: 'School roof', height: 436 },
  { id: 'pass', name: 'Upper pass', height: 1874 },
];

export function requireStation(id: string): Station {
  const station = stations.find((each) => each.id === id);
  if (!station) throw new ServiceError('not_found', `There is no station ${id}.`);
  return station;
}
