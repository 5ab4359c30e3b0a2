/** Keywords of schemas that mean less before OpenAPI 3.1: the build ignores the newer meaning, or warns. */

import { describe, expect, test } from 'vitest';
import { planDocument } from '../../../support/plan-document.ts';

const info = { title: 'T', version: '1' };
const pet = { type: 'object', properties: { name: { type: 'string' } } };
const code = { type: 'string', maxLength: 9 };
const refers = (place: string, name: string) => ({ $ref: `#/${place}/${name}` });

/** Reads a document in which the schema is a property of a model. */
function read(version: '2.0' | '3.0.3' | '3.1.0', schema: object) {
  const schemas = { Pet: pet, Code: code, Owner: { type: 'object', properties: { a: schema } } };
  const general = version === '2.0' ? { swagger: version } : { openapi: version };
  const parts = version === '2.0' ? { definitions: schemas } : { components: { schemas } };
  const done = { operationId: 'get', responses: { 204: { description: 'Done' } } };
  const { service, diagnostics } = planDocument({
    ...general,
    info,
    paths: { '/a': { get: done } },
    ...parts,
  });
  const owner = service?.resources[0]?.models.get('Owner');
  return { type: owner?.schema.properties?.['a'], diagnostics };
}

const ignored = (word: string, pointer: string) => [
  expect.objectContaining({
    code: 'W-UNSUPPORTED',
    pointer,
    found: `${word} without a type beside it, which is ignored`,
    accepted: `${word} beside "type", in the schema that $ref names`,
  }),
];
const model = { $ref: '#/$defs/Pet' };
const inSchemas = '/components/schemas';

describe('nullable without a type beside it adds no null', () => {
  test.each<[name: string, schema: object, want: object]>([
    ['beside a $ref', { ...refers('components/schemas', 'Pet'), nullable: true }, model],
    ['beside allOf', { allOf: [refers('components/schemas', 'Pet')], nullable: true }, model],
    ['alone', { nullable: true }, {}],
  ])('%s', (_, schema, want) => {
    const { type, diagnostics } = read('3.0.3', schema);
    expect(type).toEqual(want);
    expect(diagnostics).toEqual(ignored('nullable', `${inSchemas}/Owner/properties/a/nullable`));
  });

  test('in an alternative, which then is of any type', () => {
    const { type, diagnostics } = read('3.0.3', { anyOf: [{ type: 'string' }, { nullable: true }] });
    expect(type).toEqual({ anyOf: [{ type: 'string' }, {}] });
    expect(diagnostics).toEqual(ignored('nullable', `${inSchemas}/Owner/properties/a/anyOf/1/nullable`));
  });

  test('in the word of Swagger 2.0', () => {
    const { type, diagnostics } = read('2.0', { ...refers('definitions', 'Pet'), 'x-nullable': true });
    expect(type).toEqual(model);
    expect(diagnostics).toEqual(ignored('x-nullable', '/definitions/Owner/properties/a/x-nullable'));
  });

  test('beside a type it adds null', () => {
    const orNull = { type: ['string', 'null'], maxLength: 9 };
    expect(read('3.0.3', { ...code, nullable: true })).toEqual({ type: orNull, diagnostics: [] });
    expect(read('2.0', { ...code, 'x-nullable': true })).toEqual({ type: orNull, diagnostics: [] });
  });
});

describe('limits beside $ref', () => {
  test.each([
    ['2.0', 'definitions'],
    ['3.0.3', 'components/schemas'],
  ] as const)('hold in %s, which is said', (version, place) => {
    const { type, diagnostics } = read(version, { ...refers(place, 'Code'), minLength: 1, description: 'A' });
    expect(type).toMatchObject({ allOf: [{ $ref: '#/$defs/Code' }], minLength: 1 });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'W-UNSUPPORTED',
        pointer: `/${place}/Owner/properties/a/minLength`,
        found: 'minLength beside $ref, which applies here; before 3.1, other tools ignore it',
      }),
    ]);
  });

  test('hold in 3.1, which says so itself', () => {
    const schema = { ...refers('components/schemas', 'Code'), minLength: 1 };
    expect(read('3.1.0', schema).diagnostics).toEqual([]);
  });
});
