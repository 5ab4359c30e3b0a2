/** Values of unions: which are valid, by the judgement of plain ajv, and what the issues of the others say. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { compileToModule } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { schemaWith } from '../../../../lib/headwater/compile/schema/json-schema.ts';
import { referenceTo } from '../../../../lib/headwater/compile/schema/walk.ts';
import { amount } from '../../../support/amount.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { loadValidators } from '../../../support/load-validators.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const documentOf = (schemas: object) => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } };
  const post = { operationId: 'm', requestBody: { content }, responses: { 204: { description: 'Done' } } };
  const info = { title: 'Things', version: '1' };
  return { openapi: '3.1.0', info, paths: { '/thing': { post } }, components: { schemas } };
};

describe('the issues of a value', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const object = (properties: object, required = Object.keys(properties)) => ({
    ...{ type: 'object', properties },
    ...(required.length > 0 ? { required } : {}),
  });
  const small = { type: 'number', maximum: 5 };
  const short = { type: 'string', maxLength: 3 };
  const whole = { type: 'integer' };
  const circle = object({ kind: { const: 'circle' }, radius: small });
  const box = object({ kind: { enum: ['box', 'cube'] }, side: small });
  const schemas = {
    Circle: circle,
    Box: box,
    Cat: object({ meow: { type: 'boolean' } }),
    Dog: object({ bark: { type: 'boolean' } }),
    Blank: object({ kind: { type: 'string' }, radius: small }),
    Full: object({ kind: { type: 'string' }, side: small }),
    Marked: object({ kind: { const: 'marked', readOnly: true }, a: whole }),
    Body: object(
      {
        typed: { anyOf: [small, short, { type: 'array', items: whole }, { type: 'null' }] },
        typedOnce: { oneOf: [small, short, ref('Cat')] },
        numbers: { anyOf: [{ type: 'integer', minimum: 9 }, { type: 'number', maximum: -9 }, short] },
        tagged: { anyOf: [ref('Circle'), ref('Box')] },
        inline: { oneOf: [circle, box, short] },
        beside: { required: ['of'], properties: { of: whole }, anyOf: [ref('Circle'), ref('Box')] },
        set: { anyOf: [ref('Marked'), ref('Circle')] },
        limited: {
          anyOf: [
            object({ kind: { enum: ['a', 'bb'], not: { const: 'a' } } }),
            object({ kind: { const: 'c' } }),
          ],
        },
        odd: {
          anyOf: [
            object({ kind: { const: '' }, a: whole }),
            object({ kind: { const: 'constructor' }, b: whole }),
            object({ kind: { const: '__proto__' } }),
          ],
        },
        marked: {
          ...{ type: 'object', properties: { kind: { type: 'string', readOnly: true } } },
          anyOf: [
            object({ kind: { const: 'a' } }),
            { ...object({ kind: { const: 'b' }, x: whole }), required: ['kind'] },
          ],
        },
        named: {
          ...{ type: 'object', required: ['z', 'kind'], properties: { z: whole } },
          ...{ oneOf: [ref('Circle'), ref('Box')] },
          discriminator: { propertyName: 'kind', mapping: { circle: 'Circle', box: 'Box', cube: 'Box' } },
        },
        blank: {
          oneOf: [ref('Blank'), ref('Full')],
          discriminator: { propertyName: 'kind', mapping: { '': 'Blank', full: 'Full' } },
        },
        maybe: { anyOf: [{ oneOf: [circle, box] }, { type: 'null' }] },
        maybeTyped: { anyOf: [{ anyOf: [small, short] }, { type: 'null' }] },
        names: { type: 'object', propertyNames: { pattern: '^a', maxLength: 2 } },
        models: { anyOf: [ref('Cat'), ref('Dog'), { type: 'null' }] },
        untagged: { anyOf: [object({ a: whole }), object({ b: whole, c: whole }), whole] },
        list: { type: 'array', items: { anyOf: [ref('Cat'), short] } },
      },
      [],
    ),
  };
  let call: CallFunction;

  beforeAll(async () => {
    const folder = await makeProject({
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': documentOf(schemas),
      'handlers/thing/m.ts': 'export const handle = () => undefined;\n',
    });
    await build(folder);
    call = await loadFunction(folder, 'thing-m');
  });

  test.each<[body: Readonly<Record<string, unknown>>, issues: Readonly<Record<string, string>>]>([
    // Only one alternative has numbers, texts or lists.
    [{ typed: 7 }, { '/typed': 'must be at most 5' }],
    [{ typed: 'abcd' }, { '/typed': 'must have at most 3 characters' }],
    [{ typed: [1, 1.5, 'a'] }, { '/typed/1': 'must be an integer', '/typed/2': 'must be an integer' }],
    [{ typed: true }, { '/typed': 'must be a number, or a string, or an array, or null' }],
    [{ typed: null }, {}],
    [{ typedOnce: 7 }, { '/typedOnce': 'must be at most 5' }],
    [{ typedOnce: {} }, { '/typedOnce/meow': 'is required' }],
    [{ typedOnce: null }, { '/typedOnce': 'must be a number, or a string, or a Cat' }],
    // Two have numbers.
    [{ numbers: 1 }, { '/numbers': 'must be an integer, or a number, or a string' }],
    [{ numbers: 'abcd' }, { '/numbers': 'must have at most 3 characters' }],
    // A constant names the alternative, as a discriminator does.
    [{ tagged: { kind: 'circle', radius: 7 } }, { '/tagged/radius': 'must be at most 5' }],
    [{ tagged: { kind: 'cube' } }, { '/tagged/side': 'is required' }],
    [
      { tagged: { kind: 'boxes' } },
      { '/tagged/kind': 'must be one of "circle", "box", "cube" (did you mean box?)' },
    ],
    [{ tagged: {} }, { '/tagged/kind': 'is required' }],
    [{ tagged: 1 }, { '/tagged': 'must be a Circle, or a Box' }],
    [{ inline: { kind: 'box', side: 7 } }, { '/inline/side': 'must be at most 5' }],
    [
      { inline: 1 },
      { '/inline': 'must be an object with kind and radius, or an object with kind and side, or a string' },
    ],
    [
      { beside: { kind: 'box', side: 7 } },
      { '/beside/of': 'is required', '/beside/side': 'must be at most 5' },
    ],
    // Requests do not have this constant.
    [{ set: { a: 1 } }, {}],
    [{ set: { kind: 'circle', radius: 1 } }, {}],
    [{ set: { kind: 'circle' } }, { '/set': 'must be a Marked, or a Circle' }],
    // Limits beside the constant hold, and any text may be one.
    [{ limited: { kind: 'a' } }, { '/limited/kind': 'must be another value' }],
    [{ limited: { kind: 'bb' } }, {}],
    [{ odd: { kind: '' } }, { '/odd/a': 'is required' }],
    [{ odd: { kind: 'constructor' } }, { '/odd/b': 'is required' }],
    [{ odd: { kind: '__proto__' } }, {}],
    [{ odd: { toString: '' } }, { '/odd/kind': 'is required' }],
    [{ odd: { kind: 'x' } }, { '/odd/kind': 'must be one of "", "constructor", "__proto__"' }],
    // Requests do not have it, whichever part says so.
    [{ marked: {} }, {}],
    [{ marked: { x: 1 } }, {}],
    [{ marked: { kind: 'a' } }, { '/marked/kind': 'is read-only: leave it out' }],
    [{ named: { kind: 'circle', radius: 1 } }, { '/named/z': 'is required' }],
    [{ blank: { kind: '', radius: 9 } }, { '/blank/radius': 'must be at most 5' }],
    [{ blank: { kind: 'x' } }, { '/blank/kind': 'must be one of "", "full"' }],
    [{ blank: {} }, { '/blank/kind': 'is required' }],
    [{ maybe: { kind: 'circle', radius: 9 } }, { '/maybe/radius': 'must be at most 5' }],
    [{ maybe: { kind: 'x' } }, { '/maybe/kind': 'must be one of "circle", "box", "cube"' }],
    [{ maybe: null, maybeTyped: null }, {}],
    [{ maybeTyped: 'abcd' }, { '/maybeTyped': 'must have at most 3 characters' }],
    [
      { names: { abc: 1, b: 2 } },
      { '/names/abc': 'must have a name that matches ^a', '/names/b': 'must have a name that matches ^a' },
    ],
    // Nothing tells these apart.
    [{ models: { meow: 1 } }, { '/models': 'must be a Cat, or a Dog, or null' }],
    [
      { untagged: { a: 'x' } },
      { '/untagged': 'must be an object with a, or an object with b and c, or an integer' },
    ],
    [{ untagged: 1.5 }, { '/untagged': 'must be an integer' }],
    [
      { list: [{ meow: 1 }, 'abcd', 4] },
      {
        '/list/0/meow': 'must be a boolean',
        '/list/1': 'must have at most 3 characters',
        '/list/2': 'must be a Cat, or a string',
      },
    ],
  ])('%j: %j', async (value, issues) => {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await call({ method: 'POST', url: '/v1', headers, body: JSON.stringify(value) });
    const { errors = [] } = Object(body) as { errors?: { pointer: string; message: string }[] };
    expect(Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message]))).toEqual(issues);
    expect(errors).toHaveLength(Object.keys(issues).length);
    expect(status).toBe(Object.keys(issues).length > 0 ? 400 : 204);
  });
});

test('many constants of an alternative make its check no longer than they are', () => {
  const enumOf = (letter: string) => ({
    enum: Array.from({ length: 2500 }, (_, index) => `${letter}${index}`),
  });
  const object = (letter: string) => ({ type: 'object', required: ['k'], properties: { k: enumOf(letter) } });
  const { service } = planDocument(documentOf({ Body: { anyOf: [object('a'), object('b')] } }));
  const models = service?.resources[0]?.models ?? new Map();
  const schema = schemaWith(referenceTo('Body'), models);
  expect(compileToModule(schema).length).toBeLessThan(6 * JSON.stringify(schema).length);
});

describe('random unions', () => {
  const seed = 20261128;
  const documents = amount({ few: 30, many: 80, most: 1_000 });
  const tags = ['a', 'b', 'c'];
  const simple = [
    { type: 'string', maxLength: 1 },
    { type: 'string', enum: ['a', 'b'] },
    { type: 'integer', minimum: 1 },
    { type: 'number', maximum: 1 },
    { type: ['string', 'null'] },
    { type: 'boolean' },
    { type: 'null' },
    { minimum: 1, type: ['integer', 'boolean'] },
  ];

  function drawObject(draw: Draw, depth: number, known: readonly string[]): object {
    const kind = draw.chance(50) ? { const: draw.pick(tags) } : { enum: some(draw, tags, 1, 2) };
    const names = some(draw, ['kind', 'x', 'y'], 0, 3);
    const typeOf = {
      kind: draw.chance(80) ? kind : { type: 'string' },
      x: simple[2],
      y: depth > 0 ? drawUnion(draw, depth - 1, known) : {},
    };
    return {
      type: 'object',
      properties: typeOf,
      ...(names.length > 0 ? { required: names } : {}),
      ...(draw.chance(30) ? { additionalProperties: false } : {}),
    };
  }

  function drawAlternative(draw: Draw, depth: number, known: readonly string[]): object {
    const forms: readonly (() => object)[] = [
      () => draw.pick(simple),
      () => drawObject(draw, depth, known),
      () => ({ $ref: `#/components/schemas/${draw.pick(known)}` }),
      () => ({ type: 'array', items: depth > 0 ? drawUnion(draw, depth - 1, known) : {} }),
      () => ({ allOf: [drawObject(draw, 0, known), drawObject(draw, 0, known)] }),
      () => (depth > 0 ? drawUnion(draw, depth - 1, known) : draw.pick(simple)),
    ];
    return draw.pick(forms.filter((_, index) => index !== 2 || known.length > 0))();
  }

  function drawUnion(draw: Draw, depth: number, known: readonly string[]): object {
    const alternatives = Array.from({ length: 2 + draw.nat(2) }, () => drawAlternative(draw, depth, known));
    // The reader takes null in two alternatives, and two equal ones, for a slip of the pen.
    const nullable = alternatives.filter((each) => /"null"|\$ref/.test(JSON.stringify(each)));
    const isEach = new Set(alternatives.map((each) => JSON.stringify(each))).size === alternatives.length;
    const keyword = nullable.length > 1 || !isEach ? 'anyOf' : draw.pick(['anyOf', 'oneOf']);
    const beside = draw.chance(20) ? { type: 'object', required: ['x'], properties: { x: simple[2] } } : {};
    return { ...beside, [keyword]: alternatives };
  }

  const sample = drawn((draw) => {
    const schemas: Record<string, object> = {};
    for (const name of ['One', 'Two', 'Three', 'Four'])
      schemas[name] = draw.chance(70)
        ? drawObject(draw, 0, Object.keys(schemas))
        : drawAlternative(draw, 1, Object.keys(schemas));
    return { ...schemas, Body: drawUnion(draw, 2, Object.keys(schemas)) };
  });

  const simpleValues = ['a', 'ab', 0, 1, 2, 0.5, true, null];
  const objects = [undefined, 'a', 'b', 'd', 1].flatMap((kind) =>
    [undefined, 1, 0].flatMap((x) =>
      [undefined, 1, 'a', { kind: 'a', x: 1 }, [1]].map((y) => ({ kind, x, y })),
    ),
  );
  const values: unknown[] = [...simpleValues, [], ...simpleValues.map((each) => [each]), ...objects].map(
    (each) => JSON.parse(JSON.stringify(each)),
  );

  test('admit what plain ajv admits, and each refusal has an issue', { tags: ['property'] }, async () => {
    const all = fc.sample(sample, { seed, numRuns: documents }).flatMap((schemas) => {
      const { service } = planDocument(documentOf(schemas));
      // Some have parts that exclude each other.
      return service ? [{ schemas, models: service.resources[0]?.models ?? new Map() }] : [];
    });
    const sources = all.map(({ models }) => compileToModule(schemaWith(referenceTo('Body'), models)));
    const validators = await loadValidators(sources);
    const verdicts = all.flatMap(({ schemas }, index) => {
      const plain = new Ajv2020({ strict: false }).compile({
        $ref: '#/components/schemas/Body',
        components: { schemas },
      });
      const ours = validators[index];
      return values.map((value) => {
        const isValid = plain(value);
        const issues = ours?.(value) ? 0 : (ours?.errors?.length ?? -1);
        expect(JSON.stringify({ schemas, value, isValid: issues === 0 })).toBe(
          JSON.stringify({ schemas, value, isValid }),
        );
        return isValid;
      });
    });
    expect(all.length).toBeGreaterThan(documents / 2);
    expect(verdicts.filter(Boolean).length).toBeGreaterThan(documents * 5);
    expect(verdicts.filter((isValid) => !isValid).length).toBeGreaterThan(documents * 5);
  });
});
