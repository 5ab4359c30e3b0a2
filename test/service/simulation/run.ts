/** One run: writers and readers on one table, all as the seed decides. */

import { act, planActors, type Scene } from './actors.ts';
import { Chance } from './chance.ts';
import { CheckedList, randomList } from './checked-lists.ts';
import { drawFaults, type Faults } from './faults.ts';
import { Network } from './network.ts';
import { Oracle, type Violation } from './oracle.ts';
import { type Host, open, type Subject } from './subject.ts';
import type { Table } from './table.ts';
import { VirtualClock } from './virtual-clock.ts';
import { createSource, createStream, type Ground } from './writers.ts';

export interface Result {
  readonly seed: number;
  readonly faults: Faults;
  /** The number of commands that reached the table. */
  readonly commands: number;
  /** Empty when all was right. */
  readonly violations: readonly Violation[];
}

const start = Date.UTC(2026, 0, 1);
/** Replicas that lag, in commits. */
const lags = [0, 0, 5, 20];
const maxPrepared = 4;
/** More than one read of postings covers: in one run of fifty. */
const manyPrepared = 150;
const finalLists = 2;

export async function simulate(seed: number, subject: Subject): Promise<Result> {
  const chance = new Chance(seed);
  const faults = drawFaults(chance);
  const oracle = new Oracle();
  const clock = new VirtualClock(start, chance.number);
  const network = new Network({ clock, chance, faults, onCommit: oracle.onCommit });
  const { table } = network;
  let changes = 0;
  const ground: Ground = {
    chance,
    oracle,
    sources: [],
    streams: [],
    favourites: chance.whole(1, 4),
    nextChange: () => ++changes,
  };
  const scene: Scene = { world: { clock, chance, faults, network }, ground, subject };
  const store = open(subject, peacefulHost(clock, table), chance);
  const operation = { ...ground, store };
  const prepared = chance.of(0.02) ? manyPrepared : chance.whole(0, maxPrepared);
  for (let left = prepared; left > 0; left--) {
    clock.skip(chance.duration(1, 10_000));
    await createSource(operation);
    if (chance.of(0.5)) await createStream(operation, chance.pick(ground.sources));
  }
  table.maxLag = chance.pick(lags);
  for (const actor of planActors(chance)) void act(actor, scene);
  await clock.run();
  // Nothing is on its way any more.
  table.maxLag = 0;
  oracle.expectOutcomes();
  for (let left = finalLists; left > 0; left--) {
    const list = new CheckedList(store, oracle, randomList(chance), 0);
    await list.walk();
    await list.skip(chance.whole(0, 4));
  }
  return { seed, faults, commands: network.commands, violations: oracle.violations };
}

/** Alone in the world: each command is executed at once. */
function peacefulHost(clock: VirtualClock, table: Table): Host {
  return {
    now: () => Math.floor(clock.now),
    pause: async (ms) => clock.skip(ms),
    send: async (name, input) => table.execute(name, input),
  };
}
