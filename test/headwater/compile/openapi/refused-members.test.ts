/** Members that one part of a schema describes and another part refuses. Plain ajv judges all objects of a few members. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '../../../support/amount.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { planDocument } from '../../../support/plan-document.ts';

type Words = Readonly<Record<string, unknown>>;

function documentOf(schemas: Words): Words {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const get = { operationId: 'get', responses: { 200: { description: 'Done', content } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/thing': { get } },
    components: { schemas },
  };
}

const managed = { type: 'object', required: ['id'], properties: { id: { type: 'string', readOnly: true } } };
const closed = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } };
const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('a member of one part that another part refuses', () => {
  const requires = 'which "Managed" requires and "Closed" refuses: no object satisfies both';
  test.each<[name: string, thing: Words, code: string, found: string]>([
    ['a required one', { allOf: [of('Managed'), of('Closed')] }, 'E-UNSUPPORTED', `"id", ${requires}`],
    [
      'an optional one',
      { allOf: [{ properties: { at: { type: 'string' } } }, of('Closed')] },
      'W-UNSUPPORTED',
      '"at", which a part of it declares and "Closed" refuses: no object has it',
    ],
    [
      'several',
      { allOf: [of('Closed'), { required: ['id', 'at'], properties: { at: { type: 'string' } } }] },
      'E-UNSUPPORTED',
      '"at", "id", which a part of it requires and "Closed" refuses: no object satisfies both',
    ],
    [
      'beside the parts',
      { allOf: [of('Closed')], required: ['id'], properties: { id: { type: 'string' } } },
      'E-UNSUPPORTED',
      '"id", which the schema itself requires and "Closed" refuses: no object satisfies both',
    ],
    [
      'of the parts, beside a closed schema',
      { allOf: [of('Managed')], additionalProperties: false },
      'E-UNSUPPORTED',
      '"id", which "Managed" requires and the schema itself refuses: no object satisfies both',
    ],
    [
      'within a part',
      { allOf: [{ allOf: [{ allOf: [of('Managed')] }, { minProperties: 1 }] }, of('Closed')] },
      'E-UNSUPPORTED',
      '"id", which a part of it requires and "Closed" refuses: no object satisfies both',
    ],
    [
      'in all alternatives',
      { allOf: [of('Managed')], anyOf: [of('Closed'), { ...closed, maxProperties: 1 }] },
      'E-UNSUPPORTED',
      '"id", which "Managed" requires and a part of it refuses: no object satisfies both',
    ],
    [
      'by the type of other members',
      { allOf: [of('Managed'), { additionalProperties: { type: 'integer' } }] },
      'E-UNSUPPORTED',
      '"id", which "Managed" requires and a part of it refuses: no object satisfies both',
    ],
  ])('%s', (_name, thing, code, found) => {
    const { diagnostics } = planDocument(documentOf({ Managed: managed, Closed: closed, Thing: thing }));
    expect(diagnostics.filter((each) => each.code.endsWith('-UNSUPPORTED'))).toMatchObject([{ code, found }]);
  });

  test.each(['3.0.3', '3.1.0', '2.0'])('in version %s', (version) => {
    const schemas = { Managed: managed, Closed: closed, Thing: { allOf: [of('Managed'), of('Closed')] } };
    const document = { ...documentOf(schemas), openapi: version };
    const response = { description: 'Done', schema: { $ref: '#/definitions/Thing' } };
    const swagger = {
      swagger: version,
      info: { title: 'Things', version: '1' },
      paths: { '/thing': { get: { operationId: 'get', responses: { 200: response } } } },
      definitions: JSON.parse(JSON.stringify(schemas).replaceAll('components/schemas', 'definitions')),
    };
    const { diagnostics } = planDocument(version === '2.0' ? swagger : document);
    const place = version === '2.0' ? '/definitions/Thing/allOf' : '/components/schemas/Thing/allOf';
    expect(diagnostics).toMatchObject([
      { code: 'E-UNSUPPORTED', pointer: place, found: `"id", ${requires}` },
    ]);
  });

  test.each<[name: string, thing: Words]>([
    ['a whole that knows all parts', { allOf: [of('Managed')], unevaluatedProperties: false }],
    [
      'a member that a part rules out on purpose',
      { allOf: [{ properties: { a: {} } }, { properties: { a: false } }] },
    ],
    ['a pattern that knows it', { allOf: [of('Managed'), { ...closed, patternProperties: { '^i': {} } }] }],
    ['an alternative that is open', { allOf: [of('Managed')], anyOf: [of('Closed'), { minProperties: 1 }] }],
    ['closed alternatives', { oneOf: [of('Closed'), { ...managed, additionalProperties: false }] }],
  ])('is not reported of %s', (_name, thing) => {
    const { diagnostics } = planDocument(documentOf({ Managed: managed, Closed: closed, Thing: thing }));
    expect(diagnostics).toEqual([]);
  });
});

const kinds = { a: 'string', b: 'integer', ab: 'string', c: 'string' } as const;
const names = Object.keys(kinds) as (keyof typeof kinds)[];

/** Every object whose members are a text or an integer. */
const objects = names.reduce<readonly Words[]>(
  (before, name) => before.flatMap((each) => [each, { ...each, [name]: 'x' }, { ...each, [name]: 1 }]),
  [{}],
);

/** @param known the schemas to which it may refer. */
function drawSchema(draw: Draw, known: readonly string[], depth: number): Words {
  const declared = some(draw, names, 0, 3);
  const properties = Object.fromEntries(
    declared.map((name) => [name, draw.chance(4) ? false : { type: kinds[name] }]),
  );
  const [others] = some(draw, ['additionalProperties', 'unevaluatedProperties'], 0, 1);
  const isClosed = others !== undefined && draw.chance(70);
  const limits = {
    ...(declared.length > 0 ? { properties } : {}),
    ...(draw.chance(10) ? { patternProperties: { '^a': draw.chance(20) ? false : { type: 'string' } } } : {}),
    ...(others === undefined ? {} : { [others]: isClosed ? false : draw.chance(50) || { type: 'string' } }),
  };
  // Another check is about names that the object itself, closed, does not know; nobody requires what it rules out.
  const possible = names.filter((name) => (isClosed ? properties[name] : properties[name] !== false));
  const required = some(draw, possible, 0, draw.nat(2));
  const part = () =>
    known.length > 0 && draw.chance(60) ? of(draw.pick(known)) : drawSchema(draw, known, depth - 1);
  const parts = depth > 0 ? Array.from({ length: draw.nat(3) }, part) : [];
  return {
    type: 'object',
    ...limits,
    ...(required.length > 0 ? { required } : {}),
    ...(parts.length > 0 ? { allOf: parts } : {}),
  };
}

const drawnSchemas = drawn((draw): Readonly<Record<string, Words>> => {
  const schemas: Record<string, Words> = {};
  for (const name of ['A', 'B', 'Thing']) schemas[name] = drawSchema(draw, Object.keys(schemas), 2);
  return schemas;
});

/** The members that a schema or its parts declare. */
function declaredIn(
  schema: Words,
  schemas: Readonly<Record<string, Words>>,
): [name: string, schema: unknown][] {
  const {
    properties = {},
    allOf = [],
    $ref,
  } = schema as {
    readonly properties?: Words;
    readonly allOf?: readonly Words[];
    readonly $ref?: string;
  };
  const target = schemas[$ref?.split('/').at(-1) ?? ''];
  return [
    ...Object.entries(properties),
    ...[...allOf, ...(target ? [target] : [])].flatMap((part) => declaredIn(part, schemas)),
  ];
}

/** The schemas that no object satisfies, the members that are declared and that no object has, and those of them that no part rules out. */
function judge(schemas: Readonly<Record<string, Words>>) {
  const ajv = new Ajv2020({ strict: false }).addSchema({ $id: 'all:/', components: { schemas } });
  const empty: string[] = [];
  const unused = new Set<string>();
  const meant = new Set<string>();
  for (const [id, schema] of Object.entries(schemas)) {
    const isValid = ajv.compile({ $ref: `all:/#/components/schemas/${id}` });
    const valid = objects.filter((each) => isValid(each));
    if (valid.length === 0) empty.push(id);
    const declared = declaredIn(schema, schemas);
    const ruledOut = declared.filter(([, each]) => each === false).map(([name]) => name);
    for (const [name] of declared.filter(([each]) => !valid.some((object) => each in object))) {
      unused.add(name);
      if (!ruledOut.includes(name)) meant.add(name);
    }
  }
  return { empty, unused, meant };
}

test('random parts are judged as plain ajv judges them', { tags: ['property'] }, () => {
  const counts = { empty: 0, unused: 0, sound: 0 };
  fc.assert(
    fc.property(drawnSchemas, (schemas) => {
      const { empty, unused, meant } = judge(schemas);
      const { diagnostics } = planDocument(documentOf(schemas));
      const errors = diagnostics.filter(({ code }) => code.startsWith('E-'));
      expect([errors.length > 0, schemas]).toEqual([empty.length > 0, schemas]);
      counts[empty.length > 0 ? 'empty' : meant.size > 0 ? 'unused' : 'sound']++;
      if (empty.length > 0) return;
      const warned = diagnostics.flatMap(({ code, found }) =>
        code === 'W-UNSUPPORTED' && found.endsWith('no object has it')
          ? [...(found.match(/^(?:"\w+", )+/)?.[0].matchAll(/\w+/g) ?? [])].map(String)
          : [],
      );
      // A part within another one may be of no use by itself.
      expect([[...meant].filter((name) => !warned.includes(name)), schemas]).toEqual([[], schemas]);
      expect([warned.filter((name) => !unused.has(name)), schemas]).toEqual([[], schemas]);
    }),
    { seed: 20261130, endOnFailure: true, numRuns: amount({ few: 150, many: 300, most: 1_000 }) },
  );
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10);
});
