/** The fields of stored documents and their values: the function that ships, beside counts by hand. */

import { beforeAll, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

interface Fields {
  readonly exact: boolean;
  readonly count: number;
  readonly sampled: number;
  readonly total: number;
  readonly hits: readonly { readonly path: string; readonly top: readonly unknown[] }[];
  readonly absent_fields?: readonly string[];
}

let functions: StreamFunctions;
let stream: string;

const documents = Array.from({ length: 120 }, (_, index) => ({
  log: { level: index % 10 === 0 ? 'error' : 'info' },
  status: index % 10 === 0 ? 500 + (index % 3) : 200,
  ...(index < 60 ? { '@timestamp': new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString() } : {}),
  tags: [`t${index % 7}`, 'all'],
}));

beforeAll(async () => {
  functions = await streamFunctions(['stream-push', 'stream-listFields']);
  stream = await functions.makeStream();
  for (const from of [0, 40, 80])
    await functions.call('stream-push', { id: stream, body: documents.slice(from, from + 40) });
});

async function fields(parameters: Readonly<Record<string, string>> = {}): Promise<Fields> {
  const query = `?${new URLSearchParams(parameters)}`;
  const { status, body } = await functions.call('stream-listFields', { id: stream, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Fields;
}

test('all fields of a stream, with their types, ranges and values', async () => {
  const found = await fields();
  expect(found).toMatchObject({ exact: true, count: 120, sampled: 120, positions: 120, total: 4 });
  expect(found.hits.map(({ path }) => path)).toEqual(['log.level', 'status', '@timestamp', 'tags']);
  expect(found.hits).toMatchObject([
    {
      type: 'text',
      count: 120,
      top: [
        { value: 'info', count: 108 },
        { value: 'error', count: 12 },
      ],
    },
    { type: 'long', count: 120, min: 200, max: 502 },
    { type: 'date', count: 60, missing: 60, presence: 0.5, earliest: '2026-03-01T00:00:00.000Z' },
    { multi_valued: true, count: 120, cardinality: 8 },
  ]);
});

test('the values of one field of what a query finds', async () => {
  const errors = await fields({ field: 'status', values: '20', query: 'log.level:error' });
  expect(errors).toMatchObject({ exact: true, count: 12, total: 1 });
  expect(errors.hits[0]?.top).toHaveLength(3);
  expect(errors.hits).toMatchObject([{ path: 'status', count: 12, min: 500, max: 502 }]);
  expect(await fields({ field: 'statsu' })).toMatchObject({ hits: [], absent_fields: ['statsu'] });
  expect((await fields({ from: '40', to: '49' })).count).toBe(10);
});

test('a sample is spread over what was found, and says that it is one', async () => {
  const few = await fields({ sample: '12' });
  expect(few).toMatchObject({ exact: false, count: 120, sampled: 12 });
  // Every tenth document is an error.
  expect(few.hits[0]).toMatchObject({ path: 'log.level', top: [{ value: 'error', count: 12 }] });
});

test('many values are those of one field', async () => {
  const { status, body } = await functions.call('stream-listFields', { id: stream, query: '?values=20' });
  expect([status, body]).toMatchObject([400, { errors: [{ name: 'values' }] }]);
});
