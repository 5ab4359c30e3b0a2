import type { Models } from '#generated/models/stream.ts';
import type { ReplayEnd, Replayed } from './replay.ts';

/** @param took Milliseconds. */
export function replayResults({ replayed, after }: ReplayEnd, took: number): Models['ReplayResults'] {
  const count = (status: Replayed['status']) => replayed.filter((one) => one.status === status).length;
  const failed = count('left');
  return {
    ...{ took, errors: failed > 0, size: replayed.length },
    ...{ stored: count('stored'), failed_count: failed, dropped_count: count('dropped') },
    items: replayed.map(itemOf),
    ...(after === undefined ? {} : { after }),
  };
}

function itemOf({ status, ...replayed }: Replayed): Models['ReplayItem'] {
  return { ...replayed, status: status === 'left' ? 'failed' : status };
}
