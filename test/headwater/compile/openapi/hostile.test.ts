/** OpenAPI documents that nobody would write: each has a precise diagnostic or a plan, and none an exception. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultSettings } from '../../../../lib/headwater/compile/build-settings.ts';
import { openApiDocument } from '../../../../lib/headwater/compile/emit/openapi/document.ts';
import { servedDeclaration } from '../../../../lib/headwater/compile/emit/wiring/served-descriptors.ts';
import { modelsSource } from '../../../../lib/headwater/compile/emit/wiring/types-source.ts';
import { checkedSchema } from '../../../../lib/headwater/compile/emit/wiring/validator-source.ts';
import { operationsIn } from '../../../../lib/headwater/compile/plan/operations.ts';
import { compileToModule } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { AffectedOperations } from '../../../../lib/headwater/tools/import/foreign/affected-operations.ts';
import { amount } from '../../../support/amount.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { repository } from '../../../support/repository.ts';

const ok = { responses: { 204: { description: 'Done' } } };

function documentWith(components: object, operation: object = {}, item: object = {}) {
  const get = { operationId: 'read', ...ok, ...operation };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get, ...item } },
    components,
  };
}

const bodyOf = (schema: unknown) => ({
  post: { operationId: 'make', requestBody: { content: { 'application/json': { schema } } }, ...ok },
});

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** A chain of schemas, each in terms of the next. */
const chain = (length: number, next: (schema: object) => object, last: object = { type: 'string' }) => ({
  ...Object.fromEntries(
    Array.from({ length }, (_, index) => [`S${index}`, next(ref('schemas', `S${index + 1}`))]),
  ),
  [`S${length}`]: last,
});

const nested = (levels: number, last: object = { type: 'string' }): object =>
  Array.from({ length: levels }).reduce<object>((items) => ({ type: 'array', items }), last);

const twoLists = (items: object) => ({
  anyOf: [
    { type: 'array', items },
    { type: 'array', items, minItems: 1 },
  ],
});

describe('has a diagnostic with its place:', () => {
  test.each<[name: string, document: object, code: string, pointer: string]>([
    [
      'a parameter that refers to itself',
      documentWith({ parameters: { A: ref('parameters', 'A') } }, { parameters: [ref('parameters', 'A')] }),
      'E-REF',
      '/components/parameters/A/$ref',
    ],
    [
      'responses that refer to each other',
      documentWith(
        { responses: { A: ref('responses', 'B'), B: ref('responses', 'A') } },
        { responses: { 200: ref('responses', 'A') } },
      ),
      'E-REF',
      '/components/responses/B/$ref',
    ],
    [
      'a body that does not exist',
      documentWith({}, {}, { post: { ...ok, requestBody: ref('requestBodies', 'constructor') } }),
      'E-REF',
      '/paths/~1a/post/requestBody/$ref',
    ],
    [
      'a schema that every object has',
      documentWith({}, {}, bodyOf(ref('schemas', '__proto__'))),
      'E-REF',
      '/paths/~1a/post/requestBody/content/application~1json/schema/$ref',
    ],
    [
      'a file',
      documentWith({}, {}, bodyOf({ $ref: '../../secret.json#/a' })),
      'E-REF',
      '/paths/~1a/post/requestBody/content/application~1json/schema/$ref',
    ],
    [
      'an address',
      documentWith({}, { parameters: [{ $ref: 'https://example.com/a.json' }] }),
      'E-REF',
      '/paths/~1a/get/parameters/0/$ref',
    ],
    [
      'a parameter that does not exist, with members of its own',
      documentWith(
        {},
        {
          parameters: [
            {
              ...ref('parameters', 'Nope'),
              ...{ in: 'query', name: 'f', style: 'deepObject' },
              schema: { type: 'object', properties: { a: { type: 'string' } } },
            },
          ],
        },
      ),
      'E-REF',
      '/paths/~1a/get/parameters/0/$ref',
    ],
    [
      'a path from elsewhere',
      documentWith({}, {}, { $ref: 'other.json' }),
      'E-UNSUPPORTED',
      '/paths/~1a/$ref',
    ],
    [
      'more references than anybody follows',
      documentWith(
        { schemas: chain(1_000, (next) => ({ anyOf: [next] })) },
        {},
        bodyOf(ref('schemas', 'S0')),
      ),
      'E-INHERITANCE',
      '/components/schemas/S0',
    ],
    [
      'more parts within each other than anybody follows',
      documentWith(
        { schemas: chain(1_000, (next) => ({ allOf: [next], properties: { a: {} } }), { properties: {} }) },
        {},
        bodyOf(ref('schemas', 'S0')),
      ),
      'E-INHERITANCE',
      '/components/schemas/S0',
    ],
    [
      'parts that double at each step',
      documentWith({
        schemas: chain(100, (next) => ({ allOf: [next, next], properties: { a: {} } }), { properties: {} }),
      }),
      'E-INHERITANCE',
      '/components/schemas/S0',
    ],
    [
      'parts that double at each step, of which a member is among the last',
      documentWith({
        schemas: {
          ...chain(100, (next) => ({ allOf: [next, next], properties: { a: {} } }), { properties: {} }),
          S9: {
            allOf: [ref('schemas', 'S10'), ref('schemas', 'S10')],
            properties: { a: ref('schemas', 'S67') },
          },
        },
      }),
      'E-INHERITANCE',
      '/components/schemas/S0',
    ],
    [
      'a name that every object has',
      documentWith({ schemas: JSON.parse('{"T": {"properties": {"__proto__": {}}}}') }),
      'E-NAME',
      '/components/schemas/T/properties/__proto__',
    ],
    [
      'an operation that every object has',
      documentWith({}, { operationId: 'constructor\n' }),
      'W-NICKNAME',
      '/paths/~1a/get/operationId',
    ],
  ])('%s', (_name, document, code, pointer) => {
    const { diagnostics } = planDocument(document);
    expect(diagnostics).toContainEqual(expect.objectContaining({ code, pointer }));
  });

  test.each([
    ['10 MB', JSON.stringify(documentWith({ 'x-a': 'a'.repeat(10_000_000) })), undefined],
    [
      'many values',
      JSON.stringify(documentWith({ 'x-a': Array.from({ length: 500_001 }, () => 0) })),
      'E-TOO-LARGE',
    ],
    [
      'many operations',
      JSON.stringify({
        ...documentWith({}),
        paths: Object.fromEntries(
          Array.from({ length: 60_000 }, (_, index) => [`/a${index}`, { get: { responses: {} } }]),
        ),
      }),
      'E-TOO-LARGE',
    ],
    [
      'deep nesting',
      `{"openapi":"3.1.0","paths":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
      'E-TOO-LARGE',
    ],
  ])('%s', { tags: ['hostile'] }, (_name, text, code) => {
    expect(planDocument(text).diagnostics.find(isError)?.code).toBe(code);
  });

  test('aliases of YAML that mean very much', () => {
    const levels = Array.from(
      { length: 20 },
      (_, index) => `  a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`,
    );
    const text = `openapi: 3.1.0\nx-a:\n  a0: &a0 [1, 1]\n${levels.join('\n')}\npaths: {}\n`;
    expect(planDocument(text, 'thing.yaml').diagnostics.map(({ code }) => code)).toEqual(['E-TOO-LARGE']);
  });
});

const many = <One>(make: (index: number) => One) => Array.from({ length: 60_000 }, (_, index) => make(index));

// The square of their number takes minutes.
test.each<[name: string, document: object]>([
  [
    'parts of a schema',
    documentWith(
      {},
      {
        responses: {
          200: {
            description: 'All',
            content: {
              'application/json': { schema: { allOf: many((n) => ({ properties: { [`p${n}`]: {} } })) } },
            },
          },
        },
      },
    ),
  ],
  [
    'parameters of an operation',
    documentWith({}, { parameters: many((n) => ({ name: `p${n}`, in: 'query', schema: {} })) }),
  ],
])('60,000 %s take a second each 10,000', { tags: ['hostile'] }, (_name, document) => {
  const { service, diagnostics } = planDocument(document);
  expect(diagnostics.filter(isError)).toEqual([]);
  expect(service).toBeDefined();
});

test('what operations a document of 200,000 values concerns is found without an exception', () => {
  const values = Array.from({ length: 200_000 }, (_, index) => `v${index}`);
  const document = documentWith({}, { parameters: [{ name: 'q', in: 'query', schema: { enum: values } }] });
  const affected = new AffectedOperations({ value: document }).by({ pointer: '/paths/~1a/get/parameters/0' });
  expect(affected.map(({ name }) => name)).toEqual(['GET /a']);
});

test.each<[name: string, schemas: object]>([
  ['few words that mean very much', chain(60, twoLists)],
  ['lists in lists, by references', { S0: nested(30, ref('schemas', 'S1')), S1: nested(40) }],
])('%s make code and documents that grow with the text alone', (_name, schemas) => {
  const { service, diagnostics } = planDocument(documentWith({ schemas }, {}, bodyOf(ref('schemas', 'S0'))));
  expect(diagnostics.filter(isError)).toEqual([]);
  const [resource] = service?.resources ?? [];
  if (!service || !resource) throw new Error('The document is refused.');
  const [operation] = operationsIn(resource).filter(({ body }) => body);
  const made = [
    operation && compileToModule(checkedSchema(operation, resource.models)),
    modelsSource(resource),
    JSON.stringify(servedDeclaration(resource)),
    JSON.stringify(openApiDocument(service, defaultSettings)),
  ];
  for (const text of made) expect(text?.length).toBeLessThan(400_000);
});

test('a word that only the last of parts that double at each step has', () => {
  const last = { type: 'object', properties: { b: {} }, readOnly: true };
  const document = documentWith({
    schemas: {
      ...chain(60, (next) => ({ allOf: [next, next] }), last),
      T: { type: 'object', properties: { a: ref('schemas', 'S0') } },
    },
  });
  const { service, diagnostics } = planDocument(document);
  expect(diagnostics.filter(isError)).toEqual([]);
  expect(service?.resources[0]?.models.get('T')?.schema.properties).toMatchObject({
    a: { readOnly: true },
  });
});

type Step = string | number;

/** Every place of a value, its root first. */
function placesIn(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, each]) =>
      placesIn(each, [...path, Array.isArray(value) ? Number(name) : name]),
    ),
  ];
}

function replaced(value: unknown, [step, ...rest]: readonly Step[], other: unknown): unknown {
  if (step === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  return Object.assign(copy, {
    [step]: replaced((value as Readonly<Record<Step, unknown>>)[step], rest, other),
  });
}

/** Whether a pointer leads to a value, or to a member that its nearest parent lacks. */
function leads(value: unknown, pointer: string): boolean {
  const steps = pointer.split('/').slice(1);
  let at = value;
  for (const [index, step] of steps.entries()) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null) return false;
    if (!Object.hasOwn(at, name)) return index === steps.length - 1;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return true;
}

const others = [null, 1, 'x', true, [], {}, [[1]], [{}], { $ref: 1 }, { $ref: '#/a' }];
const read = (name: string) =>
  parse(readFileSync(join(repository, 'test/headwater/compile/openapi/mixed/descriptors', name), 'utf8'));

test.each([
  ['OpenAPI 3.1', read('loan.yaml')],
  ['OpenAPI 3.0', { ...read('loan.yaml'), openapi: '3.0.3' }],
  ['Swagger 2.0', read('reader.json')],
])('a value of any other type anywhere in %s', { tags: ['property'] }, (_name, document) => {
  const cases = placesIn(document).flatMap((path) => others.map((other) => ({ path, other })));
  const step = Math.ceil(cases.length / amount({ few: 20, many: 40, most: cases.length }));
  // A prime, so that every value is met at some place.
  const some = cases.filter((_, index) => (index * 7) % step === 0);
  for (const { path, other } of some) {
    const changed = replaced(document, path, other) as object;
    const { diagnostics, service } = planDocument(changed);
    expect(service !== undefined || diagnostics.some(isError), JSON.stringify({ path, other })).toBe(true);
    const lost = diagnostics.filter(({ pointer }) => !leads(changed, pointer));
    expect(lost, JSON.stringify({ path, other })).toEqual([]);
  }
});
