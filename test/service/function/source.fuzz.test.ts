/** Arbitrary requests to the emitted functions: every response follows the contract, and none is a 5xx. */

import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';
import { randomPreprocessor } from '../support/random-http.ts';

const seed = 20260101;

let engine: Engine;
let tableName: string;
let list: CallFunction;
let create: CallFunction;
let getById: CallFunction;

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  list = await loadFunction(repository, 'source-list');
  create = await loadFunction(repository, 'source-create');
  getById = await loadFunction(repository, 'source-getById');
});

beforeEach(() => engine.clear(tableName));

/** Characters of a request line; the gateway refuses all others. */
const urlText = fc.stringMatching(/^[!-"$-~]{0,40}$/);
const nearNumber = fc.oneof(
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.constantFrom('', '+1', '0x1', '1e3', ' 1', '-0', '1.0'),
);

const query = fc
  .array(
    fc.tuple(fc.constantFrom('from', 'size', 'query', '__proto__', 'x'), fc.oneof(urlText, nearNumber)),
    { maxLength: 5 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

test('lists', { tags: ['property'] }, async () => {
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const { status, headers } = await list({ url: `/v1/source?${text}` });
      expect([200, 400]).toContain(status);
      expect(headers['content-type']).toBe(status === 200 ? 'application/json' : 'application/problem+json');
    }),
    { seed, numRuns: amount({ few: 50, many: 100, most: 5_000 }) },
  );
});

const source = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
    tags: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), { maxLength: 5 }),
    format: fc.constantFrom('json', 'ndjson', 'csv', 'text'),
    preprocessors: fc.array(randomPreprocessor, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const sourceLike = fc.record(
  {
    name: fc.oneof(fc.string(), fc.anything()),
    description: fc.string(),
    tags: fc.oneof(fc.array(fc.string({ unit: 'grapheme' })), fc.anything()),
    format: fc.constantFrom('json', 'csv', 'xml', 1),
    preprocessors: fc.oneof(
      fc.array(fc.record({ type: fc.string(), option: fc.jsonValue() }, { requiredKeys: [] })),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: [] },
);

const body = fc.oneof(
  source.map(toJson),
  sourceLike.map(toJson),
  fc.jsonValue().map(toJson),
  fc.string(),
  fc.uint8Array(),
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/x+json',
  'text/plain',
  '',
);

/** JSON cannot express some values that fast-check generates. */
function toJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? String(member) : member)) ?? 'null'
  );
}

test('bodies: an accepted body is stored and returned unchanged', { tags: ['property'] }, async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(body, contentType, async (content, type) => {
      const answer = await create({
        method: 'POST',
        url: '/v1/source',
        headers: { 'content-type': type },
        body: content,
      });
      expect([201, 400, 413, 415]).toContain(answer.status);
      if (answer.status !== 201) return;
      accepted++;
      const { _id: id } = answer.body as { _id: string };
      const sent = JSON.parse(typeof content === 'string' ? content : Buffer.from(content).toString());
      const read = await getById({ url: `/v1/source/${id}`, pathParameters: { id } });
      expect(read.body).toEqual(answer.body);
      expect(read.body).toMatchObject(sent);
    }),
    { seed, numRuns: amount({ few: 100, many: 200, most: 10_000 }) },
  );
  expect(accepted).toBeGreaterThan(amount({ few: 5, many: 10, most: 500 }));
});

test('ids', { tags: ['property'] }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-f]{24}$/)),
      async (id) => {
        const { status } = await getById({ url: '/v1/source/x', pathParameters: { id } });
        expect([400, 404]).toContain(status);
      },
    ),
    { seed, numRuns: amount({ few: 50, many: 100, most: 5_000 }) },
  );
});
