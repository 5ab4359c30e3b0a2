/** The actors of a run: writers, readers and operators, each with a process for every operation. */

import { storedTypes } from '../../../lib/service/stored-types.ts';
import type { Chance } from './chance.ts';
import { CheckedList, randomList } from './checked-lists.ts';
import { SimulatedProcess, type World } from './process.ts';
import { isInDoubt, type Opened, open, type Subject, tableName } from './subject.ts';
import { type Ground, writeOnce } from './writers.ts';

export interface Scene {
  readonly world: World;
  readonly ground: Ground;
  readonly subject: Subject;
}

interface Actor {
  /** An operator verifies the table. */
  readonly kind: 'writer' | 'reader' | 'operator';
  readonly operations: number;
  /** The longest pause before an operation. */
  readonly maxPauseMs: number;
}

/** In some runs many writers compete; in others requests arrive long after those that follow them. */
export function planActors(chance: Chance): Actor[] {
  const isHurried = chance.of(0.5);
  const maxPauseMs = isHurried ? 2_000 : 20 * 60_000;
  const some = (kind: Actor['kind'], count: number): Actor[] =>
    Array.from({ length: count }, () => ({ kind, operations: chance.whole(1, 4), maxPauseMs }));
  const writers = isHurried ? chance.whole(3, 10) : chance.whole(2, 6);
  return [
    ...some('writer', writers),
    ...some('reader', chance.whole(1, 3)),
    ...some('operator', chance.of(0.1) ? 1 : 0),
  ];
}

/** Ends early when a process crashes. */
export async function act({ kind, operations, maxPauseMs }: Actor, scene: Scene): Promise<void> {
  const { world, ground, subject } = scene;
  const { chance, oracle } = ground;
  try {
    for (let done = 0; done < operations; done++) {
      const process = new SimulatedProcess(world);
      await process.pause(chance.duration(1, maxPauseMs));
      const store = open(subject, process, chance);
      if (kind === 'writer') await writeOnce({ ...ground, store });
      else if (kind === 'reader') await unlessInDoubt(readOnce(scene, store));
      else await unlessInDoubt(verifyOnce(ground, store));
    }
  } catch (error) {
    oracle.fail('error', `a ${kind} throws ${(error as Error).stack}`);
  }
}

function readOnce({ world, ground: { chance, oracle } }: Scene, store: Opened): Promise<void> {
  const list = new CheckedList(store, oracle, randomList(chance), world.network.table.maxLag);
  return chance.of(0.7) ? list.walk() : list.skip(chance.whole(0, 4));
}

/** Whatever happens meanwhile, nothing in the table is out of order. */
async function verifyOnce({ chance, oracle }: Ground, { subject, client, clock }: Opened): Promise<void> {
  const progress = subject.newProgress(tableName, storedTypes, chance.whole(1, 3));
  const [types, isRepairing, unitsPerSecond] = [storedTypes, chance.of(0.5), 1_000];
  await subject.verifyTable({ client, tableName, types, clock, isRepairing, unitsPerSecond, progress });
  const { found } = progress.report;
  const isRight = Object.values(found).every((number) => number === 0);
  oracle.expect(isRight, 'posting', () => `damage is found: ${JSON.stringify(progress.report)}`);
}

async function unlessInDoubt(done: Promise<void>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!isInDoubt(error)) throw error;
  });
}
