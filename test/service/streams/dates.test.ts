/** Dates of logs, by the push as it ships: what no engine reads, so the answers are those of a calendar. */

import { beforeAll, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions(['stream-push', 'stream-listRecords']);
});

const day = 86_400_000;

/** The documents of texts, each in the field `t`. */
async function dated(step: object, texts: readonly unknown[]): Promise<readonly unknown[]> {
  const preprocessors = [{ type: 'date', field: 't', target_field: 'd', ...step }];
  const id = await service.makeStream({ source: await service.makeSource({ preprocessors }) });
  const body = `[${texts.map((text) => `{"t":${typeof text === 'bigint' ? text : JSON.stringify(text)}}`).join()}]`;
  await service.call('stream-push', { id, body, headers: { 'content-type': 'application/json' } });
  const page = await service.call('stream-listRecords', { id });
  return Object(page.body).hits.map(({ document }: { document: { d: unknown } }) => document.d);
}

test.each([
  ['ISO8601', '2018-05-02T10:11:12.123456789Z', '2018-05-02T10:11:12.123456789Z'],
  ['ISO8601', '2018-05-02T10:11:12.1234567Z', '2018-05-02T10:11:12.1234567Z'],
  ['ISO8601', '2018-05-02T10:11:12.120000Z', '2018-05-02T10:11:12.120Z'],
  ['ISO8601', '2018-05-02T10:11:12Z', '2018-05-02T10:11:12.000Z'],
  ['UNIX', '1525255872.123456789', '2018-05-02T10:11:12.123456789Z'],
  ['UNIX', '1525255872.1', '2018-05-02T10:11:12.100Z'],
  ['UNIX', '-0.000000001', '1969-12-31T23:59:59.999999999Z'],
  ['UNIX', '1.5e9', '2017-07-14T02:40:00.000Z'],
  ['UNIX_US', '1525255872123456', '2018-05-02T10:11:12.123456Z'],
  ['UNIX_NS', '1525255872123456789', '2018-05-02T10:11:12.123456789Z'],
  ['UNIX_NS', 1_525_255_872_123_456_789n, '2018-05-02T10:11:12.123456789Z'],
  ['UNIX_NS', '-1', '1969-12-31T23:59:59.999999999Z'],
])('%s %s keeps its nanoseconds', async (format, text, want) => {
  expect(await dated({ formats: [format] }, [text])).toEqual([want]);
});

test('a format of the result says how many digits it has', async () => {
  const output = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";
  expect(await dated({ formats: ['UNIX'], output_format: output }, ['1.123456'])).toEqual([
    '1970-01-01T00:00:01.123Z',
  ]);
});

test.each([
  // In days from the push.
  ['the newest year in which it is at most a day ahead of the push', 'day', [-363, -181, -90, -1, 0, 1]],
  ['the year in which it is nearest to the push', 'nearest', [-181, -90, -1, 0, 1, 90, 181]],
])('a date without a year is in %s: future %s', async (_, future, distances) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hourCycle: 'h23', timeZone: 'UTC' },
  } as const);
  const spoken = (time: number) => format.format(time).replace(',', '');
  const now = Math.floor(Date.now() / 1000) * 1000;
  // A leap day has no counterpart in most years.
  const times = distances
    .map((days) => now + days * day)
    .filter((time) => spoken(time).slice(0, 6) !== 'Feb 29');
  const want = times.map((time) => new Date(time).toISOString());
  expect(await dated({ formats: ['MMM dd HH:mm:ss'], future }, times.map(spoken))).toEqual(want);
});
