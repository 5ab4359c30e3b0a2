/** The actors of a run: writers, readers and operators, each with a process for every operation. */

import { documentClient } from '../../../lib/data/store/client.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { newProgress, verifyTable } from '../../../lib/tools/admin/verify-table.ts';
import type { SourceRepository } from '../support/source-repository.ts';
import type { Chance } from './chance.ts';
import { type ListCheck, skipInList, walkList } from './checked-lists.ts';
import { simulatedClient } from './client.ts';
import { SimulatedProcess, type World } from './process.ts';
import { questions } from './questions.ts';
import { isInDoubt, openSources, type Subject, tableName } from './subject.ts';
import { type Ground, writeOnce } from './writers.ts';

export interface Scene {
  readonly world: World;
  readonly ground: Ground;
  readonly subject: Subject;
}

interface Actor {
  /** An operator verifies the table and repairs it. */
  readonly kind: 'writer' | 'reader' | 'operator';
  readonly operations: number;
  /** The longest pause before an operation. */
  readonly maxPauseMs: number;
}

/** In some runs many writers compete; in others repairs have time between operations. */
export function planActors(chance: Chance): Actor[] {
  const isHurried = chance.of(0.3);
  const maxPauseMs = isHurried ? 2_000 : 20 * 60_000;
  const some = (kind: Actor['kind'], count: number): Actor[] =>
    Array.from({ length: count }, () => ({ kind, operations: chance.whole(1, 3), maxPauseMs }));
  const writers = isHurried ? chance.whole(3, 10) : chance.whole(2, 4);
  return [
    ...some('writer', writers),
    ...some('reader', chance.whole(1, 2)),
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
      const sources = openSources(subject, process, chance);
      if (kind === 'writer') await writeOnce(ground, sources);
      else if (kind === 'reader') await unlessInDoubt(readOnce(ground, sources));
      else await unlessInDoubt(repairOnce(ground, process));
    }
  } catch (error) {
    oracle.fail('error', `a ${kind} throws ${(error as Error).stack}`);
  }
}

async function readOnce({ chance, oracle }: Ground, sources: SourceRepository): Promise<void> {
  const check = randomList(chance);
  if (chance.of(0.6)) return walkList(sources, oracle, check);
  return skipInList(sources, oracle, { check, from: chance.whole(0, 4) });
}

/** Whatever is out of order, each stored source has its postings, so nothing is missing. */
async function repairOnce({ chance, oracle }: Ground, process: SimulatedProcess): Promise<void> {
  const progress = newProgress(tableName, storedTypes, chance.whole(1, 3));
  const client = documentClient(simulatedClient(process.send, process.retry));
  const { now, pause } = process;
  const clock = { now, pause, random: chance.number };
  await verifyTable({
    client,
    tableName,
    types: storedTypes,
    clock,
    isRepairing: true,
    unitsPerSecond: 1_000,
    progress,
  });
  const { missing, malformed } = progress.report.found;
  oracle.expect(
    missing + malformed === 0,
    'posting',
    () => `damage is found: ${JSON.stringify(progress.report)}`,
  );
}

async function unlessInDoubt(done: Promise<void>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!isInDoubt(error)) throw error;
  });
}

export function randomList(chance: Chance): ListCheck {
  const question = chance.pick(questions);
  return { question, size: chance.pick([1, 2, 3, 10]), sort: chance.pick(['created', '-created'] as const) };
}
