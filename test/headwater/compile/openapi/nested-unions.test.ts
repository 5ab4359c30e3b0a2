/** Values of unions within each other: each is checked once for each type, however many of the types contain the next one. */

import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { compileToModule } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { schemaWith } from '../../../../lib/headwater/compile/schema/json-schema.ts';
import { referenceTo } from '../../../../lib/headwater/compile/schema/walk.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { loadValidators } from '../../../support/load-validators.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, more: object = {}) => ({
  content: { 'application/json': { schema, ...more } },
});
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const post = (operationId: string, requestBody: object) => ({
  post: { operationId, requestBody, responses: { 204: { description: 'Done' } } },
});

const operators = Array.from({ length: 20 }, (_, index) => `Op${index}`);
const operand = ref('Expression');
const operator = (name: string) =>
  object({ op: { const: name }, left: operand, right: operand }, { required: ['op', 'left'] });

/** A tree with one leaf, under this number of levels. */
function tree(levels: number, around: (inner: unknown) => unknown, leaf: unknown): unknown {
  return Array.from({ length: levels }).reduce(around, leaf);
}

const nested = (levels: number, leaf: unknown) => tree(levels, (left) => ({ op: 'Op19', left }), leaf);
const linked = (levels: number, leaf: unknown) => tree(levels, (next) => ({ next }), leaf);

const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/thing/expression': post('calculate', json(operand)),
    '/thing/list': post('store', json({ type: 'array', items: operand })),
    '/thing/part': post('part', json(ref('Part'))),
    '/thing/link': post('link', json(ref('One'), { example: linked(40, {}) })),
  },
  components: {
    schemas: {
      Expression: { oneOf: [...operators.map(ref), { type: 'string' }] },
      ...Object.fromEntries(operators.map((name) => [name, operator(name)])),
      // The alternative knows the member that nothing else does.
      Part: object(
        { name: { type: 'string' } },
        { anyOf: [ref('Link'), ref('Double')], unevaluatedProperties: false },
      ),
      Link: object({ next: { oneOf: [ref('Part'), { type: 'string' }] } }),
      Double: object({ next: { anyOf: [ref('Part'), ref('Link')] } }),
      // Each value fits both.
      One: object({ next: { anyOf: [ref('One'), ref('Two')] } }),
      Two: object({ next: { anyOf: [ref('One'), ref('Two')] } }, { additionalProperties: ref('One') }),
    },
  },
};

const documentOf = (schemas: object) =>
  planDocument({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: Object.fromEntries(
      Object.keys(schemas).map((name) => [
        `/thing/${name.toLowerCase()}`,
        post(name.toLowerCase(), json(ref(name))),
      ]),
    ),
    components: { schemas },
  });

const calls = new Map<string, CallFunction>();

async function issuesOf(name: string, value: unknown) {
  const call = calls.get(name);
  if (!call) throw new Error(`There is no function ${name}.`);
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await call({ method: 'POST', url: '/v1', headers, body: JSON.stringify(value) });
  return { status, errors: (body as { errors?: unknown } | undefined)?.errors };
}

beforeAll(async () => {
  const names = ['calculate', 'store', 'part', 'link'];
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': document,
    ...Object.fromEntries(
      names.map((name) => [`handlers/thing/${name}.ts`, 'export const handle = () => undefined;\n']),
    ),
  });
  const { diagnostics } = await build(project);
  expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  for (const name of names) calls.set(name, await loadFunction(project, `thing-${name}`));
});

test('of exactly one type at each level', async () => {
  expect(await issuesOf('calculate', nested(40, 'a'))).toEqual({ status: 204 });
  const message = expect.stringMatching(/^must be a Op0, or .* or a string$/);
  expect(await issuesOf('calculate', nested(40, 1))).toEqual({
    status: 400,
    errors: [{ in: 'body', pointer: '/left'.repeat(40), code: 'no_match', message }],
  });
});

test('whose members are all known', async () => {
  expect(await issuesOf('part', linked(60, { name: 'a' }))).toEqual({ status: 204 });
  const { status, errors } = await issuesOf('part', { ...Object(linked(60, {})), other: 1 });
  expect(status).toBe(400);
  expect(errors).toContainEqual(expect.objectContaining({ pointer: '/other', code: 'unknown_member' }));
});

test('of several types at each level', async () => {
  expect(await issuesOf('link', linked(60, {}))).toEqual({ status: 204 });
  expect(await issuesOf('link', linked(60, 1))).toEqual({
    status: 400,
    errors: [{ in: 'body', pointer: '/next', code: 'no_match', message: 'must be a One, or a Two' }],
  });
});

test('beside members that they check, too', async () => {
  const inner = { child: ref('Body') };
  const document = documentOf({
    Body: object(inner, { anyOf: [object(inner), { type: 'array' }] }),
    Named: {
      ...object({ kind: { type: 'string' }, child: ref('Named') }, { required: ['kind'] }),
      oneOf: [ref('A'), ref('B')],
      discriminator: { propertyName: 'kind', mapping: { a: ref('A').$ref, b: ref('B').$ref } },
    },
    A: object({ kind: { const: 'a' }, child: ref('Named') }, { required: ['kind'] }),
    B: object({ kind: { const: 'b' }, child: ref('Named') }, { required: ['kind'] }),
  });
  const models = document.service?.resources[0]?.models ?? new Map();
  const chain = (leaf: unknown, more: object) => tree(40, (child) => ({ ...more, child }), leaf);
  for (const [name, more] of [
    ['Body', {}],
    ['Named', { kind: 'b' }],
  ] as const) {
    const [validate] = await loadValidators([compileToModule(schemaWith(referenceTo(name), models))]);
    expect(validate?.(chain({ kind: 'a' }, more))).toBe(true);
    expect(validate?.(chain(true, more))).toBe(false);
    expect(validate?.errors?.length).toBeLessThan(200);
  }
});

test('so many in a list that all their issues would take minutes', { tags: ['descriptors'] }, async () => {
  const wrong = Array.from({ length: 100_000 }, () => true);
  const { errors } = await issuesOf('store', wrong);
  expect(errors).toHaveLength(20);
  expect(errors).toContainEqual(expect.objectContaining({ pointer: '/19', code: 'no_match' }));
});
