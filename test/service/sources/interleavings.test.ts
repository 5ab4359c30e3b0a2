/** Interleavings that would lose a posting without the conditions of the protocol. */

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { maxPostingMs } from '../../../lib/data/search/documents/document-writes.ts';
import { placeOfTerm, termOf } from '../../../lib/data/search/index/terms.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';
import { onlyRevision } from '../support/only-revision.ts';
import { openSources } from '../support/open-sources.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const { partition } = placeOfTerm(openSources, termOf('t', 'a'));
const withTag: SourceContent = { tags: ['a'], format: 'json', preprocessors: [] };
const without: SourceContent = { ...withTag, tags: [] };

let engine: Engine;
let tableName: string;
let sources: SourceRepository;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({ client: engine.client, tableName });
});

/** Puts the posting of the tag, deletes it, puts the source. */
type Step = 'put' | 'delete' | 'source';

const isStep = (command: unknown, step: Step) => {
  if (command instanceof DeleteCommand) return step === 'delete' && command.input.Key?.['pk'] === partition;
  const pk = command instanceof PutCommand ? String(command.input.Item?.['pk']) : '';
  return step === 'put' ? pk === partition : step === 'source' && pk.startsWith('source/');
};

/** A process that waits or crashes before that step. */
function processThat(before: (step: Promise<void>) => Promise<unknown>, step: Step, now = Date.now) {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const client = clientThat(engine.client, async (command, forward) => {
    if (isStep(command, step)) {
      reached.resolve();
      await before(held.promise);
    }
    return forward();
  });
  const repository = createSourceRepository({ client, tableName, now });
  return { sources: repository, reached: reached.promise, goOn: held.resolve };
}

const waits = (held: Promise<void>) => held;
const dies = () => Promise.reject(new Error('crash'));
const later = () => Date.now() + maxPostingMs + 1000;

async function expectListed(id: string): Promise<void> {
  const { hits } = await sources.list({ from: 0, size: 10, query: 'a' });
  expect(hits.map(({ _id }) => _id)).toEqual([id]);
}

test('a late clean-up keeps the posting of a later revision', async () => {
  const { _id } = await sources.create(withTag);
  const slow = processThat(waits, 'delete');
  const untagging = slow.sources.replace(_id, without);
  await slow.reached;
  await sources.replace(_id, withTag);
  slow.goOn();
  await untagging;
  await expectListed(_id);
});

test('a late put does not age the posting of a later revision', async () => {
  const { _id } = await sources.create(without);
  const [putter, cleaner] = [processThat(waits, 'put'), processThat(waits, 'delete')];
  const loser = putter.sources.replace(_id, withTag, onlyRevision(1)).catch((error: unknown) => error);
  await putter.reached;
  await sources.replace(_id, withTag);
  const untagging = cleaner.sources.replace(_id, without);
  await cleaner.reached;
  await sources.replace(_id, withTag);
  putter.goOn();
  expect(await loser).toMatchObject({ code: 'precondition_failed' });
  cleaner.goOn();
  await untagging;
  await expectListed(_id);
});

test('a late put does not age the posting of a running write of the same revision', async () => {
  const { _id } = await sources.create(without);
  const running = processThat(waits, 'source');
  const tagging = running.sources.replace(_id, withTag);
  await running.reached;
  await putAndDie(_id, () => Date.now() - 3_600_000);
  await sources.list({ from: 0, size: 10, query: 'a' });
  running.goOn();
  await tagging;
  await expectListed(_id);
});

test('a repair keeps the posting of a write that DynamoDB may still accept', async () => {
  const { _id } = await sources.create(without);
  const late = processThat(waits, 'source');
  const tagging = late.sources.replace(_id, withTag);
  await late.reached;
  const now = () => Date.now() + 15 * 60_000;
  const reader = createSourceRepository({ client: engine.client, tableName, now });
  await reader.list({ from: 0, size: 10, query: 'a' });
  late.goOn();
  await tagging;
  await expectListed(_id);
});

test('a write that lost removes its postings at once', async () => {
  const { _id } = await sources.create(without);
  await putAndDie(_id);
  await sources.replace(_id, { ...without, name: 'other' });
  const postingsOfTag = async () =>
    (await engine.scan(tableName)).filter(({ pk }) => pk === partition).length;
  expect(await postingsOfTag()).toBe(1);
  expect(await sources.list({ from: 0, size: 10, query: 'a' })).toMatchObject({ total: 0, hits: [] });
  expect(await postingsOfTag()).toBe(0);
});

test('a repair keeps a posting renewed by a write of the same revision', async () => {
  const { _id } = await sources.create(without);
  await putAndDie(_id, () => Date.now() - 60_000);
  const reader = processThat(waits, 'delete', later);
  const reading = reader.sources.list({ from: 0, size: 10, query: 'a' });
  await reader.reached;
  await sources.replace(_id, withTag);
  reader.goOn();
  await reading;
  await expectListed(_id);
});

test('a repair keeps the posting of a later revision', async () => {
  const { _id } = await sources.create(withTag);
  await processThat(dies, 'delete')
    .sources.replace(_id, without)
    .catch(() => undefined);
  const reader = processThat(waits, 'delete', later);
  const reading = reader.sources.list({ from: 0, size: 10, query: 'a' });
  await reader.reached;
  await sources.replace(_id, withTag);
  reader.goOn();
  await reading;
  await expectListed(_id);
});

/** Leaves the posting of a revision 2 that was never written. */
async function putAndDie(id: string, now = Date.now): Promise<void> {
  const error = await processThat(dies, 'source', now)
    .sources.replace(id, withTag)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: 'crash' });
}
