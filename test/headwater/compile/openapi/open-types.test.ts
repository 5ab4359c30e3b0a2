/**
 * Types of models that may have other members than they declare: they admit each value that plain ajv accepts, and refuse what no
 * reading of the schema allows.
 *
 * @module-tag descriptors
 */

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelsSource } from '../../../../lib/headwater/compile/emit/wiring/types-source.ts';
import { amount } from '../../../support/amount.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { repository } from '../../../support/repository.ts';
import { typeErrors } from '../../../support/strict-types.ts';

type Words = Readonly<Record<string, unknown>>;

const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: Words, others: object = {}) => ({ type: 'object', properties, ...others });

/** One operation for each of the schemas. */
function documentOf(schemas: Words): Words {
  const paths = Object.keys(schemas).map((name) => {
    const content = { 'application/json': { schema: of(name) } };
    const responses = { 200: { description: 'Done', content } };
    return [`/${name}`, { post: { operationId: name, requestBody: { required: true, content }, responses } }];
  });
  const info = { title: 'Things', version: '1' };
  return { openapi: '3.1.0', info, paths: Object.fromEntries(paths), components: { schemas } };
}

/** What TypeScript says of programs that use the models of these schemas. */
async function errorsOf(schemas: Words, lines: readonly string[]): Promise<string> {
  const { service } = planDocument(documentOf(schemas));
  const models = service?.resources.map(modelsSource).join('\n') ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'open-types-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'values.ts'), [models, ...lines].join('\n'));
  return typeErrors(folder, 'values.ts');
}

let names = 0;
const nextName = () => `value${++names}`;

const valueLine = (name: string, value: unknown) =>
  `export const ${nextName()}: Models['${name}'] = ${JSON.stringify(value)};`;

const alternatives = { unevaluatedProperties: false, anyOf: [object({ z: integer }), object({ b: text })] };

test('members of each kind', async () => {
  const schemas: Words = {
    Any: object({ a: integer }, { additionalProperties: true }),
    Texts: object({ a: integer }, { additionalProperties: text }),
    Patterns: object({ a: integer }, { patternProperties: { '^x': text }, additionalProperties: false }),
    Unseen: object({ a: integer }, { unevaluatedProperties: text, allOf: [object({ b: integer })] }),
    Within: object(
      { a: integer },
      { unevaluatedProperties: integer, allOf: [object({}, { unevaluatedProperties: text })] },
    ),
    Alternatives: object({ a: integer }, alternatives),
    Required: { type: 'object', required: ['z'], ...alternatives },
    Nullable: {
      type: ['object', 'null'],
      properties: { a: integer },
      additionalProperties: { type: ['string', 'null'] },
    },
    Closed: object({ a: integer }, { additionalProperties: false }),
    Whole: { allOf: [of('Any'), object({ b: text })] },
  };
  const accepted: readonly (readonly [string, unknown])[] = [
    ['Any', { a: 1, b: [1] }],
    ['Texts', { a: 1, b: 'x' }],
    ['Patterns', { a: 1, x1: 'x' }],
    ['Unseen', { a: 1, b: 2, c: 'x' }],
    ['Within', { a: 1, b: 'x' }],
    ['Alternatives', { a: 1, z: 2 }],
    ['Required', { z: 2 }],
    ['Nullable', null],
    ['Nullable', { a: 1, b: null }],
    ['Whole', { a: 1, b: 'x', c: 1 }],
  ];
  const refused: readonly (readonly [string, unknown])[] = [
    ['Any', { a: 'x' }],
    ['Texts', { a: 'x' }],
    ['Texts', { b: true }],
    ['Patterns', { x1: true }],
    ['Unseen', { b: 'x' }],
    ['Alternatives', { z: 'x' }],
    ['Alternatives', { y: 1 }],
    ['Required', {}],
    ['Nullable', { b: true }],
    ['Closed', { b: 1 }],
    ['Whole', { b: 1 }],
  ];
  const lines = [
    ...accepted.map(([name, value]) => valueLine(name, value)),
    ...refused.map(
      ([name, value]) => `// @ts-expect-error The schema refuses it.\n${valueLine(name, value)}`,
    ),
    // What a handler reads.
    "export const read = ({ a, other }: Models['Any']): readonly [number | undefined, unknown] => [a, other];",
  ];
  expect(await errorsOf(schemas, lines)).toBe('');
});

const leaves = [
  ...[text, integer, { type: ['string', 'null'] }, { type: 'array', items: text }, { const: 1 }, {}],
  ...[{ enum: ['x', null] }, { type: 'boolean' }],
];

function drawSchema(draw: Draw, known: readonly string[], depth: number): Words {
  const leaf = () => (known.length > 0 && draw.chance(15) ? of(draw.pick(known)) : draw.pick(leaves));
  const inner = () =>
    known.length > 0 && draw.chance(40) ? of(draw.pick(known)) : drawSchema(draw, known, depth - 1);
  const others = draw.pick<() => Words>([
    () => ({}),
    () => ({ additionalProperties: draw.pick<unknown>([true, false, leaf()]) }),
    () => ({ patternProperties: { '^x': leaf() } }),
    () => ({
      patternProperties: { '^x': leaf() },
      additionalProperties: draw.pick<unknown>([false, leaf()]),
    }),
    () => ({ unevaluatedProperties: draw.pick<unknown>([false, leaf()]) }),
  ]);
  return {
    type: draw.chance(15) ? ['object', 'null'] : 'object',
    properties: Object.fromEntries(some(draw, ['a', 'b', 'c'], 0, 3).map((name) => [name, leaf()])),
    ...(draw.chance(40) ? { required: some(draw, ['a', 'b', 'x1', 'z'], 1, 2) } : {}),
    ...others(),
    ...(depth > 0 && draw.chance(40) ? { allOf: [inner(), inner()].slice(draw.nat(1)) } : {}),
    ...(depth > 0 && draw.chance(15) ? { anyOf: [inner(), inner()] } : {}),
  };
}

const values = ['x', 1, 2, null, ['y'], true, {}, { b: 1 }, { b: 1, z: 'z' }];

const drawObject = (draw: Draw): Words =>
  Object.fromEntries(
    some(draw, ['a', 'b', 'c', 'x1', 'z'], 0, 4).map((name) => [name, draw.pick<unknown>(values)]),
  );

const drawnCases = drawn((draw) => {
  const schemas: Record<string, Words> = {};
  for (let index = 0; index < 15; index++) {
    const name = `S${index}`;
    const schema = drawSchema(draw, Object.keys(schemas), 2);
    // Of others the build says that no value satisfies them.
    if (planDocument(documentOf({ ...schemas, [name]: schema })).service) schemas[name] = schema;
  }
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'all', components: { schemas } });
  const accepted = Object.keys(schemas).flatMap((name) => {
    const isValid = ajv.compile({ $ref: `all#/components/schemas/${name}` });
    const objects = Array.from({ length: 200 }, () => drawObject(draw)).filter((each) => {
      try {
        return isValid(each);
      } catch {
        // ajv loses its list of seen members where a reference leads to "unevaluatedProperties": no judgement.
        return false;
      }
    });
    return objects.slice(0, 20).map((value) => [name, value] as const);
  });
  return { schemas, accepted };
});

test('each value that plain ajv accepts is assignable', async () => {
  for (const { schemas, accepted } of fc.sample(drawnCases, amount({ few: 1, many: 2, most: 20 }))) {
    expect(accepted.length).toBeGreaterThan(20);
    expect(
      await errorsOf(
        schemas,
        accepted.map(([name, value]) => valueLine(name, value)),
      ),
    ).toBe('');
  }
}, 600_000);
