import type { Models } from '#generated/models/stream.ts';
import { countReplayed, type ReplayEnd, type ReplayedRecord } from './replay.ts';

/** @param took Milliseconds. */
export function replayResults({ replayed, after }: ReplayEnd, took: number): Models['ReplayResults'] {
  const { stored, failed, dropped } = countReplayed(replayed);
  return {
    ...{ took, errors: failed > 0, size: replayed.length },
    ...{ stored, failed_count: failed, dropped_count: dropped },
    items: replayed.map(itemOf),
    ...(after === undefined ? {} : { after }),
  };
}

function itemOf({ status, ...replayed }: ReplayedRecord): Models['ReplayItem'] {
  return { ...replayed, status: status === 'left' ? 'failed' : status };
}
