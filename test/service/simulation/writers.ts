/** The changes of writers, and the expectations of the oracle for each change. */

import { ServiceError } from '../../../lib/headwater/shared/errors.ts';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { StreamContent, StreamRecord } from '../../../lib/service/streams/stream-record.ts';
import { batchOf } from '../support/stream-log.ts';
import type { Chance } from './chance.ts';
import type { Ended, Oracle } from './oracle.ts';
import { names, tags } from './questions.ts';
import { codeOf, isInDoubt, type Opened } from './subject.ts';

/** Shared by all processes of a run. */
export interface Ground {
  readonly chance: Chance;
  readonly oracle: Oracle;
  /** The ids that clients know of. */
  readonly sources: string[];
  readonly streams: string[];
  /** Most changes affect the first ids, as many as this number. */
  readonly favourites: number;
  /** Numbers changes. */
  readonly nextChange: () => number;
}

/** One operation of one process. */
interface Operation extends Ground {
  readonly store: Opened;
}

export async function writeOnce(operation: Operation): Promise<void> {
  const { chance } = operation;
  const source = pickId(operation, 'sources');
  const stream = pickId(operation, 'streams');
  if (source === undefined || chance.of(0.1)) return createSource(operation);
  if (stream !== undefined && chance.of(0.2)) return pushRecord(operation, stream);
  if (chance.of(0.4)) return writeSource(operation, source);
  if (chance.of(0.5)) return writeSample(operation, source);
  if (stream === undefined || chance.of(0.3)) return createStream(operation, source);
  return writeStream(operation, stream);
}

function pickId({ chance, favourites, ...ground }: Ground, kind: 'sources' | 'streams'): string | undefined {
  const ids = chance.of(0.9) ? ground[kind].slice(0, favourites) : ground[kind];
  return ids.length > 0 ? chance.pick(ids) : undefined;
}

export function createSource(operation: Operation): Promise<void> {
  const { chance, sources, store } = operation;
  return makeChange(operation, ['write_conflict'], async (change) => {
    const content = randomSource(chance, change);
    sources.push((await store.subject.createDocument(store.sources, content))._id);
  });
}

export function createStream(operation: Operation, source: string): Promise<void> {
  const { chance, streams, store } = operation;
  return makeChange(operation, ['not_found', 'write_conflict'], async (change) => {
    const content = randomStream(chance, { source, state: 'open', retention_days: change });
    streams.push((await store.subject.createStream(store.streams, content))._id);
  });
}

/**
 * Appends a record to a log. Its single writes of the head meet the transactions that create and remove the stream.
 *
 * What becomes of records is tested elsewhere: here, no error may escape that says nothing to the client.
 */
async function pushRecord({ chance, store }: Operation, stream: string): Promise<void> {
  const { subject, streams, clock } = store;
  const { owner } = streams.index;
  const log = { owner, stream, table: streams.table, now: clock.now, newId: streams.newId };
  const key = chance.of(0.5) ? String(chance.whole(1, 3)) : undefined;
  await outcomeOf(async () => {
    if (!(await subject.findAppended(log, key))) await subject.appendBatch(log, batchOf([1]), key);
  }, ['request_in_progress', 'write_conflict']);
}

function writeSource(operation: Operation, id: string): Promise<void> {
  const { chance, store } = operation;
  const kind = chance.number();
  if (kind < 0.3) return removeSource(operation, id);
  if (kind < 0.4)
    return readOnce(operation, `source/${id}`, () => store.subject.getDocument(store.sources, id));
  return makeChange(operation, ['not_found', 'precondition_failed', 'write_conflict'], async (change) => {
    const content = randomSource(chance, change);
    const seen = chance.of(0.5) ? await store.subject.getDocument(store.sources, id) : undefined;
    await store.subject.changeDocument(store.sources, id, {
      contentOf: () => content,
      check: onlyRevision<SourceRecord>(seen),
    });
  });
}

function writeStream(operation: Operation, id: string): Promise<void> {
  const { chance, store } = operation;
  const { subject, streams } = store;
  const kind = chance.number();
  if (kind < 0.2) {
    const refusals = ['not_found', 'write_conflict', 'state_conflict'];
    return remove(operation, `stream/${id}`, refusals, () =>
      subject.removeStream(streams, id, () => undefined),
    );
  }
  if (kind < 0.3) return readOnce(operation, `stream/${id}`, () => subject.getDocument(streams, id));
  const refusals = ['not_found', 'precondition_failed', 'write_conflict', 'state_conflict'];
  return makeChange(operation, refusals, async (change) => {
    const state = chance.pick(['open', 'paused', 'closed'] as const);
    const changed = randomStream(chance, { source: '', state, retention_days: change });
    const seen = chance.of(0.5) ? await subject.getDocument(streams, id) : undefined;
    await subject.changeStream(streams, id, {
      contentOf: ({ source }) => ({ ...changed, source }),
      check: onlyRevision<StreamRecord>(seen),
    });
  });
}

/** As handlers/source/remove.ts. */
function removeSource(operation: Operation, source: string): Promise<void> {
  const { subject, sources, streams } = operation.store;
  const check = () => subject.refuseUsed(streams, source, { hasScope: () => true });
  const sample = { change: subject.deleteSample(sources.index, source) };
  return remove(operation, `source/${source}`, ['not_found', 'write_conflict', 'source_in_use'], () =>
    subject.removeDocument(sources, source, { check, besideOf: () => [sample] }),
  );
}

function writeSample(operation: Operation, id: string): Promise<void> {
  const { chance, store } = operation;
  const { subject, sources } = store;
  if (chance.of(0.3))
    return remove(operation, `sample/${id}`, ['not_found', 'write_conflict'], () =>
      subject.removeSample(sources, id, () => undefined),
    );
  return makeChange(operation, ['not_found', 'write_conflict'], async (change) => {
    const contentOf = () => ({ records: [{ change }] });
    await subject.putSample(sources, id, { contentOf, check: () => undefined });
  });
}

/** @param refusals The codes of errors after which the change is not made. */
async function makeChange(
  { oracle, nextChange }: Operation,
  refusals: readonly string[],
  run: (change: number) => Promise<void>,
): Promise<void> {
  const change = nextChange();
  // In case that the process crashes.
  oracle.note(change, 'unknown');
  oracle.note(change, await outcomeOf(() => run(change), refusals));
}

async function remove(
  { oracle }: Operation,
  name: string,
  refusals: readonly string[],
  run: () => Promise<void>,
): Promise<void> {
  const from = oracle.step;
  oracle.noteRemoval(name, 1);
  const ended = await outcomeOf(run, refusals);
  const wasGone = oracle.statesOf(name, { from, to: oracle.step }).includes(undefined);
  if (ended === 'not made') oracle.noteRemoval(name, -1);
  oracle.expect(ended !== 'made' || wasGone, 'change', () => `${name} was removed and exists`);
}

async function readOnce({ oracle }: Operation, name: string, read: () => Promise<object>): Promise<void> {
  const from = oracle.step;
  let found = JSON.stringify(undefined);
  const ended = await outcomeOf(async () => {
    found = JSON.stringify(await read());
  }, ['not_found']);
  const states = oracle.statesOf(name, { from, to: oracle.step }).map((stored) => JSON.stringify(stored));
  const isRight = ended === 'unknown' || states.includes(found);
  oracle.expect(isRight, 'state', () => `${name} is read as it never was`);
}

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

/** Admits every revision if none was seen. */
function onlyRevision<Document extends { readonly revision: number }>(seen: Document | undefined) {
  return ({ revision }: Document) => {
    if (seen && revision !== seen.revision)
      throw new ServiceError('precondition_failed', `It is at revision ${revision}.`);
  };
}

function randomSource(chance: Chance, change: number): SourceContent {
  const type = chance.pick(['csv', 'json']);
  const format = chance.pick(['csv', 'json'] as const);
  return { ...randomNames(chance), format, preprocessors: [{ type, change }] };
}

function randomStream(
  chance: Chance,
  members: Pick<StreamContent, 'source' | 'state' | 'retention_days'>,
): StreamContent {
  return { ...randomNames(chance), ...members, on_error: 'quarantine' };
}

function randomNames(chance: Chance): { readonly name?: string; readonly tags: string[] } {
  const name = chance.pick(names.map((one) => ({ one }))).one;
  return { ...(name === undefined ? {} : { name }), tags: tags.filter(() => chance.of(0.4)) };
}
