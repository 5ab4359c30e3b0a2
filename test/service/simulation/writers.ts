/** The changes of writers, and the expectations of the oracle for each change. */

import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { onlyRevision } from '../support/only-revision.ts';
import type { SourceRepository } from '../support/source-repository.ts';
import type { Chance } from './chance.ts';
import type { Oracle } from './oracle.ts';
import { names, tags } from './questions.ts';
import { codeOf, isInDoubt } from './subject.ts';

/** Shared by all processes of a run. */
export interface Ground {
  readonly chance: Chance;
  readonly oracle: Oracle;
  /** The ids that clients know of. */
  readonly ids: string[];
  /** Most changes affect the first ids, as many as this number. */
  readonly favourites: number;
  /** Numbers changes. */
  readonly nextChange: () => number;
}

/** Whether a change was made: after a transient failure nobody knows. */
type Ended = 'made' | 'not made' | 'unknown';

export async function writeOnce(ground: Ground, store: SourceRepository): Promise<void> {
  const { chance, ids, favourites } = ground;
  const few = chance.of(0.9) ? ids.slice(0, favourites) : ids;
  const id = few.length > 0 ? chance.pick(few) : undefined;
  if (id === undefined || chance.of(0.15)) return create(ground, store);
  const kind = chance.number();
  if (kind < 0.08) return remove(ground, store, id);
  if (kind < 0.2) return readOnce(ground, store, id);
  return change(ground, store, { id, isConditional: kind < 0.7 });
}

async function create(ground: Ground, store: SourceRepository): Promise<void> {
  const number = ground.nextChange();
  const content = randomContent(ground.chance, number);
  const ended = await outcomeOf(async () => {
    ground.ids.push((await store.create(content))._id);
  }, []);
  expectMade(ground, number, ended);
}

async function change(
  ground: Ground,
  store: SourceRepository,
  { id, isConditional }: { readonly id: string; readonly isConditional: boolean },
): Promise<void> {
  const number = ground.nextChange();
  const content = randomContent(ground.chance, number);
  const ended = await outcomeOf(async () => {
    const check = isConditional ? onlyRevision((await store.get(id)).revision) : undefined;
    const changed = await store.replace(id, content, check);
    ground.oracle.expect(
      JSON.stringify(changed.preprocessors) === JSON.stringify(content.preprocessors),
      'state',
      () => `change ${number} of ${id} returns another change`,
    );
  }, ['not_found', 'precondition_failed', 'write_conflict']);
  expectMade(ground, number, ended);
}

async function remove({ oracle }: Ground, store: SourceRepository, id: string): Promise<void> {
  const from = oracle.step;
  const ended = await outcomeOf(() => store.remove(id), ['not_found', 'write_conflict']);
  const wasGone = () => oracle.statesOf(id, { from, to: oracle.step }).includes(undefined);
  oracle.expect(ended !== 'made' || wasGone(), 'change', () => `${id} was removed and exists`);
}

async function readOnce({ oracle }: Ground, store: SourceRepository, id: string): Promise<void> {
  const from = oracle.step;
  let found = JSON.stringify(undefined);
  const ended = await outcomeOf(async () => {
    found = JSON.stringify(await store.get(id));
  }, ['not_found']);
  const states = oracle.statesOf(id, { from, to: oracle.step }).map((source) => JSON.stringify(source));
  oracle.expect(
    ended === 'unknown' || states.includes(found),
    'state',
    () => `${id} is read as it never was`,
  );
}

/** @param refusals The codes of errors after which nothing has changed. */
async function outcomeOf(run: () => Promise<void>, refusals: readonly string[]): Promise<Ended> {
  try {
    await run();
    return 'made';
  } catch (error) {
    if (refusals.includes(codeOf(error) ?? '')) return 'not made';
    if (isInDoubt(error)) return 'unknown';
    throw error;
  }
}

function expectMade({ oracle }: Ground, change: number, ended: Ended): void {
  const times = oracle.timesMade(change);
  const isRight = ended === 'unknown' ? times <= 1 : times === (ended === 'made' ? 1 : 0);
  oracle.expect(isRight, 'change', () => `change ${change} ended as ${ended} and was made ${times} times`);
}

export function randomContent(chance: Chance, change: number): SourceContent {
  const name = chance.pick(names.map((one) => ({ one }))).one;
  const type = chance.pick(['csv', 'json']);
  return {
    ...(name === undefined ? {} : { name }),
    tags: tags.filter(() => chance.of(0.4)),
    format: chance.pick(['csv', 'json']),
    preprocessors: [{ type, change }],
  };
}
