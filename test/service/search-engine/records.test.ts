/**
 * Queries of records over OpenSearch 3 itself. The table and a brute force give the same answers to random ones, whatever is pushed,
 * replayed and crashes between them. A record that the index lacks is found, and an entry without a record is not shown.
 */

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test, vi } from 'vitest';
import { namesOfIndex } from '../../../lib/headwater/data/search/engine-index/index-shape.ts';
import { rebuildIndexes } from '../../../lib/headwater/data/search/engine-index/rebuild-index.ts';
import {
  indexChanged,
  indexNoted,
  unindexedPartition,
} from '../../../lib/headwater/data/search/engine-index/unindexed-documents.ts';
import { accessTable, type Item } from '../../../lib/headwater/data/store/table-access.ts';
import { placeIn } from '../../../lib/service/streams/leases/fair-turns.ts';
import { batchShape } from '../../../lib/service/streams/log/read/batch-shape.ts';
import { batchType } from '../../../lib/service/streams/log/read/indexed-batches.ts';
import { replaceRecords, takeBatches } from '../../../lib/service/streams/log/write/replace-records.ts';
import { recordPage } from '../../../lib/service/streams/record-page.ts';
import { amount } from '../../support/amount.ts';
import type { Draw } from '../../support/draw.ts';
import { startEngine } from '../../support/engine.ts';
import { meterClient } from '../../support/metered-client.ts';
import { testedEngine } from '../support/list-engine.ts';
import {
  allPages,
  beginModel,
  drawFrom,
  expected,
  type Model,
  type Question,
  randomQuestion,
  randomStep,
  textOf,
} from '../support/random-log.ts';
import { plentyOfTime as time } from '../support/replayed-source.ts';
import { startTestEngine } from './test-engine.ts';

const searched = await startTestEngine();
const engine = await startEngine();
const real = test.skipIf(searched === undefined);

let minutes = 0;

beforeEach(() => {
  // The rest after a failure is over in each test.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 * ++minutes });
  vi.stubEnv('SEARCH_ENDPOINT', searched?.endpoint ?? '');
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  };
});

/** A table, its index, and who follows it. */
async function begin(endpoint = searched?.endpoint ?? '') {
  const tableName = await engine.makeTable();
  const meter = meterClient(engine.client);
  const place = { engine: { ...engine, client: meter.client }, tableName };
  const table = accessTable(engine.client, tableName);
  const writer = { table, engine: testedEngine(endpoint), types: [batchType] };
  const { index } = namesOfIndex(tableName, batchShape);
  const refresh = () => searched?.ask('POST', `/${index}/_refresh?ignore_unavailable=true`);
  const known = new Map<string, unknown>();
  /** The keys of batches that were put, replaced or deleted since the last call. */
  const changes = async () => {
    const items = new Map<string, Item>(
      (await engine.scan(tableName)).flatMap((item: Item) =>
        batchType.nameOf(item) ? [[`${String(item['pk'])} ${String(item['sk'])}`, item] as const] : [],
      ),
    );
    const changed = [...items].filter(([key, { rewrite = 'first' }]) => known.get(key) !== rewrite);
    const gone = [...known.keys()].filter((key) => !items.has(key));
    for (const [key, { rewrite = 'first' }] of changed) known.set(key, rewrite);
    for (const key of gone) known.delete(key);
    return [...changed.map(([key]) => key), ...gone].map((key): Item => {
      const [pk, sk] = key.split(' ');
      return { pk, sk };
    });
  };
  const follow = async (keys?: readonly Item[]) => {
    for (const key of keys ?? (await changes())) await indexChanged(writer, key);
    await refresh();
  };
  return { tableName, place, meter, writer, index, refresh, changes, follow };
}

type Asked = Question & { readonly size: number };

/** All hits of a question, and the first page, by the table or by the index. */
async function ask(model: Model, by: 'table' | 'index', { query, order, from, pushed, size }: Asked) {
  vi.stubEnv('SEARCH_LISTS', by === 'index' ? 'on' : '');
  const times = { pushed_from: textOf(pushed.from), pushed_to: textOf(pushed.to) };
  const request = { size, order, ...times, query, view: 'document' } as const;
  const page = (at: number | undefined) => recordPage(model.log, { ...request, from: at }, time);
  const first = await page(from);
  return {
    first,
    positions: await allPages((at) => (at === from ? Promise.resolve(first) : page(at)), from),
  };
}

const all = { order: 'asc', from: undefined, pushed: { from: undefined, to: undefined }, size: 50 } as const;
async function positionsOfWord(model: Model, by: 'table' | 'index', word: string, more: Partial<Asked> = {}) {
  return (await ask(model, by, { ...all, query: word, ...more })).positions;
}

/** @returns the position of a new record. */
async function pushWord(model: Model, word: string): Promise<number> {
  const outcome = { status: 'stored', raw: {}, documents: [{ document: { a: word } }] } as const;
  const { outcomes } = await model.open().append({ outcomes: [outcome], bytes: 1, expiresAt: 4e9 });
  return outcomes[0]?.position ?? Number.NaN;
}

/** The newest batches are not in the index yet; a replay is, since it is found a moment later. */
async function randomRound(
  draw: Draw,
  model: Model,
  place: Awaited<ReturnType<typeof begin>>,
): Promise<void> {
  for (let steps = draw.nat(3); steps > 0; steps--) {
    if (draw.chance(70)) await model.push(draw, 1 + draw.nat(12), draw.pick([10, 800]));
    else if (draw.chance(60)) await model.replay(draw);
    else if (draw.chance(50)) await model.crash(draw);
    else await randomStep(draw, model);
  }
  const keys = await place.changes();
  const isLate = draw.chance(40);
  const late = isLate ? keys.slice(-2) : [];
  const items = new Map(
    (await engine.scan(place.tableName)).map((item: Item) => [`${item['pk']} ${item['sk']}`, item]),
  );
  const isReplaced = ({ pk, sk }: Item) => items.get(`${pk} ${sk}`)?.['rewrite'] !== undefined;
  await place.follow(keys.filter((key) => !late.includes(key) || isReplaced(key)));
  postponed.push(...late.filter((key) => !isReplaced(key)));
  if (draw.chance(50)) await place.follow(postponed.splice(0));
  model.now += 120_000;
}

const postponed: Item[] = [];

real(
  'random queries have equal answers by the index, the table and a brute force',
  { tags: ['streams'], timeout: 1_800_000 },
  async () => {
    const counts = { asked: 0, withHits: 0, equalPages: 0 };
    for (let seed = 1; seed <= amount({ few: 6, many: 6, most: 100 }); seed++) {
      postponed.length = 0;
      const place = await begin();
      const draw = drawFrom(seed * 7_919);
      const model = await beginModel(place.place, draw);
      for (let rounds = 0; rounds < 12; rounds++) {
        await randomRound(draw, model, place);
        for (let count = 0; count < 16; count++) {
          const question = { ...randomQuestion(draw, model), size: 1 + draw.nat(30) };
          const what = JSON.stringify({ seed, rounds, question });
          const wanted = expected(model.records, question);
          const read = await place.meter.measure(async () => {
            const found = await ask(model, 'index', question);
            expect(found.positions, what).toEqual(wanted);
            const table = await ask(model, 'table', question);
            expect(table.positions, what).toEqual(wanted);
            if (found.first.partial || table.first.partial) return;
            // A filter in the table also has the fields that a batch had before a replay.
            const { absent_fields: absent = [], ...page } = found.first;
            const { absent_fields: surely = [], ...tablePage } = table.first;
            expect(page, what).toEqual(tablePage);
            expect(absent, what).toEqual(expect.arrayContaining([...surely]));
            counts.equalPages++;
          });
          expect(read.units).toBeGreaterThan(0);
          counts.asked++;
          counts.withHits += wanted.length > 0 ? 1 : 0;
        }
      }
    }
    console.info(JSON.stringify(counts));
    expect(counts.withHits).toBeGreaterThan(counts.asked / 6);
    expect(counts.equalPages).toBeGreaterThan(counts.asked / 2);
  },
);

real('an engine that has half of a log, lost some of it or never had it finds all the same', async () => {
  const place = await begin();
  const draw = drawFrom(31);
  const model = await beginModel(place.place, draw);
  for (let push = 0; push < 12; push++) await model.push(draw, 8, 800);
  await place.follow((await place.changes()).filter((_, at) => at % 3 > 0));
  const questions = Array.from({ length: 20 }, () => ({ ...randomQuestion(draw, model), size: 50 }));
  const check = async () => {
    for (const question of questions)
      expect((await ask(model, 'index', question)).positions, JSON.stringify(question)).toEqual(
        expected(model.records, question),
      );
  };
  await check();
  // A cluster that was restored from a snapshot lacks the newest.
  await searched?.ask('POST', `/${place.index}/_delete_by_query?refresh=true`, {
    query: { range: { first: { gte: 40 } } },
  });
  await check();
  await searched?.ask('DELETE', `/${place.index}`);
  await check();
});

real('a rare record is found by few reads, and a push that nobody has indexed at once', async () => {
  const place = await begin();
  const draw = drawFrom(37);
  const model = await beginModel(place.place, draw);
  for (let push = 0; push < 30; push++) await model.push(draw, 4, 10);
  const rare = await pushWord(model, 'rareword');
  for (let push = 0; push < 30; push++) await model.push(draw, 4, 10);
  await place.follow();
  const found = await place.meter.measure(() => positionsOfWord(model, 'index', 'neverpushed'));
  const alone = await place.meter.measure(() => positionsOfWord(model, 'table', 'neverpushed'));
  // The head, the first batch, and where the log ends.
  expect(found.requests).toBeLessThan(8);
  expect(alone.requests).toBeGreaterThan(3 * found.requests);
  for (const order of ['asc', 'desc'] as const)
    expect(await positionsOfWord(model, 'index', 'rareword', { order })).toEqual([rare]);
  for (const order of ['asc', 'desc'] as const) {
    const word = `fresh${order}`;
    const position = await pushWord(model, word);
    expect(await positionsOfWord(model, 'index', word, { order })).toEqual([position]);
  }
});

real(
  'a replay is found when the index has followed, and nothing that it has replaced is shown before',
  async () => {
    const place = await begin();
    const model = await beginModel(place.place, drawFrom(41));
    const position = await pushWord(model, 'firstword');
    await pushWord(model, 'other');
    const documents = (word: string) => new Map([[position, [{ document: { a: word } }]]]);
    const replace = async (word: string) => {
      const { batches } = await takeBatches(model.log, { from: position, to: position, limit: 1 }, undefined);
      for (const { batch, records } of batches)
        await replaceRecords(model.log, { batch, records, documents: documents(word) });
    };
    await replace('oldword');
    await place.follow();
    expect(await positionsOfWord(model, 'index', 'oldword')).toEqual([position]);
    await replace('newword');
    // The batch is a candidate, and its record says that it does not match.
    expect(await positionsOfWord(model, 'index', 'oldword')).toEqual([]);
    expect(await positionsOfWord(model, 'index', 'newword')).toEqual([]);
    expect(await positionsOfWord(model, 'table', 'newword')).toEqual([position]);
    const [key] = await place.changes();
    // A late request of an earlier change reads the batch as it is now; one that was sent before arrives with its version.
    await place.follow(key ? [key, key] : []);
    expect(await positionsOfWord(model, 'index', 'newword')).toEqual([position]);
    const { body } = (await searched?.ask('GET', `/${place.index}/_search?version=true&size=100`)) ?? {};
    const versions = Object(body).hits.hits.map(({ _version: version }: { _version: number }) => version);
    expect(versions.filter((version: number) => version === 3)).toHaveLength(1);
  },
);

real('batches that expire and are removed leave the index; a void is no gap in it', async () => {
  const place = await begin();
  const draw = drawFrom(47);
  const model = await beginModel(place.place, draw);
  await model.push(draw, 4, 10);
  await model.crash(draw);
  await model.push(draw, 4, 10);
  await model.push(draw, 4, 10);
  await place.follow();
  const count = async () => {
    await place.refresh();
    const { body } = (await searched?.ask('GET', `/${place.index}/_count`)) ?? {};
    return Object(body).count;
  };
  const items: readonly Item[] = await engine.scan(place.tableName);
  const batches = items.filter((item) => batchType.nameOf(item));
  expect(batches.filter((item) => item['void'] === true)).toHaveLength(1);
  expect(await count()).toBe(batches.length);
  const alone = await place.meter.measure(() => positionsOfWord(model, 'index', 'neverpushed'));
  expect(alone.requests).toBeLessThan(8);
  // DynamoDB removes what has expired, and the table's stream tells of it.
  for (const { pk, sk } of batches)
    await engine.client.send(new DeleteCommand({ TableName: place.tableName, Key: { pk, sk } }));
  await place.follow();
  expect(await count()).toBe(0);
});

real(
  'without its engine the table answers, what was not indexed is noted, and indexed when it is back',
  async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const dead = await begin('http://127.0.0.1:9');
    const draw = drawFrom(53);
    const model = await beginModel(dead.place, draw);
    for (let push = 0; push < 5; push++) await model.push(draw, 4, 10);
    const keys = await dead.changes();
    await dead.follow(keys);
    const noted = async () =>
      (await engine.scan(dead.tableName)).filter(({ pk }: Item) => pk === unindexedPartition).length;
    expect(await noted()).toBe(keys.length);
    vi.stubEnv('SEARCH_ENDPOINT', 'http://127.0.0.1:9');
    const question = { ...all, query: 'a:*' };
    const wanted = expected(model.records, question);
    expect((await ask(model, 'index', question)).positions).toEqual(wanted);
    expect(String(errors.mock.calls[0])).toContain(
      'The table answers queries of records in place of the index',
    );
    vi.stubEnv('SEARCH_ENDPOINT', searched?.endpoint ?? '');
    const run = { isTimeUp: () => false, place: placeIn(dead.writer.table, 'unindexed') };
    await indexNoted({ ...dead.writer, engine: testedEngine(searched?.endpoint ?? '') }, run);
    expect(await noted()).toBe(0);
    await dead.refresh();
    vi.setSystemTime(Date.now() + 60_000);
    expect((await ask(model, 'index', question)).positions).toEqual(wanted);
    const { body } = (await searched?.ask('GET', `/${dead.index}/_count`)) ?? {};
    expect(Object(body).count).toBe(keys.length);
  },
);

real('a rebuild fills the index while pushes go on, and removes what the table does not have', async () => {
  const place = await begin();
  const draw = drawFrom(59);
  const model = await beginModel(place.place, draw);
  for (let push = 0; push < 40; push++) await model.push(draw, 4, 10);
  await place.follow();
  const [lost] = (await engine.scan(place.tableName)).filter((item: Item) => batchType.nameOf(item));
  // A deletion that no change has told of.
  await engine.client.send(
    new DeleteCommand({ TableName: place.tableName, Key: { pk: lost?.['pk'], sk: lost?.['sk'] } }),
  );
  model.records.splice(0, model.records.length, ...model.records.filter(({ position }) => position > 7));
  let isDone = false;
  let items = 0;
  const onItems = (read: number) => {
    items += read;
  };
  const rebuilt = rebuildIndexes({ ...place.writer, onItems }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await model.push(draw, 4, 10);
    const question = { ...randomQuestion(draw, model), size: 50 };
    expect((await ask(model, 'index', question)).positions, JSON.stringify(question)).toEqual(
      expected(model.records, question),
    );
  }
  expect(await rebuilt).toMatchObject([{ index: place.index, removed: 1 }]);
  expect(items).toBeGreaterThan(40);
  await place.follow();
  const again = await rebuildIndexes({ ...place.writer, onItems });
  const keys = (await engine.scan(place.tableName)).filter((item: Item) => batchType.nameOf(item));
  expect(again).toEqual([{ index: place.index, documents: keys.length, removed: 0 }]);
});
