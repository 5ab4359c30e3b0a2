/**
 * Random documents whose schemas name each other, most of them twice: what a build makes of them does not double with each
 * name. Otherwise, a document of a few kilobytes takes all memory, or the stack.
 *
 * @module-tag property
 */

import { expect, test } from 'vitest';
import { defaultSettings } from '../../../../lib/headwater/compile/build-settings.ts';
import { emit } from '../../../../lib/headwater/compile/emit/wiring/emit.ts';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { amount } from '../../../support/amount.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { pseudoRandom } from '../../../support/pseudo-random.ts';

/** A search for what the values of its examples may be had no end. */
const known = [6_074];
const documents = amount({ few: 120, many: 450, most: 6_000 });
/** Characters of all emitted files. The longest of 3,000 documents had a twelfth of it. */
const longest = 3_000_000;

type Schemas = Record<string, Record<string, unknown>>;
type Reference = { readonly $ref: string };

/** How a schema names the next one. */
const shapes: readonly ((next: Reference, id: string) => Record<string, unknown>)[] = [
  (next) => next,
  (next) => ({ allOf: [next, next], properties: { a: {} } }),
  (next) => ({ allOf: [next], properties: { a: next } }),
  (next) => ({ allOf: [next, { allOf: [next, { required: ['a'] }] }] }),
  (next) => ({ allOf: [next], readOnly: true, properties: { a: { readOnly: true, ...next } } }),
  (next) => ({ anyOf: [next, next] }),
  (next) => ({ anyOf: [next, { type: 'null' }] }),
  (next) => ({ oneOf: [next, { allOf: [next, { properties: { b: { type: 'string' } } }] }] }),
  (next, id) => ({
    ...{ type: 'object', required: ['k'], properties: { k: { type: 'string', enum: [id] } } },
    ...{ oneOf: [next, next], discriminator: { propertyName: 'k' } },
  }),
  (next) => ({ type: 'object', properties: { a: next, b: next } }),
  (next) => ({ type: 'object', properties: { a: next }, allOf: [next], default: { a: {} } }),
  (next) => ({ type: 'object', properties: { a: next }, allOf: [next], example: { a: { a: {} } } }),
  (next) => ({ type: 'object', additionalProperties: next }),
  (next) => ({
    type: 'object',
    patternProperties: { '^a': next },
    unevaluatedProperties: false,
    allOf: [next],
  }),
  (next) => ({ type: 'array', items: next }),
  (next) => ({ prefixItems: [next, next], items: next }),
  (next) => ({ type: 'array', contains: next, unevaluatedItems: next }),
  (next) => ({ if: next, then: next, else: next }),
  (next) => ({ not: next }),
  (next) => ({ dependentSchemas: { a: next, b: next }, propertyNames: { pattern: '^a' } }),
];

const lasts = [
  { properties: {} },
  { type: 'string' },
  { type: 'object', properties: { a: { type: 'integer' } } },
  {},
];

function documentOf(seed: number): object {
  const random = pseudoRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <One>(list: readonly One[]): One => list[below(list.length)] as One;
  const length = pick([2, 5, 20, 62, 66, 100]);
  const named = (index: number): Reference => ({ $ref: `#/components/schemas/S${index}` });
  const any = () => named(below(length + 1));
  const main = pick(shapes);
  const made = Array.from({ length }, (_, index) => {
    const shape = random() < 0.9 ? main : pick(shapes);
    return [`S${index}`, shape(named(index + 1), `S${index}`)] as const;
  });
  const schemas: Schemas = Object.fromEntries([...made, [`S${length}`, { ...pick(lasts) }]]);
  for (let changes = below(5); changes > 0; changes--) {
    const schema = schemas[`S${below(length)}`] ?? {};
    const keyword = pick([
      'allOf',
      'anyOf',
      'oneOf',
      'properties',
      'items',
      'not',
      'description',
      'readOnly',
    ]);
    schema[keyword] = pick<unknown>([[any()], [any(), any()], { a: any() }, any(), 'x', true]);
  }
  const schema = any();
  const body = (mediaType: string) => ({ post: { requestBody: { content: { [mediaType]: { schema } } } } });
  const [[method, operation] = ['get', {}]] = Object.entries(
    pick<Record<string, object>>([
      body('application/json'),
      body('multipart/form-data'),
      { get: { parameters: [{ name: 'q', in: 'query', style: 'deepObject', schema }] } },
      { get: {} },
    ]),
  );
  const content = {
    'application/json': { schema: pick<object>([schema, { type: 'array', items: schema }]) },
  };
  const responses = { 200: { description: 'Done', content } };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { [method]: { operationId: 'read', ...operation, responses } } },
    components: { schemas },
  };
}

test('what a build makes of schemas that name each other twice does not double with each name', () => {
  let emitted = 0;
  const seeds = Array.from({ length: documents }, (_, index) => index + 1);
  for (const seed of [...known, ...seeds]) {
    const { service, diagnostics } = planDocument(documentOf(seed));
    if (!service || diagnostics.some(isError)) continue;
    emitted++;
    const files = emit(service, defaultSettings);
    const size = [...files.values()].reduce((sum, text) => sum + text.length, 0);
    expect(size, `seed ${seed}`).toBeLessThan(longest);
  }
  // Most documents are refused; the others have to be enough.
  expect(emitted).toBeGreaterThan(documents / 20);
});
