/**
 * What batches that were not read may have. Of a gap between two that were read, each half is taken to be like the batch beside
 * it, moved along the time between them: so records that were pushed in the order of their time fill the gap evenly, and records
 * of any time stay where they are.
 */

import type { Stretch } from './log/read/gap-reading.ts';
import type { SampledBatch } from './sampled-documents.ts';

export interface Placed {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly moment: number | undefined;
}

/** One that was found, or several that are like it. */
export type Estimated<Found> = Found & { readonly weight: number };

export function estimatesOf<Found extends Placed>(
  stretches: readonly Stretch<SampledBatch<Found>>[],
): readonly Estimated<Found>[] {
  const blocks = stretches.map(({ begin, end, reads }) => reads && blockOf(end - begin, reads));
  const moments = blocks.flatMap((block) => block?.found.flatMap(({ moment }) => moment ?? []) ?? []);
  const within = extremesOf(moments);
  return stretches.flatMap((gap, index): readonly Estimated<Found>[] => {
    const block = blocks[index];
    if (block) return block.found.map((found) => ({ ...found, weight: 1 }));
    const [before, after] = [blocks[index - 1], blocks[index + 1]];
    const share = before && after ? 1 / 2 : 1;
    return [
      ...(before
        ? likeBlock(before, { gap, share, edge: before.last, within, other: after?.first, sign: 1 })
        : []),
      ...(after
        ? likeBlock(after, { gap, share, edge: after.first, within, other: before?.last, sign: -1 })
        : []),
    ];
  });
}

/** Batches that follow each other. */
interface Block<Found> {
  /** In positions. */
  readonly length: number;
  readonly found: readonly Found[];
  /** The moments of the first batch, of the one in the middle and of the last one. */
  readonly first: number | undefined;
  readonly middle: number | undefined;
  readonly last: number | undefined;
}

function blockOf<Found>(length: number, reads: readonly SampledBatch<Found>[]): Block<Found> {
  const moments = reads.flatMap(({ moment }) => moment ?? []);
  const middle = moments.toSorted((one, other) => one - other)[Math.floor(moments.length / 2)];
  const found = reads.flatMap((read) => read.found);
  return { length, found, first: moments[0], middle, last: moments.at(-1) };
}

interface GapSide {
  readonly gap: { readonly begin: number; readonly end: number };
  /** The part of the gap that is like the block. */
  readonly share: number;
  /** The moment of the block at the gap, and of the other block. */
  readonly edge: number | undefined;
  readonly other: number | undefined;
  /** 1 if the gap follows the block, -1 if it precedes it. */
  readonly sign: 1 | -1;
  /** The first and the last moment of all blocks: nothing is moved beyond them. */
  readonly within: readonly [least: number, most: number];
}

function likeBlock<Found extends Placed>(
  { length, found, middle }: Block<Found>,
  { gap: { begin, end }, share, edge, other, sign, within: [least, most] }: GapSide,
): readonly Estimated<Found>[] {
  const weight = ((end - begin) * share) / length;
  const shift = edge === undefined || middle === undefined ? 0 : edge - middle;
  const change = edge === undefined || other === undefined ? 0 : other - edge;
  return found.map((one, index) => {
    const { moment } = one;
    const part = ((index + 0.5) / found.length) * share;
    // The first documents of a block that follows the gap are the farthest from it.
    const away = sign === 1 ? part : share - part;
    const position = Math.floor((sign === 1 ? begin : end) + sign * away * (end - begin));
    const moved = (moment ?? 0) + shift + away * change;
    const kept = moment === undefined ? undefined : Math.min(most, Math.max(least, moved));
    return { ...one, weight, position, moment: kept };
  });
}

export function weightOf(estimates: readonly { readonly weight: number }[]): number {
  return estimates.reduce((sum, { weight }) => sum + weight, 0);
}

/** Infinity and -Infinity of none. */
export function extremesOf(moments: readonly number[]): readonly [least: number, most: number] {
  return [
    moments.reduce((least, moment) => Math.min(least, moment), Number.POSITIVE_INFINITY),
    moments.reduce((most, moment) => Math.max(most, moment), Number.NEGATIVE_INFINITY),
  ];
}
