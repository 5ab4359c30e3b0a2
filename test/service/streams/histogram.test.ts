/** Counts over time: the function that ships, beside counts of the same documents by hand. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { LogOutcome } from '../../../lib/service/streams/log/log-types.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';
import { openLog } from '../support/stream-log.ts';

interface Bucket {
  readonly begin: string;
  readonly count: number;
  readonly first?: number;
  readonly last?: number;
}

interface Histogram {
  readonly exact: boolean;
  readonly count: number;
  readonly without_time: number;
  readonly positions: number;
  readonly positions_read: number;
  readonly interval: number;
  readonly buckets: readonly Bucket[];
  readonly series: readonly { readonly value: unknown; readonly count: number; readonly counts: number[] }[];
  readonly absent_fields?: readonly string[];
}

let functions: StreamFunctions;

beforeAll(async () => {
  functions = await streamFunctions(['stream-push', 'stream-getHistogram', 'stream-listRecords']);
});

async function histogram(id: string, parameters: Readonly<Record<string, string>>): Promise<Histogram> {
  const query = `?${new URLSearchParams(parameters)}`;
  const { status, body } = await functions.call('stream-getHistogram', { id, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Histogram;
}

const counts = ({ buckets }: Histogram) => buckets.map(({ count }) => count);

const begin = Date.parse('2026-03-01T00:00:00Z');
const at = (seconds: number) => new Date(begin + seconds * 1_000).toISOString();

test('documents are counted by a field with their time, and by the values of another one', async () => {
  const id = await functions.makeStream();
  const push = (body: readonly object[]) => functions.call('stream-push', { id, body });
  await push([
    { '@timestamp': at(0), log: { level: 'info' } },
    { '@timestamp': at(61), log: { level: 'error' } },
    { '@timestamp': at(62), log: { level: 'info' } },
  ]);
  await push([
    { '@timestamp': begin + 59_999, log: { level: ['warn', 'error'] } },
    { '@timestamp': at(185), log: {} },
    { '@timestamp': 'yesterday', log: { level: 'info' } },
  ]);
  const parameters = { time: '@timestamp', by: 'log.level', interval: '60' };
  const all = await histogram(id, parameters);
  expect(all).toEqual({
    time: '@timestamp',
    exact: true,
    count: 6,
    without_time: 1,
    positions: 6,
    positions_read: 6,
    interval: 60,
    buckets: [
      { begin: at(0), count: 2, first: 0, last: 3 },
      { begin: at(60), count: 2, first: 1, last: 2 },
      { begin: at(120), count: 0 },
      { begin: at(180), count: 1, first: 4, last: 4 },
    ],
    series: [
      { value: 'info', count: 3, counts: [1, 1, 0, 0] },
      { value: 'error', count: 1, counts: [0, 1, 0, 0] },
      { value: 'warn', count: 1, counts: [1, 0, 0, 0] },
    ],
  });
  expect((await histogram(id, { ...parameters, values: '1' })).series).toEqual(all.series.slice(0, 1));
  const errors = await histogram(id, { ...parameters, query: 'log.level:error' });
  expect([errors.exact, errors.count, counts(errors)]).toEqual([true, 2, [1, 1]]);
  const some = await histogram(id, { ...parameters, from: '2', to: '3' });
  expect([some.exact, some.positions, some.positions_read, counts(some)]).toEqual([true, 2, 2, [1, 1]]);
  const none = await histogram(id, { ...parameters, query: 'log.levle:error' });
  expect(none).toMatchObject({ count: 0, buckets: [], series: [], absent_fields: ['log.levle'] });
});

test('buckets have a width that fits their number', async () => {
  const id = await functions.makeStream();
  const body = Array.from({ length: 100 }, (_, index) => ({ t: at(index * 600) }));
  await functions.call('stream-push', { id, body });
  for (const [most, interval] of [
    [1_000, 60],
    [60, 1_800],
    [17, 3_600],
    [1, 86_400],
  ] as const) {
    const { buckets, ...found } = await histogram(id, { time: 't', buckets: String(most) });
    expect(found.interval).toBe(interval);
    expect(buckets.length).toBeLessThanOrEqual(most);
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  }
});

describe('a request that is not possible is refused', () => {
  const cases: readonly [parameters: Readonly<Record<string, string>>, name: string, message: RegExp][] = [
    [{ interval: '60', buckets: '5' }, 'buckets', /absent beside interval/],
    [{ time: 't', interval: '1' }, 'interval', /86401 buckets, of at most 1000: must be at least 87$/],
    [{ by: 'a..b' }, 'by', /path of a field/],
    [{ from: '5', to: '4' }, 'to', /at least from, 5/],
    [{ time: 'a..b' }, 'time', /path of a field/],
    [{ pushed_from: at(1), pushed_to: at(0) }, 'pushed_to', /later than pushed_from/],
  ];
  test.for(cases)('%j', async ([parameters, name, message]) => {
    const id = await functions.makeStream();
    await functions.call('stream-push', { id, body: [{ t: at(0) }, { t: at(86_400) }] });
    const query = `?${new URLSearchParams(parameters)}`;
    const { status, body } = await functions.call('stream-getHistogram', { id, query });
    expect([status, body]).toMatchObject([400, { errors: [{ name }] }]);
    expect((body as { errors: { message: string }[] }).errors[0]?.message).toMatch(message);
  });
});

interface Written {
  readonly moment: number;
  readonly at: number;
  readonly position: number;
  readonly level: string;
}

/** Noise that no packing shortens, of so many bytes. */
function noise(random: () => number, bytes: number): string {
  return Array.from({ length: Math.ceil(bytes / 6) }, () => Math.floor(random() * 2 ** 31).toString(36)).join(
    '',
  );
}

/** Of two days: the second half of the first one is silent, and errors come at the end. */
async function makeLarge({
  batches,
  records,
  bytes,
}: Readonly<Record<'batches' | 'records' | 'bytes', number>>) {
  const stream = await functions.makeStream();
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let now = 0;
  const { client } = functions.engine;
  const log = openLog({ client, tableName: functions.tableName, stream, now: () => now });
  const written: Written[] = [];
  const start = Date.now() - 2 * 86_400_000;
  for (let batch = 0; batch < batches; batch++) {
    const part = batch / batches;
    now = Math.floor(start + (part < 0.4 ? part / 0.8 : 1 + (part - 0.4) / 0.6) * 86_400_000);
    const outcomes = Array.from({ length: records }, (_, index): LogOutcome => {
      const level = random() < (part > 0.9 ? 0.5 : 0.02) ? 'error' : 'info';
      const moment = now - Math.floor(random() * 5_000);
      written.push({ moment, at: now, position: batch * records + index, level });
      const document = { t: new Date(moment).toISOString(), level, text: noise(random, bytes) };
      return { status: 'stored', raw: { n: 1 }, documents: [{ document }] };
    });
    await log.append({ outcomes, bytes: 1, expiresAt: Math.ceil(Date.now() / 1_000) + 86_400 });
  }
  return { stream, written };
}

/** How much of what was written is in another bucket. */
function misplaced({ buckets, interval }: Histogram, moments: readonly number[]): number {
  const first = Date.parse(buckets[0]?.begin ?? '');
  const right = new Map<number, number>();
  for (const moment of moments) {
    const index = Math.floor((moment - first) / 1_000 / interval);
    right.set(index, (right.get(index) ?? 0) + 1);
  }
  const indexes = new Set([...right.keys(), ...buckets.keys()]);
  const wrong = [...indexes].reduce(
    (sum, index) => sum + Math.abs((buckets[index]?.count ?? 0) - (right.get(index) ?? 0)),
    0,
  );
  return wrong / moments.length;
}

test('a stream that is too dear is estimated from batches that are spread over it', {
  tags: ['streams'],
}, async () => {
  const { stream, written } = await makeLarge({ batches: 200, records: 40, bytes: 500 });
  const byTime = await histogram(stream, { time: 't', by: 'level', buckets: '50' });
  expect(byTime.exact).toBe(false);
  expect(byTime.positions).toBe(written.length);
  expect(byTime.positions_read / byTime.positions).toBeGreaterThan(0.2);
  expect(byTime.positions_read / byTime.positions).toBeLessThan(0.8);
  expect(Math.abs(byTime.count / written.length - 1)).toBeLessThan(0.01);
  expect(
    misplaced(
      byTime,
      written.map(({ moment }) => moment),
    ),
  ).toBeLessThan(0.1);
  // The silence is not filled.
  const silent = byTime.buckets.filter(({ count }) => count === 0);
  expect(silent.length).toBeGreaterThan(8);
  const errors = written.filter(({ level }) => level === 'error');
  const ofErrors = byTime.series.find(({ value }) => value === 'error');
  expect(Math.abs((ofErrors?.count ?? 0) / errors.length - 1)).toBeLessThan(0.2);
  const byPush = await histogram(stream, { buckets: '50' });
  expect(
    misplaced(
      byPush,
      written.map((one) => one.at),
    ),
  ).toBeLessThan(0.1);
  // The positions of a bucket lead to its records.
  const [full] = byTime.buckets.filter(({ count }) => count > 0).slice(5);
  const within = await histogram(stream, { time: 't', from: String(full?.first), to: String(full?.last) });
  expect(within.exact).toBe(true);
  expect(Date.parse(within.buckets[0]?.begin ?? '')).toBeGreaterThan(
    Date.parse(full?.begin ?? '') - 3_600_000,
  );
});

test('a rare word is counted exactly by the filters of batches', { tags: ['streams'] }, async () => {
  const { stream, written } = await makeLarge({ batches: 120, records: 40, bytes: 500 });
  const log = openLog({ client: functions.engine.client, tableName: functions.tableName, stream });
  const document = { t: at(0), text: 'needle7f3a', more: noise(Math.random, 6_000) };
  const outcomes: LogOutcome[] = [{ status: 'stored', raw: {}, documents: [{ document }] }];
  await log.append({ outcomes, bytes: 1, expiresAt: Math.ceil(Date.now() / 1_000) + 86_400 });
  const found = await histogram(stream, { query: 'needle7f3a' });
  expect(found).toMatchObject({ exact: true, count: 1, positions_read: written.length + 1 });
});

test('more small batches than one walk takes without records are all read', {
  tags: ['streams'],
}, async () => {
  const { stream, written } = await makeLarge({ batches: 1_200, records: 1, bytes: 10 });
  for (const query of ['', 'level:*'])
    expect(await histogram(stream, { query })).toMatchObject({
      exact: true,
      count: written.length,
      positions_read: written.length,
    });
});

test('only records of the given time of their push are counted', async () => {
  const { stream, written } = await makeLarge({ batches: 30, records: 10, bytes: 10 });
  const [from = 0, to = 0] = [written[100]?.at, written[200]?.at];
  const times = { pushed_from: new Date(from).toISOString(), pushed_to: new Date(to).toISOString() };
  const found = await histogram(stream, times);
  expect([found.exact, found.count]).toEqual([true, 100]);
  const nothing = await histogram(await functions.makeStream(), {});
  expect(nothing).toMatchObject({ exact: true, count: 0, positions: 0, buckets: [] });
});
