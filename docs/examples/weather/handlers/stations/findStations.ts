import type { Handle } from '#generated/types/stations/findStations.ts';
import { stations } from '../../lib/stations.ts';

export const handle: Handle = ({ above }) => stations.filter(({ height }) => height > above);
