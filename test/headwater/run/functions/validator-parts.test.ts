/** A large validator has two parts: the second is loaded with the first value that needs it, and the answers are as of one. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { compileToModule } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { compileInParts } from '../../../../lib/headwater/compile/schema/validator-parts.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const members = Array.from({ length: 80 }, (_, at) => `member${at}`);
const memberOf = (at: number) => ({
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 1, maxLength: at + 1 },
    count: { type: 'integer', maximum: at },
  },
});
const models = {
  Box: {
    id: 'Box',
    properties: {
      name: { type: 'string', maxLength: 9 },
      parts: { type: 'array', maxItems: 9, items: { type: 'Part' } },
      spare: { type: 'array', items: { type: 'Part' } },
    },
  },
  Part: {
    id: 'Part',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      within: { type: 'array', items: { type: 'Part' } },
      ...Object.fromEntries(members.map((name, at) => [name, memberOf(at)])),
    },
  },
};

const own = (at: number) => ({ name: 'a', [`member${at}`]: { count: at } });
const wrong = (at: number) => ({ name: 'a', [`member${at}`]: { text: '', count: at + 1 } });

let project: string;
let bundle: string;

beforeAll(async () => {
  project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/box.json': {
      resourcePath: '/box',
      apis: [
        {
          path: '/box',
          operations: [
            {
              ...{ nickname: 'pack', httpMethod: 'POST', responseClass: 'any' },
              parameters: [{ paramType: 'body', type: 'Box' }],
            },
          ],
        },
      ],
      models,
    },
    'handlers/box/pack.ts': 'export const handle = () => 1;',
  });
  expect((await build(project)).diagnostics).toEqual([]);
  bundle = await readFile(join(project, '.generated/bundles/box-pack/index.mjs'), 'utf8');
});

const pack = (call: CallFunction, body: object) =>
  call({
    method: 'POST',
    url: '/v1/box',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('the bundle has the first part, and loads the second', async () => {
  const items = '../.generated~validators~box~pack.items/index.mjs';
  expect(bundle).toContain(JSON.stringify(items));
  expect(bundle).not.toContain('member79');
  const second = await readFile(join(project, '.generated/bundles/box-pack', items), 'utf8');
  expect(second).toContain('member79');
});

const bodies: readonly (readonly [name: string, body: object, pointers: readonly string[]])[] = [
  ['no parts', { name: 'a' }, []],
  ['an empty list', { parts: [] }, []],
  ['a name that is too long, and no parts', { name: 'abcdefghij' }, ['/name']],
  ['a part', { parts: [own(0)] }, []],
  ['parts within parts', { parts: [{ ...own(1), within: [own(2), { name: 'b', within: [own(3)] }] }] }, []],
  ['a wrong part', { parts: [own(0), wrong(7)] }, ['/parts/1/member7/text', '/parts/1/member7/count']],
  ['a part without its name', { spare: [{}] }, ['/spare/0/name']],
  [
    'wrong parts in both lists, one within another, beside a wrong name',
    { name: 'abcdefghij', parts: [{ name: 'a', within: [wrong(79)] }], spare: [{ ...own(1), other: 1 }] },
    ['/name', '/parts/0/within/0/member79/text', '/parts/0/within/0/member79/count', '/spare/0/other'],
  ],
];

test.each(bodies)(
  '%s: as the first request of a function, and as a later one',
  async (_name, body, pointers) => {
    const answers: unknown[] = [];
    const call = await loadFunction(project, 'box-pack');
    // Two first requests at once load the same part.
    answers.push(...(await Promise.all([pack(call, body), pack(call, body)])));
    for (const [, other] of bodies) await pack(call, other);
    answers.push(await pack(call, body));
    for (const answer of answers) {
      const { status, body: problem } = answer as Awaited<ReturnType<typeof pack>>;
      const errors: readonly { readonly pointer: string }[] = Object(problem).errors ?? [];
      expect([status, errors.map(({ pointer }) => pointer).toSorted()]).toEqual([
        pointers.length === 0 ? 201 : 400,
        pointers.toSorted(),
      ]);
    }
  },
);

const large = {
  type: 'object',
  properties: Object.fromEntries(members.map((name, at) => [name, memberOf(at)])),
};

test.each<[name: string, schema: Readonly<Record<string, unknown>>]>([
  ['of a value that is no list', { $ref: '#/$defs/Part', $defs: { Part: large } }],
  ['that is short', { type: 'array', items: { $ref: '#/$defs/Part' }, $defs: { Part: { type: 'string' } } }],
  [
    'that asks which members were seen',
    { items: { $ref: '#/$defs/Part' }, unevaluatedProperties: false, $defs: { Part: large } },
  ],
])('a validator %s stays whole', (_name, schema) => {
  expect(compileInParts(schema)).toEqual({ main: compileToModule(schema) });
});
