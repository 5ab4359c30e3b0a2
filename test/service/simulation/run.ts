/** One run: writers and readers on one table, all as the seed decides. */

import { act, planActors, randomList, type Scene } from './actors.ts';
import { Chance } from './chance.ts';
import { countList, skipInList, walkList } from './checked-lists.ts';
import { drawFaults, type Faults } from './faults.ts';
import { Network } from './network.ts';
import { Oracle, type Violation } from './oracle.ts';
import { type Host, openSources, type Subject } from './subject.ts';
import { Table } from './table.ts';
import { VirtualClock } from './virtual-clock.ts';
import { type Ground, randomContent } from './writers.ts';

export interface Result {
  readonly seed: number;
  readonly faults: Faults;
  /** The number of commands that reached the table. */
  readonly commands: number;
  /** Empty when all was right. */
  readonly violations: readonly Violation[];
}

const start = Date.UTC(2026, 0, 1);
/** Longer than any request is on its way, whatever the clocks say. */
const repairMs = 60 * 60_000;
/** Replicas that lag, in writes. */
const lags = [0, 0, 5, 20];
const maxPrepared = 4;
const finalLists = 2;

export async function simulate(seed: number, subject: Subject): Promise<Result> {
  const chance = new Chance(seed);
  const faults = drawFaults(chance);
  const oracle = new Oracle();
  const table = new Table({ onWrite: oracle.onWrite, lag: () => chance.whole(0, oracle.maxLag) });
  oracle.watch(table);
  const clock = new VirtualClock(start, chance.number);
  const network = new Network({ clock, chance, faults, table });
  let changes = 0;
  const ground: Ground = {
    chance,
    oracle,
    ids: [],
    favourites: chance.whole(1, 4),
    nextChange: () => ++changes,
  };
  const scene: Scene = { world: { clock, chance, faults, network }, ground, subject };
  const host = peacefulHost(clock, table);
  await prepare(scene, host);
  oracle.maxLag = chance.pick(lags);
  for (const actor of planActors(chance)) void act(actor, scene);
  await clock.run();
  clock.skip(repairMs);
  oracle.maxLag = 0;
  await checkInPeace(scene, host);
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

async function prepare({ world, ground, subject }: Scene, host: Host): Promise<void> {
  const { chance, ids, nextChange } = ground;
  const sources = openSources(subject, host, chance);
  for (let left = chance.whole(0, maxPrepared); left > 0; left--) {
    world.clock.skip(chance.duration(1, 10_000));
    ids.push((await sources.create(randomContent(chance, nextChange())))._id);
  }
}

/** Nothing is on its way any more. The first list is right although nobody has read the others. */
async function checkInPeace({ ground, subject }: Scene, host: Host): Promise<void> {
  const { chance, oracle } = ground;
  const sources = openSources(subject, host, chance);
  for (let left = finalLists; left > 0; left--) {
    const check = randomList(chance);
    await walkList(sources, oracle, check);
    await skipInList(sources, oracle, { check, from: chance.whole(0, 4) });
    await countList(sources, oracle, check);
  }
}
