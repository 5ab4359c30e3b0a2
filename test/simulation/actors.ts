/** Who takes part in a run: writers and readers, each with a process for every operation. */

import type { SourceRepository } from '../../lib/sources/source-repository.ts';
import type { Chance } from './chance.ts';
import { type ListCheck, skipInList, walkList } from './checked-lists.ts';
import { SimulatedProcess, type World } from './process.ts';
import { questions } from './questions.ts';
import { isInDoubt, openSources, type Subject } from './subject.ts';
import { type Ground, writeOnce } from './writers.ts';

export interface Scene {
  readonly world: World;
  readonly ground: Ground;
  readonly subject: Subject;
}

interface Actor {
  readonly kind: 'writer' | 'reader';
  readonly operations: number;
  /** The longest pause before an operation. */
  readonly maxPauseMs: number;
}

/** In some runs many writers hurry; in others there is time for repairs between operations. */
export function planActors(chance: Chance): Actor[] {
  const isHurried = chance.of(0.3);
  const maxPauseMs = isHurried ? 2_000 : 20 * 60_000;
  const some = (kind: Actor['kind'], count: number): Actor[] =>
    Array.from({ length: count }, () => ({ kind, operations: chance.whole(1, 6), maxPauseMs }));
  const writers = isHurried ? chance.whole(4, 14) : chance.whole(2, 6);
  return [...some('writer', writers), ...some('reader', chance.whole(1, 4))];
}

/** Ends early when a process crashes. */
export async function act({ kind, operations, maxPauseMs }: Actor, scene: Scene): Promise<void> {
  const { world, ground, subject } = scene;
  const { chance, oracle } = ground;
  try {
    for (let done = 0; done < operations; done++) {
      const process = new SimulatedProcess(world);
      await process.pause(chance.duration(1, maxPauseMs));
      const sources = openSources(subject, process, chance);
      if (kind === 'writer') await writeOnce(ground, sources);
      else await readOnce(ground, sources);
    }
  } catch (error) {
    oracle.fail('error', `a ${kind} throws ${(error as Error).stack}`);
  }
}

async function readOnce({ chance, oracle }: Ground, sources: SourceRepository): Promise<void> {
  const check = randomList(chance);
  const reading = chance.of(0.6)
    ? walkList(sources, oracle, check)
    : skipInList(sources, oracle, { check, from: chance.whole(0, 4) });
  await reading.catch((error: unknown) => {
    if (!isInDoubt(error)) throw error;
  });
}

export function randomList(chance: Chance): ListCheck {
  const question = chance.pick(questions);
  return { question, size: chance.pick([1, 2, 3, 10]), sort: chance.pick(['created', '-created'] as const) };
}
