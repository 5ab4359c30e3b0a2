/** Parameters with `x-filter`: each value is a literal, and the descriptor bounds their number. */

import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { startEngine } from '../../../support/engine.ts';
import { listing, makeProject } from '../../../support/project.ts';

const parameter = (name: string, type: string, others: object = {}) => ({
  paramType: 'query',
  name,
  type,
  'x-filter': name,
  ...others,
});

const list = (name: string, type: string) => parameter(name, 'array', { items: { type }, maxItems: 16 });

const letters = [...'abcdefghijkl'];

const alike = Array.from({ length: 12 }, (_, at) => `alike${at}`);

const parameters = [
  parameter('size', 'int', { defaultValue: 50, 'x-filter': undefined }),
  parameter('query', 'string', { 'x-filter': undefined }),
  list('tags', 'string'),
  list('name', 'string'),
  list('words', 'string'),
  list('count', 'int'),
  list('due', 'string'),
  parameter('day', 'string', { 'x-filter': 'due' }),
  parameter('one', 'string', { 'x-filter': 'name' }),
  // Nobody can send more different values than there are.
  parameter('letter', 'array', { items: { type: 'string', enum: letters } }),
  ...alike.map((name) => ({ ...list(name, 'string'), 'x-filter': 'tags' })),
  parameter('least', 'double', { 'x-filter': { field: 'count', op: '>=' } }),
  parameter('most', 'double', { 'x-filter': { field: 'count', op: '<=' } }),
  parameter('above', 'double', { 'x-filter': { field: 'count', op: '>' } }),
  parameter('exactly', 'double', { 'x-filter': 'count' }),
  parameter('default', 'array', {
    items: { type: 'string' },
    maxItems: 3,
    defaultValue: [],
    'x-filter': 'tags',
  }),
];

const fields = {
  tags: { type: 'array', items: { type: 'string' } },
  name: { type: 'string' },
  letter: { type: 'string' },
  words: { type: 'string' },
  count: { type: 'int' },
  due: { type: 'string' },
};

const managed = { _id: 'string', created: 'string', updated: 'string', revision: 'int' };

const properties = {
  ...Object.fromEntries(Object.entries(managed).map(([name, type]) => [name, { type, required: true }])),
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, required: true }])),
};

const body = { paramType: 'body', type: 'any', required: true };

const files = {
  'descriptors/api-docs.json': listing,
  'descriptors/item.json': {
    resourcePath: '/item',
    apis: [
      {
        path: '/item',
        operations: [
          { httpMethod: 'GET', nickname: 'find', responseClass: 'any', parameters },
          { httpMethod: 'POST', nickname: 'add', responseClass: 'any', parameters: [body] },
        ],
      },
      {
        path: '/item/own',
        operations: [
          {
            ...{ httpMethod: 'POST', nickname: 'findOwn', responseClass: 'any', parameters: [body] },
            responseMessages: [
              { code: 400, message: 'The query is not valid', 'x-problems': ['invalid_query'] },
            ],
          },
        ],
      },
    ],
    models: { Item: { id: 'Item', properties } },
  },
  'handlers/item/items.ts': `import { documentsOf, sharedDocumentType } from 'headwater/documents';
import type { Models } from '#generated/models/item.ts';

export const items = documentsOf(
  sharedDocumentType<Models['Item']>({
    name: 'item',
    all: 'i',
    fields: {
      tags: { kind: 'keyword', terms: 't', isList: true },
      name: { kind: 'keyword' },
      letter: { kind: 'keyword', terms: 'l' },
      words: { kind: 'text', terms: 'w' },
      count: { kind: 'integer', sort: true },
      due: { kind: 'date' },
    },
  }),
);
`,
  'handlers/item/find.ts': `import { listPage } from 'headwater/documents';
import type { Handle } from '#generated/types/item/find.ts';
import { items } from './items.ts';

export const handle: Handle = (input, _body, context) => listPage(items(context), input, context);
`,
  'handlers/item/add.ts': `import { createDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/item/add.ts';
import { items } from './items.ts';

export const handle: Handle = (_input, body, context) => createDocument(items(context), body as never);
`,
  'handlers/item/findOwn.ts': `import { listDocuments } from 'headwater/documents';
import type { Handle } from '#generated/types/item/findOwn.ts';
import { items } from './items.ts';

export const handle: Handle = (_input, filters, context) =>
  listDocuments(items(context), { size: 50, filters: filters as never });
`,
};

/** What would have a meaning in a query, a pattern, or a list of values. */
const literals = [
  ...['"', '"a b"', 'a*', '*', 'a?', 'a\\', '\\', 'a OR b', 'OR', 'NOT a', '-a', '[1 TO 2]', '>=1', 'a:b'],
  ...[
    'name:a',
    '(a)',
    'a/b',
    'a\tb',
    'a  b',
    "a'b",
    '%',
    'a+b',
    '{"a":1}',
    'true',
    '1',
    '01',
    'now',
    'a',
    'b',
  ],
];

const stored = literals.map((text, at) => ({
  tags: [text, `t${at}`],
  name: text,
  letter: letters[at % letters.length] ?? '',
  words: `${at} words`,
  count: at,
  due: `2026-03-${String(1 + (at % 28)).padStart(2, '0')}T12:00:00Z`,
}));

let find: CallFunction;
let findOwn: CallFunction;

const json = { 'content-type': 'application/json' };

beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  const project = await makeProject(files);
  expect((await build(project)).diagnostics).toEqual([]);
  const add = await loadFunction(project, 'item-add');
  for (const item of stored) {
    const request = { method: 'POST', url: '/v1/item', headers: json, body: JSON.stringify(item) };
    expect(await add(request)).toMatchObject({ status: 201 });
  }
  find = await loadFunction(project, 'item-find');
  findOwn = await loadFunction(project, 'item-findOwn');
});

const namesIn = (answer: { readonly body: unknown }) =>
  (answer.body as { readonly hits: readonly { readonly name: string }[] }).hits
    .map(({ name }) => name)
    .toSorted();

const queryOf = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

async function found(...pairs: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const answer = await find({ url: `/v1/item?${queryOf(pairs)}` });
  expect(answer.status).toBe(200);
  return namesIn(answer);
}

describe('a value is a literal', () => {
  test.each(literals)('%s', { tags: ['functions'] }, async (text) => {
    expect(await found(['name', text])).toEqual([text]);
    expect(await found(['tags', text])).toEqual([text]);
  });

  test.each(['a"', 'a\\*', 'or', 'a or', 'nam*', '?'])(
    '%s, which no document has',
    { tags: ['functions'] },
    async (text) => {
      const same = literals.filter((each) => each.toLowerCase() === text);
      expect(await found(['name', text])).toEqual(same);
      expect(await found(['tags', text])).toEqual(same);
    },
  );

  // A list of Swagger 1.x that is sent empty has no values.
  test('an empty one finds nothing', { tags: ['functions'] }, async () => {
    for (const name of ['name', 'tags', 'words', 'count', 'default', 'one'])
      expect(await found([name, ''])).toEqual([]);
    expect(await found(['name', ''], ['query', 'tags:t1'])).toEqual([]);
  });

  test('of a date is a date, or refused with its parameter', { tags: ['functions'] }, async () => {
    for (const text of ['', 'soon', '2026-02-30', '*', '[2026 TO 2027]'])
      expect(await find({ url: `/v1/item?${queryOf([['day', text]])}` })).toMatchObject({
        status: 400,
        body: {
          type: 'urn:problem-type:headwater:invalid_request',
          errors: [{ in: 'query', name: 'day', code: 'format' }],
        },
      });
  });

  test('with a fraction equals no integer', { tags: ['functions'] }, async () => {
    expect(await found(['exactly', '1.5'])).toEqual([]);
    expect(await found(['above', '1.5'], ['most', '2.5'])).toEqual([literals[2]]);
    expect(await found(['above', '1'], ['most', '2'])).toEqual([literals[2]]);
  });

  test('of a range that ends before it begins finds nothing', { tags: ['functions'] }, async () => {
    expect(await found(['least', '3'], ['most', '2'])).toEqual([]);
    expect(await found(['least', '3'], ['most', '3'])).toEqual([literals[3]]);
  });
});

describe('many values', () => {
  const values: Readonly<Record<string, (at: number) => string>> = {
    tags: (at) => `t${at}`,
    name: (at) => literals[at] ?? '',
    words: String,
    count: String,
    due: (at) => `2026-03-${String(1 + at).padStart(2, '0')}`,
  };

  test.each(Object.entries(values))('%s', { tags: ['functions'] }, async (name, valueAt) => {
    const sent = (count: number) => Array.from({ length: count }, (_, at) => [name, valueAt(at)] as const);
    expect((await found(...sent(16))).length).toBe(name === 'due' ? 17 : 16);
    const repeated = Array.from({ length: 16 }, () => [name, valueAt(3)] as const);
    expect(await found(...repeated)).toEqual([literals[3]]);
    expect(await find({ url: `/v1/item?${queryOf(sent(17))}` })).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'query', name, code: 'max_items' }] },
    });
  });

  test('of an enum need no limit: each counts once', { tags: ['functions'] }, async () => {
    const all = Array.from({ length: 900 }, (_, at) => ['letter', letters[at % 3] ?? ''] as const);
    const expected = stored.filter(({ letter }) => 'abc'.includes(letter)).map(({ name }) => name);
    expect(await found(...all)).toEqual(expected.toSorted());
  });

  test('of all parameters at once', { tags: ['functions'] }, async () => {
    const pairs = Object.entries(values).flatMap(([name, valueAt]) =>
      Array.from({ length: 16 }, (_, at) => [name, valueAt(at)] as const),
    );
    const all = [...pairs, ...letters.map((letter) => ['letter', letter] as const)];
    const words = Array.from({ length: 16 }, (_, at) => `tags:t${at}`).join(' OR ');
    expect(await found(...all, ['query', words])).toEqual(literals.slice(0, 16).toSorted());
  });

  test('of more parameters than the index can read terms for', { tags: ['functions'] }, async () => {
    const pairs = alike.flatMap((name, at) =>
      Array.from(
        { length: 16 },
        (_, index) => [name, index < 2 ? `t${index}` : `none${at}-${index}`] as const,
      ),
    );
    expect(await found(...pairs)).toEqual(literals.slice(0, 2).toSorted());
  });

  test('of a filter that a handler makes are refused', { tags: ['functions'] }, async () => {
    const own = (count: number) => {
      const filters = [{ field: 'tags', values: Array.from({ length: count }, (_, at) => `t${at}`) }];
      return findOwn({ method: 'POST', url: '/v1/item/own', headers: json, body: JSON.stringify(filters) });
    };
    expect(namesIn(await own(16))).toEqual(literals.slice(0, 16).toSorted());
    expect(await own(17)).toMatchObject({
      status: 400,
      body: { detail: 'The filter of tags must have at most 16 different values.' },
    });
  });
});
