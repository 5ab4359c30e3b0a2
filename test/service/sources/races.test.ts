/** Writers that race and crash: every source is listed, and no list shows a wrong source. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { amount } from '../../support/amount.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { Crash, clientThat } from '../../support/faulty-client.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { namesOfEntries, postingsAmong, sourcesAmong } from '../support/open-sources.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const rounds = amount({ few: 2, many: 6, most: 200 });
const writersPerRound = 8;
const tags = ['red', 'green', 'blue'];
const names = ['first', 'second'];
const types = ['csv', 'json'];
const everyQuery = [
  '',
  ...tags.map((tag) => `tags:${tag}`),
  ...names.map((name) => `name:${name}`),
  ...types.map((type) => `preprocessors.type:${type}`),
];
const tagged = (...own: string[]): SourceContent => ({ tags: own, format: 'json', preprocessors: [] });

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

/** A process that crashes before its n-th command sends nothing from then on. */
function crashingProcess(commands: number) {
  const sent: Promise<unknown>[] = [];
  const client = clientThat(engine.client, (_command, forward) => {
    if (sent.length === commands) return Promise.reject(new Crash());
    const answer = forward();
    sent.push(answer);
    return answer;
  });
  /** Commands sent before may arrive after the crash. */
  return { client, settle: () => Promise.allSettled(sent) };
}

const isAsked = ({ tags: own, name, preprocessors }: SourceRecord, query: string) => {
  const [field, value = ''] = query.split(':');
  if (field === 'tags') return own.includes(value);
  if (field === 'name') return name === value;
  return field === '' || preprocessors.some(({ type }) => type === value);
};

/** Every list shows exactly its sources. */
async function expectRightLists(sources: SourceRepository, records: readonly SourceRecord[]): Promise<void> {
  for (const query of everyQuery) {
    const want = records.filter((record) => isAsked(record, query)).map(({ _id }) => _id);
    const { hits } = await sources.list({ from: 0, size: 1000, query });
    expect(hits.map(({ _id }) => _id)).toEqual(want.toSorted().toReversed());
  }
}

/** Documents and postings agree, and so do the lists. */
async function expectSound(tableName: string): Promise<void> {
  const items = await engine.scan(tableName);
  const records = sourcesAmong(items);
  expect(new Set(postingsAmong(items).map(({ term, id }) => `${term} ${id}`))).toEqual(
    namesOfEntries(records),
  );
  await expectRightLists(createSourceRepository({ client: engine.client, tableName }), records);
}

describe('a crash before each command', () => {
  const operations: readonly [
    name: string,
    run: (sources: SourceRepository, id: string) => Promise<unknown>,
  ][] = [
    ['of create', (sources) => sources.create(tagged('red', 'green'))],
    ['of a replace that changes tags', (sources, id) => sources.replace(id, tagged('green', 'blue'))],
    [
      'of a change that keeps the tags',
      (sources, id) => sources.change(id, (it) => ({ ...contentOf(it), format: 'csv' })),
    ],
    ['of remove', (sources, id) => sources.remove(id)],
  ];
  test.each(operations)('%s leaves the lists correct', async (_name, run) => {
    let crashes = 0;
    for (let commands = 0; ; commands++) {
      const tableName = await engine.makeTable();
      const { _id } = await createSourceRepository({ client: engine.client, tableName }).create(
        tagged('red', 'green'),
      );
      const { client, settle } = crashingProcess(commands);
      const outcome = await run(createSourceRepository({ client, tableName }), _id).then(
        () => 'done',
        (error: unknown) => error,
      );
      await settle();
      await expectSound(tableName);
      if (outcome === 'done') break;
      expect(outcome).toBeInstanceOf(Crash);
      crashes++;
    }
    expect(crashes).toBeGreaterThanOrEqual(1);
  });
});

const contentOf = ({ tags: own, format, preprocessors }: SourceRecord) => ({
  tags: own,
  format,
  preprocessors,
});

test(`${writersPerRound} writers that create, retag, delete, list and crash`, {
  tags: ['property'],
}, async () => {
  const random = pseudoRandom(20260101);
  for (let round = 0; round < rounds; round++) {
    const tableName = await engine.makeTable();
    const seed = createSourceRepository({ client: engine.client, tableName });
    const { _id } = await seed.create(tagged('red'));
    const acknowledged = new Map<string, SourceRecord>();
    const writers = Array.from({ length: writersPerRound }, async () => {
      // A write takes two commands, and one more for each lost race.
      const { client, settle } = crashingProcess(random() < 0.5 ? Math.floor(random() * 5) : Infinity);
      const sources = createSourceRepository({ client, tableName });
      const created = await act(sources, _id, random).catch(ignoreCrash);
      if (created) acknowledged.set(created._id, created);
      await sources.list({ from: 0, size: 10, query: pick(random, everyQuery) }).catch(ignoreCrash);
      await settle();
    });
    await Promise.all(writers);
    await expectSound(tableName);
    for (const record of acknowledged.values()) expect(await seed.get(record._id)).toEqual(record);
  }
});

/** Creates a source under a given id and returns it. */
async function act(
  sources: SourceRepository,
  shared: string,
  random: () => number,
): Promise<SourceRecord | undefined> {
  const content = {
    ...tagged(...tags.filter(() => random() < 0.5)),
    ...(random() < 0.5 ? { name: pick(random, names) } : {}),
    preprocessors: types.filter(() => random() < 0.3).map((type) => ({ type })),
  };
  const kind = random();
  if (kind < 0.3) return sources.create(content);
  if (kind < 0.45) await sources.remove(shared);
  else await sources.replace(shared, content);
  return undefined;
}

/** Others may have deleted the source, or won ten races. */
function ignoreCrash(error: unknown): undefined {
  if (error instanceof Crash) return;
  expect(error).toMatchObject({ code: expect.stringMatching(/^(?:not_found|write_conflict)$/) });
}

const pick = <T>(random: () => number, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;
