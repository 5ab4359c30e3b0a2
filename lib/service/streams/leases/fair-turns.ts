/**
 * Fair turns of background work, so that one owner's work can neither stop nor starve that of another. The work of an owner who
 * owes read units has no turn: it stays for a later run.
 *
 * The owner whose last turn began the longest ago is first. The tasks of one owner follow each other in the order of their
 * names, beginning behind the last one. Each turn is short, and its beginning is noted before the work: what ends its function
 * comes last in the next run.
 */

import {
  getItem,
  type InvocationTime,
  type Item,
  isInDebt,
  layoutVersion,
  putItem,
  queryAll,
  systemClock,
  type TableAccess,
  watchHalfTime,
} from 'headwater/table';

/** Never an owner's partition: owners contain no `~`. */
export const turnPartition = '~turns';

/** The kinds of work that have turns of their own. */
type TurnKind = 'replay' | 'sink' | 'kinesis';

/** The last turn of an owner. */
export interface Turn {
  readonly kind: string;
  readonly owner: string;
  /** The name of the task. */
  readonly last: string;
  /** When it began, in milliseconds since 1970, or just after the turn before it. */
  readonly at: number;
}

/** An owner without work for so long is first again. */
const keptSeconds = 7 * 86_400;

/** The longest turn: so many steps, such as parts of a replay or requests to an engine, or so long. */
const maxSteps = 20;
const maxTurnMs = 5_000;

/**
 * Returns a predicate to call after each step: true once the turn is over.
 *
 * @param own The table, as the task uses it: its owner pays for what is read.
 */
export function watchTurn({ lambda }: InvocationTime, own: TableAccess): () => boolean {
  const leastMs = lambda.getRemainingTimeInMillis() - maxTurnMs;
  let steps = 0;
  return () => ++steps >= maxSteps || isInDebt(own) || lambda.getRemainingTimeInMillis() <= leastMs;
}

interface Task {
  readonly owner: string;
  /** Unique among the tasks of its owner and kind. */
  readonly name: string;
  /** The table, as the task uses it: its owner pays for what is read. */
  readonly own: TableAccess;
  /**
   * @param isEnough Called after each step: true ends the turn.
   * @returns `more` if it can continue at once.
   */
  readonly run: (isEnough: () => boolean) => Promise<unknown>;
}

interface Turns {
  readonly table: TableAccess;
  readonly kind: TurnKind;
  readonly time: InvocationTime;
  /** The most turns at once. Nobody has two more than another owner with waiting tasks. */
  readonly atOnce: number;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

interface OwnerTasks {
  readonly owner: string;
  readonly waiting: Task[];
  running: number;
}

/**
 * Gives each task a turn, then a second one to each that has more to do, and so on. Begins no turn in the second half of the
 * time, and none of an owner who owes read units.
 *
 * @throws ServiceError unavailable, timeout; the first error of a task, after all tasks have had their turn.
 */
export async function takeTurns(turns: Turns, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  const { table, kind, time, atOnce, now = systemClock.now } = turns;
  const isTimeUp = watchHalfTime(time);
  const earlier = await listTurns(table, kind);
  const owners = orderTasks(tasks, earlier);
  const errors: unknown[] = [];
  let at = Math.max(0, ...earlier.map((turn) => turn.at));
  const takeTurn = async (all: OwnerTasks, task: Task) => {
    const { owner, name, own, run } = task;
    all.running++;
    try {
      at = Math.max(at + 1, now());
      await putTurn(table, { kind, owner, last: name, at });
      const isOver = watchTurn(time, own);
      if ((await run(() => isOver() || isTimeUp())) === 'more') all.waiting.push(task);
    } catch (error) {
      errors.push(error);
    }
    all.running--;
  };
  const work = async () => {
    while (!isTimeUp()) {
      const next = nextOwner(owners);
      const task = next?.waiting.shift();
      if (!next || !task) return;
      if (!isInDebt(task.own)) await takeTurn(next, task);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (errors.length > 0) throw errors[0];
}

/** The tasks of each owner, in the order of their turns. */
function orderTasks(tasks: readonly Task[], earlier: readonly Turn[]): OwnerTasks[] {
  const turns = new Map(earlier.map((turn) => [turn.owner, turn]));
  const byOwner = Map.groupBy(tasks, ({ owner }) => owner);
  const order = (one: { readonly owner: string }) => turns.get(one.owner)?.at ?? 0;
  return [...byOwner]
    .map(([owner, own]) => ({ owner, waiting: startingBehind(own, turns.get(owner)?.last), running: 0 }))
    .toSorted((one, other) => order(one) - order(other));
}

function startingBehind(tasks: readonly Task[], last = ''): Task[] {
  const sorted = tasks.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const start = sorted.findIndex(({ name }) => name > last);
  return start < 0 ? sorted : [...sorted.slice(start), ...sorted.slice(0, start)];
}

/** The owner with the fewest turns at the moment, of these the one that has waited longest. It goes to the end of the list. */
function nextOwner(owners: OwnerTasks[]): OwnerTasks | undefined {
  const waiting = owners.filter((one) => one.waiting.length > 0);
  const fewest = Math.min(...waiting.map(({ running }) => running));
  const next = waiting.find(({ running }) => running === fewest);
  if (next) owners.push(...owners.splice(owners.indexOf(next), 1));
  return next;
}

function turnKey({ kind, owner }: Pick<Turn, 'kind' | 'owner'>): Item {
  return { pk: turnPartition, sk: `${kind}/${owner}` };
}

export async function putTurn(table: TableAccess, { kind, owner, last, at }: Turn): Promise<void> {
  const expiresAt = Math.ceil(at / 1_000) + keptSeconds;
  await putItem(table, { Item: { ...turnKey({ kind, owner }), layout: layoutVersion, last, at, expiresAt } });
}

async function getTurn(table: TableAccess, name: Pick<Turn, 'kind' | 'owner'>): Promise<Turn | undefined> {
  const item = await getItem(table, { Key: turnKey(name), ConsistentRead: true });
  return item && parseTurn(item);
}

/** Lists of the work of all owners, which may be too long for one run. */
type ListKind = 'redelivery' | 'unindexed';

/** The key in the list behind which the next run goes on; empty at its beginning. */
export function placeIn(table: TableAccess, kind: ListKind, now = systemClock.now) {
  return {
    read: async () => (await getTurn(table, { kind, owner: '' }))?.last ?? '',
    note: (last: string) => putTurn(table, { kind, owner: '', last, at: now() }),
  };
}

async function listTurns(table: TableAccess, kind: TurnKind): Promise<Turn[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': turnPartition, ':sk': `${kind}/` },
    ConsistentRead: true,
  });
  return items.flatMap((item) => parseTurn(item) ?? []);
}

/** Undefined if the item is not a turn but something that other software has written. */
export function parseTurn({ pk, sk, layout, last, at }: Item): Turn | undefined {
  const [kind, owner] = String(sk).split('/');
  if (pk !== turnPartition || layout !== layoutVersion || kind === undefined || owner === undefined)
    return undefined;
  return typeof last === 'string' && typeof at === 'number' ? { kind, owner, last, at } : undefined;
}
