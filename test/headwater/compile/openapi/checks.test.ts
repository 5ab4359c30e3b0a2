/** Keywords that a type of the plan cannot say: what handlers get, what clients are told, what documents say. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { compileSchema } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const media = (schema: object) => ({ content: { 'application/json': { schema } } });

const Shape = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', pattern: '^[\\w\\:\\-\\,]+\\:?$', not: { enum: ['none'] } },
    secret: { type: 'string', writeOnly: true },
    place: { type: 'array', prefixItems: [number, number, text], items: false, minItems: 2 },
    labels: { type: 'object', patternProperties: { '^x\\-': text }, additionalProperties: false },
  },
  dependentRequired: { secret: ['place'] },
  oneOf: [
    { required: ['radius'], properties: { radius: number } },
    { required: ['side'], properties: { side: number, key: { type: 'string', writeOnly: true } } },
  ],
  unevaluatedProperties: false,
};

const paths = {
  '/shape': {
    post: {
      operationId: 'create',
      tags: ['shape'],
      requestBody: { required: true, ...media(ref('Shape')) },
      responses: { 201: { description: 'Made', ...media(ref('Shape')) } },
    },
  },
};
const info = { title: 'Shapes', version: '1' };
const document = { openapi: '3.1.0', info, paths, components: { schemas: { Shape } } };

const projectWith = (code: string) =>
  makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/shape.json': document,
    'handlers/shape/create.ts': `import type { Handle } from '#generated/types/shape/create.ts';
export const handle: Handle = ${code};
`,
  });

describe('a function', () => {
  let folder: string;
  let call: CallFunction;
  const create = (body: unknown) =>
    call({
      method: 'POST',
      url: '/v1/shape',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    folder = await projectWith(`(_input, shape) => {
      const [x, y, unit] = shape.place ?? [0, 0];
      const sum: number = x + y;
      const label: string | undefined = shape.labels?.['x-a'];
      return sum === unit?.length && label === '' ? { ...shape, name: unit } : shape;
    }`);
    expect((await build(folder)).diagnostics.map(describeDiagnostic)).toEqual([]);
    call = await loadFunction(folder, 'shape-create');
  });

  test('gets what satisfies all of them, and omits what only requests have', async () => {
    const kept = { name: 'a:-,:', place: [1, 2, 'cm'], labels: { 'x-a': 'b' }, side: 2 };
    const { status, body } = await create({ ...kept, secret: 'b', key: 'c' });
    expect({ status, body }).toEqual({ status: 201, body: kept });
  });

  test.each<[body: object, issue: object]>([
    [
      { name: 'none', radius: 1 },
      { pointer: '/name', code: 'no_match', message: 'must be another value' },
    ],
    [
      { name: 'a;', radius: 1 },
      { pointer: '/name', code: 'pattern', message: 'must match ^[\\w:\\-\\x2c]+:?$' },
    ],
    [
      { name: 'a', radius: 1, secret: 'b' },
      { pointer: '/place', code: 'required', message: 'is required beside secret' },
    ],
    [
      { name: 'a', radius: 1, other: 1 },
      {
        pointer: '/other',
        code: 'unknown_member',
        message: 'unknown member; expected name, secret, place, labels, radius, side, key',
      },
    ],
    [
      { name: 'a', radius: 1, place: [1] },
      { pointer: '/place', code: 'min_items', message: 'must have at least 2 items' },
    ],
    [
      { name: 'a', radius: 1, place: [1, 'a'] },
      { pointer: '/place/1', code: 'type', message: 'must be a number' },
    ],
    [
      { name: 'a', radius: 1, place: [1, 2, 'a', 4] },
      { pointer: '/place', code: 'max_items', message: 'must have at most 3 items' },
    ],
    [
      { name: 'a', radius: 1, labels: { y: 'a' } },
      { pointer: '/labels/y', code: 'unknown_member', message: 'unknown member; expected ' },
    ],
  ])('refuses %j', async (body, issue) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ in: 'body', ...issue }] });
  });

  test.each([{ name: 'a' }, { name: 'a', radius: 1, side: 1 }])(
    'refuses what is not one of the two: %j',
    async (body) => {
      expect((await create(body)).body).toMatchObject({
        errors: expect.arrayContaining([expect.objectContaining({ pointer: '', code: 'no_match' })]),
      });
    },
  );

  test('is documented with the keywords of its descriptor', async () => {
    const served = JSON.parse(await readFile(join(folder, '.generated/openapi.json'), 'utf8'));
    const { labels, place, ...properties } = served.components.schemas.Shape.properties;
    expect(served.components.schemas.Shape).toMatchObject({
      dependentRequired: { secret: ['place'] },
      unevaluatedProperties: false,
    });
    expect(served.components.schemas.Shape).not.toHaveProperty('additionalProperties');
    expect(properties.name).toEqual({
      type: 'string',
      pattern: '^[\\w:\\-\\x2c]+:?$',
      not: { type: 'string', enum: ['none'] },
    });
    expect(place.prefixItems).toHaveLength(3);
    expect(labels.patternProperties).toEqual({ '^x-': { type: 'string' } });
  });
});

test.each([
  ['a place of another type', '(_, shape) => ({ ...shape, place: [1, "a"] })'],
  ['too many places', '(_, shape) => ({ ...shape, place: [1, 2, "a", 4] })'],
  ['another label', '(_, shape) => ({ ...shape, labels: { "x-a": 1 } })'],
  ['no alternative', '(_, { name }) => ({ name })'],
  ['a type of an alternative', '(_, { name }) => ({ name, radius: "1" })'],
])('a handler that returns %s does not build', { tags: ['descriptors'] }, async (_, code) => {
  const { diagnostics } = await build(await projectWith(code));
  expect(diagnostics).toMatchObject([{ code: 'E-CODE', file: 'handlers/shape/create.ts' }]);
});

test('a list without an item that it must contain is reported alone, not its items, which need not fit', () => {
  const validate = compileSchema({ type: 'array', contains: { minimum: 5 } });
  expect(validate([1, 2, 3])).toBe(false);
  expect(validate.errors?.map(({ keyword, instancePath }) => [keyword, instancePath])).toEqual([
    ['contains', ''],
  ]);
});
