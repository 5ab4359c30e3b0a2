/**
 * Random parts of objects, with members that the service sets: validators agree with plain ajv over the same parts, in
 * place of their references, without what requests cannot have.
 *
 * @module-tag property
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { schemaWith } from '../../../../lib/headwater/compile/schema/json-schema.ts';
import { referenceTo } from '../../../../lib/headwater/compile/schema/walk.ts';
import { amount } from '../../../support/amount.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { planDocument } from '../../../support/plan-document.ts';

const seed = 20261127;
const documents = amount({ few: 40, many: 100, most: 1_000 });
const names = ['a', 'b', 'c'];

interface Part {
  readonly $ref?: string;
  readonly type?: 'object';
  readonly properties?: Readonly<Record<string, object | false>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly allOf?: readonly Part[];
  readonly anyOf?: readonly Part[];
  readonly if?: object;
  readonly then?: Part;
  readonly else?: Part;
  readonly dependentSchemas?: Readonly<Record<string, Part>>;
}

/** @param known the schemas to which it may refer. */
function drawPart(draw: Draw, known: readonly string[], depth: number): Part {
  const isReference = depth < 3 && known.length > 0 && draw.chance(50);
  if (isReference) return { $ref: `#/components/schemas/${draw.pick(known)}` };
  const properties = some(draw, names, 0, 3).map((name) => [
    name,
    { type: 'string', ...(draw.chance(30) ? { readOnly: true } : {}) },
  ]);
  const inner = () => drawPart(draw, known, depth - 1);
  const forms: readonly (() => Part)[] = [
    () => ({ allOf: [inner(), inner()] }),
    () => ({ anyOf: [inner(), inner()] }),
    () => ({ if: { required: [draw.pick(names)] }, then: inner(), else: inner() }),
    () => ({ dependentSchemas: { [draw.pick(names)]: inner() } }),
    () => (known.length > 0 ? { $ref: `#/components/schemas/${draw.pick(known)}` } : {}),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(draw.chance(50) ? { required: some(draw, names, 1, 2) } : {}),
    ...(draw.chance(20) ? { dependentRequired: { [draw.pick(names)]: some(draw, names, 1, 2) } } : {}),
    ...(depth > 0 ? draw.pick(forms)() : {}),
  };
}

const sample = drawn((draw) => {
  const schemas: Record<string, Part> = {};
  for (const name of ['One', 'Two', 'Three']) schemas[name] = drawPart(draw, Object.keys(schemas), 2);
  return { ...schemas, Body: drawPart(draw, Object.keys(schemas), 3) };
});

type Schemas = Readonly<Record<string, Part>>;

function target({ $ref }: Part, schemas: Schemas): readonly Part[] {
  const found = schemas[$ref?.split('/').at(-1) ?? ''];
  return found ? [found] : [];
}

/** The members that the service sets, of all values of the part. */
function setBy(part: Part, schemas: Schemas): string[] {
  const own = Object.entries(part.properties ?? {}).filter(([, property]) => 'readOnly' in Object(property));
  const parts = [...(part.allOf ?? []), ...target(part, schemas)];
  return [...own.map(([name]) => name), ...parts.flatMap((each) => setBy(each, schemas))];
}

/** What a request must satisfy. */
function sentOf(part: Part, schemas: Schemas, around: readonly string[] = []): object {
  const set = [...around, ...setBy(part, schemas)];
  const sent = (list: readonly string[] = []) => list.filter((name) => !set.includes(name));
  const inner = (each: Part) => sentOf(each, schemas, set);
  const { $ref: _, properties = {}, required, dependentRequired = {}, allOf = [], anyOf, ...others } = part;
  const ofProperties = Object.entries(properties).map(([name, property]) => [
    name,
    'readOnly' in Object(property) ? false : property,
  ]);
  const dependents = Object.entries(dependentRequired).map(([name, list]) => [name, sent(list)]);
  const dependentSchemas = Object.entries(others.dependentSchemas ?? {}).map(([name, each]) => [
    name,
    inner(each),
  ]);
  return {
    ...others,
    properties: Object.fromEntries(ofProperties),
    required: sent(required),
    dependentRequired: Object.fromEntries(dependents),
    dependentSchemas: Object.fromEntries(dependentSchemas),
    allOf: [...allOf, ...target(part, schemas)].map(inner).concat({}),
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
    ...(others.then ? { then: inner(others.then) } : {}),
    ...(others.else ? { else: inner(others.else) } : {}),
  };
}

const values = [undefined, 'x', 1];
const bodies = values.flatMap((a) =>
  values.flatMap((b) => values.map((c): object => JSON.parse(JSON.stringify({ a, b, c })))),
);

test('requests need what they can have', { tags: ['descriptors'] }, () => {
  const verdicts = fc.sample(sample, { seed, numRuns: documents }).flatMap((schemas) => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } };
    const post = { operationId: 'm', requestBody: { content }, responses: { 204: { description: 'Done' } } };
    const info = { title: 'Things', version: '1' };
    const document = { openapi: '3.1.0', info, paths: { '/x': { post } }, components: { schemas } };
    const { service } = planDocument(document);
    const models = service?.resources[0]?.models ?? new Map();
    const ours = compileSchema(schemaWith(referenceTo('Body'), models));
    const plain = new Ajv2020({ strict: false }).compile(sentOf(schemas.Body, schemas));
    return bodies.map((body) => {
      const isValid = plain(body);
      expect({ schemas, body, isValid: ours(body) }).toEqual({ schemas, body, isValid });
      return isValid;
    });
  });
  expect(verdicts.filter(Boolean).length).toBeGreaterThan(documents * 2);
  expect(verdicts.filter((isValid) => !isValid).length).toBeGreaterThan(documents * 2);
});
