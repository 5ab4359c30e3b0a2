/** Documents as frameworks write them today: FastAPI, NestJS, Hono and others. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { compileSchema } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { schemaWith } from '../../../../lib/headwater/compile/schema/json-schema.ts';
import { referenceTo } from '../../../../lib/headwater/compile/schema/walk.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { planDocument, planDocuments } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: object) => ({ type: 'array', items });
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const content = (schema: object, mediaType = 'application/json') => ({
  content: { [mediaType]: { schema } },
});
const post = (operationId: string, requestBody: object) => ({
  post: { operationId, requestBody, responses: { 200: { description: 'Done', ...content({}) } } },
});

function documentOf(paths: object, schemas: object = {}, more: object = {}) {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas }, ...more };
}

/** `code pointer` of each diagnostic. */
function problemsOf(document: object): string[] {
  return planDocument(document).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
}

describe('a default of models', () => {
  const schemas = {
    Item: object({ name: text }, 'name'),
    Settings: object({ size: { type: 'integer' }, item: ref('Item') }),
    Stored: object({ id: { ...text, readOnly: true } }, 'id'),
  };

  test.each<[name: string, schema: object, isValid: boolean]>([
    ['no item', { ...listOf(ref('Item')), default: [] }, true],
    ['no item, or null', { anyOf: [listOf(ref('Item')), { type: 'null' }], default: [] }, true],
    ['no item of a list of lists', { ...listOf(listOf(ref('Item'))), default: [[]] }, true],
    ['items', { ...listOf(ref('Item')), default: [{ name: 'a' }] }, true],
    ['an object without members', { ...ref('Settings'), default: {} }, true],
    ['an object beside allOf', { allOf: [ref('Settings')], default: { size: 1, item: { name: 'a' } } }, true],
    ['an object without what the service sets', { ...ref('Stored'), default: {} }, true],
    ['too few items', { ...listOf(ref('Item')), minItems: 1, default: [] }, false],
    ['an item without its member', { ...listOf(ref('Item')), default: [{}] }, false],
    ['an object without its member', { ...ref('Item'), default: {} }, false],
    ['a member of another type', { ...ref('Settings'), default: { size: 'a' } }, false],
    ['no object', { ...ref('Settings'), default: [] }, false],
    ['no list', { ...listOf(ref('Item')), default: {} }, false],
  ])('%s', (_, schema, isValid) => {
    const document = documentOf({}, { ...schemas, Box: object({ content: schema }) });
    const { diagnostics, resources } = planDocument(document);
    const pointer = '/components/schemas/Box/properties/content/default';
    expect(diagnostics).toMatchObject(isValid ? [] : [{ code: 'E-DEFAULT', pointer }]);
    const box = resources[0]?.models.get('Box');
    if (isValid)
      expect(box?.schema.properties).toMatchObject({ content: { default: Reflect.get(schema, 'default') } });
  });

  test('in Swagger 1.x: only no item', () => {
    const items = { type: 'array', items: { $ref: 'Item' } };
    const problems = (item: object) => {
      const properties = { item };
      const models = { Item: { id: 'Item', properties: { name: text } }, Box: { id: 'Box', properties } };
      return problemsOf({ resourcePath: '/thing', apis: [], models });
    };
    const pointer = '/models/Box/properties/item/defaultValue';
    expect(problems({ ...items, defaultValue: [] })).toEqual([]);
    expect(problems({ ...items, defaultValue: [{}] })).toEqual([`E-DEFAULT ${pointer}`]);
    expect(problems({ $ref: 'Item', defaultValue: [] })).toEqual([`E-DEFAULT ${pointer}`]);
  });
});

describe('a form by reference', () => {
  const multipart = 'multipart/form-data';
  const urlencoded = 'application/x-www-form-urlencoded';
  const schemas = {
    Tag: object({ name: text }, 'name'),
    Upload: object(
      {
        file: { ...text, format: 'binary' },
        size: ref('Size'),
        tags: { ...listOf(ref('Tag')), default: [] },
      },
      'file',
    ),
    Login: object({ user: { ...text, minLength: 1 }, scope: { ...text, default: '' } }, 'user'),
    Named: { allOf: [ref('Login'), object({ name: text })] },
    Size: { type: 'integer', maximum: 9 },
  };
  const document = documentOf(
    {
      '/thing/upload': post('upload', { ...content(ref('Upload'), multipart), required: true }),
      '/thing/login': post('login', { ...content(ref('Login'), urlencoded), required: true }),
      '/thing/named': post('named', { ...content({ allOf: [ref('Named')] }, urlencoded), required: true }),
      // The same model as JSON.
      '/thing/json': post('json', content(ref('Login'))),
    },
    schemas,
  );
  const calls = new Map<string, CallFunction>();

  beforeAll(async () => {
    const handlers = {
      upload:
        '({ file, size, tags }) => ({ file: file.content.length, size, tags: tags?.map(({ name }) => name) })',
      login: '({ user, scope }) => ({ user: user.trim(), scope: scope?.trim() })',
      named: '({ user, name }) => ({ user: user.trim(), name })',
      json: '(_, body) => ({ user: body?.user })',
    };
    const sources = Object.entries(handlers).map(([name, source]) => [
      `handlers/thing/${name}.ts`,
      `import type { Handle } from '#generated/types/thing/${name}.ts';\nexport const handle: Handle = ${source.replace('(_, ', '(_input, ').replace(/^\(\{/, '(_input, {')};\n`,
    ]);
    const folder = await makeProject({
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': document,
      ...Object.fromEntries(sources),
    });
    expect((await build(folder)).diagnostics.map(describeDiagnostic)).toEqual([]);
    for (const name of Object.keys(handlers)) calls.set(name, await loadFunction(folder, `thing-${name}`));
  });

  async function answer(name: string, form: FormData | URLSearchParams) {
    const sent = new Response(form);
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
    const body = new Uint8Array(await sent.arrayBuffer());
    const got = await calls.get(name)?.({ method: 'POST', url: `/v1/thing/${name}`, headers, body });
    return [got?.status, got?.body];
  }

  function uploadOf(fields: Readonly<Record<string, string | Blob>>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  }

  const file = new Blob(['abc']);

  test.each<[name: string, form: FormData | URLSearchParams, status: number, body: object]>([
    ['upload', uploadOf({ file }), 200, { file: 3, tags: [] }],
    ['upload', uploadOf({ file, size: '9', tags: '{"name":"a"}' }), 200, { file: 3, size: 9, tags: ['a'] }],
    ['upload', uploadOf({ size: '9' }), 400, { errors: [{ name: 'file', code: 'required' }] }],
    ['upload', uploadOf({ file, size: '10' }), 400, { errors: [{ name: 'size', code: 'maximum' }] }],
    ['upload', uploadOf({ file, tags: '{}' }), 400, { errors: [{ name: 'tags', code: 'required' }] }],
    ['login', new URLSearchParams({ user: 'a' }), 200, { user: 'a', scope: '' }],
    ['login', new URLSearchParams({ user: '' }), 400, { errors: [{ name: 'user', code: 'min_length' }] }],
    ['named', new URLSearchParams({ user: 'a', name: 'b' }), 200, { user: 'a', name: 'b' }],
    ['named', new URLSearchParams({ name: 'b' }), 400, { errors: [{ name: 'user', code: 'required' }] }],
  ])('%#: %s', async (name, form, status, body) => {
    expect(await answer(name, form)).toMatchObject([status, body]);
  });

  test('is planned as one that stands in its place', () => {
    const bodyOf = (schema: object) => {
      const paths = { '/thing': post('make', { ...content(schema, multipart), required: true }) };
      const { functions, diagnostics } = planDocument(documentOf(paths, schemas));
      expect(diagnostics).toEqual([]);
      return functions.flatMap((plan) => (plan.kind === 'operation' ? plan.operation.body : []));
    };
    expect(bodyOf(ref('Upload'))).toEqual(bodyOf(schemas.Upload));
  });

  test.each<[name: string, schemas: object, problems: string[]]>([
    [
      'of several types',
      {
        Form: { ...object({ kind: text }, 'kind'), discriminator: { propertyName: 'kind' } },
        Other: { allOf: [ref('Form')] },
      },
      ['E-UNSUPPORTED'],
    ],
    ['that is no object', { Form: text }, ['E-UNSUPPORTED']],
    ['that is refused, for its own reason alone', { Form: object({ a: { $id: 'a' } }) }, ['E-UNSUPPORTED']],
    ['within itself', { Form: { allOf: [ref('Form')] } }, ['E-INHERITANCE']],
  ])('%s is refused', (_, forms, codes) => {
    const paths = { '/thing': post('make', content(ref('Form'), multipart)) };
    const { diagnostics } = planDocument(documentOf(paths, forms));
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });
});

describe('security that everybody meets', () => {
  const before = process.env['ACCESS'];
  beforeAll(() => {
    // Each refused request logs a line.
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    process.env['ACCESS'] = '{"issuers":[]}';
  });
  afterAll(() => {
    if (before === undefined) delete process.env['ACCESS'];
    else process.env['ACCESS'] = before;
    vi.restoreAllMocks();
  });

  const components = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
  const done = { responses: { 204: { description: 'Done' } } };
  const securedBy = (security: unknown, own: Readonly<Record<string, unknown>> = {}) => ({
    ...documentOf(
      Object.fromEntries(
        Object.entries({ inherited: undefined, ...own }).map(([name, each]) => [
          `/thing/${name}`,
          { get: { operationId: name, ...done, ...(each ? { security: each } : {}) } },
        ]),
      ),
    ),
    components,
    security,
  });

  test('alone makes an operation public, and nothing else', async () => {
    const document = securedBy([{ token: [] }], { optional: [{}], open: [] });
    const names = ['inherited', 'optional', 'open'];
    const folder = await makeProject({
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': document,
      ...Object.fromEntries(
        names.map((name) => [`handlers/thing/${name}.ts`, 'export const handle = () => {};\n']),
      ),
    });
    expect((await build(folder)).diagnostics.map(describeDiagnostic)).toEqual([]);
    const status = async (name: string) => {
      const call = await loadFunction(folder, `thing-${name}`);
      return (await call({ url: `/v1/thing/${name}` })).status;
    };
    expect(await Promise.all(names.map(status))).toEqual([401, 204, 204]);
    const access = await readFile(join(folder, '.generated/access.json'), 'utf8');
    // Nobody forgot to say who may call it.
    expect(access).not.toContain('"isUnguarded": true');
  });

  test.each([
    ['beside a token', [{ token: [] }, {}]],
    ['before a token', [{}, { token: [] }]],
  ])('%s makes the token optional', (_, security) => {
    const { diagnostics, service } = planDocument(securedBy(security));
    expect(diagnostics).toEqual([]);
    const [operation] = service ? operationsOf(service) : [];
    expect(operation?.runtime.access?.map((each) => each.length)).toEqual(
      security.map((each) => Object.keys(each).length),
    );
  });
});

test.each([{ authorizations: { key: null } }, { security: [{ key: null }] }])(
  'in Swagger 1.x, a scheme without scopes is needed: %j',
  (access) => {
    const listing = {
      basePath: '/v1',
      authorizations: { key: { type: 'apiKey', passAs: 'header', keyname: 'X-Key' } },
    };
    const operation = { httpMethod: 'GET', nickname: 'read', type: 'void', ...access };
    const declaration = { resourcePath: '/thing', apis: [{ path: '/thing', operations: [operation] }] };
    const { resources } = planDocuments({ 'thing.json': declaration }, listing);
    const [read] = resources[0]?.apis[0]?.operations ?? [];
    expect(read?.runtime.access).toEqual([[{ scheme: 'apiKey', name: 'x-key', scopes: [] }]]);
  },
);

describe('as plain ajv says:', () => {
  const optional = { type: ['string', 'null'] };
  const limited = { maxLength: 3 };
  const values = [null, 'abc', 'abcd', 1, 5, ['a'], ['abcd', 1], { a: null }, {}, { a: 1 }, { a: 'b' }];
  const schemas = {
    Optional: optional,
    Places: { type: 'array', prefixItems: [optional], contains: { type: 'integer' } },
    Named: object({ a: text }, 'a'),
  };

  test.each<[name: string, schema: object]>([
    ['a limit beside a reference to a type or null', { ...ref('Optional'), ...limited }],
    ['a limit in a part beside a type or null', { allOf: [ref('Optional'), limited] }],
    ['a limit beside null', { anyOf: [text, { type: 'null' }], ...limited }],
    ['a limit beside a list', { oneOf: [text, listOf(text)], ...limited }],
    ['a limit of lists beside a text', { anyOf: [text, listOf(text)], maxItems: 1 }],
    ['a limit of numbers beside null', { anyOf: [{ type: 'integer' }, { type: 'null' }], maximum: 3 }],
    ['properties beside null', { anyOf: [ref('Named'), { type: 'null' }], properties: { a: limited } }],
    ['a reference to the place of an item', { $ref: '#/components/schemas/Places/prefixItems/0' }],
    ['a reference into a condition', { $ref: '#/components/schemas/Places/contains' }],
    ['null in an allowed value', { enum: [{ a: null }, 'abc'] }],
  ])('%s', (_, schema) => {
    const all = { ...schemas, Value: schema };
    const { resources } = planDocument(documentOf({ '/thing': post('m', content(ref('Value'))) }, all));
    const ours = compileSchema(schemaWith(referenceTo('Value'), resources[0]?.models ?? new Map()));
    const plain = new Ajv2020({ strict: false }).compile({ components: { schemas: all }, ...ref('Value') });
    const validOf = (isValid: (value: unknown) => unknown) => values.filter((value) => isValid(value));
    expect(validOf(ours)).toEqual(validOf(plain));
  });
});

describe('a discriminator', () => {
  const problems = (union: object, schemas: object) => {
    const all = { ...schemas, Union: union };
    return planDocument(documentOf({ '/thing': post('m', content(ref('Union'))) }, all)).diagnostics;
  };

  test('of a model above the alternatives tells them apart', () => {
    const pet = { ...object({ kind: text }, 'kind'), discriminator: { propertyName: 'kind' } };
    const sub = (name: string) => ({ allOf: [ref('Pet'), object({ [name]: text })] });
    const schemas = { Pet: pet, Cat: sub('a'), Dog: sub('b') };
    expect(problems({ oneOf: [ref('Cat'), ref('Dog')] }, schemas)).toEqual([]);
  });

  test('that a closed alternative does not have is ignored', () => {
    const closed = (name: string) => ({ ...object({ [name]: text }, name), additionalProperties: false });
    const union = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };
    const found = 'a discriminator whose values name no schema';
    const diagnostics = problems(union, { Cat: closed('a'), Dog: closed('b') });
    expect(diagnostics).toMatchObject([{ code: 'W-UNSUPPORTED', found }]);
  });
});

test.each([
  ['true', 'repeated'],
  ['False', 'commas'],
])('explode: "%s" is a flag', (explode, listForm) => {
  const parameters = [{ name: 'tag', in: 'query', explode, schema: listOf(text) }];
  const get = { operationId: 'list', parameters, responses: { 204: { description: 'Done' } } };
  const { diagnostics, resources } = planDocument(documentOf({ '/thing': { get } }));
  expect(diagnostics).toMatchObject([{ code: 'W-FLAG' }]);
  expect(resources[0]?.apis[0]?.operations[0]?.parameters[0]?.runtime).toMatchObject({ listForm });
});

describe('an object in a query', () => {
  const query = (schema: object, more: object = {}) => {
    const parameters = [{ name: 'f', in: 'query', schema, ...more }];
    const get = { operationId: 'list', parameters, responses: { 204: { description: 'Done' } } };
    return planDocument(documentOf({ '/thing': { get } }));
  };
  const a = object({ a: { type: 'integer' } }, 'a');
  const b = object({ b: text, id: { ...text, readOnly: true } });

  test.each<[name: string, schema: object, found: string]>([
    ['of several types', { anyOf: [a, b] }, 'a parameter of type union'],
    ['or a text', { type: ['object', 'string'], properties: b.properties }, 'a parameter of type union'],
    ['that may be absent', a, 'an optional object with the required "a"'],
  ])('%s is refused', (_, schema, found) => {
    expect(query(schema).diagnostics).toMatchObject([{ code: 'E-UNSUPPORTED', found }]);
  });

  test.each([{ allOf: [b] }, { anyOf: [b, { type: 'null' }] }, { ...b, oneOf: [{}] }])(
    'as deepObject needs properties of its own: %j',
    (schema) => {
      const found = 'deepObject of a schema whose properties are not known';
      const { diagnostics } = query(schema, { style: 'deepObject' });
      expect(diagnostics).toMatchObject([{ code: 'E-UNSUPPORTED', found }]);
    },
  );

  test('is checked by its properties alone', () => {
    const dependentRequired = { a: ['b'] };
    const { diagnostics, resources } = query({ ...b, dependentRequired, additionalProperties: false });
    const found =
      'dependentRequired of an object in a query, which is ignored: only its properties are checked';
    expect(diagnostics).toMatchObject([{ code: 'W-UNSUPPORTED', found }]);
    const [list] = resources[0]?.apis[0]?.operations ?? [];
    expect(list?.parameters.map(({ runtime }) => runtime.name)).toEqual(['b']);
  });
});

describe('a format in another spelling', () => {
  const typeOf = (schema: object) => {
    const { resources, diagnostics } = planDocument(documentOf({}, { Box: object({ content: schema }) }));
    return {
      type: [...(resources[0]?.models.values() ?? [])][0]?.schema.properties?.['content'],
      diagnostics,
    };
  };

  test.each<[type: string, format: string, meant: string]>([
    ['string', 'dateTime', 'date-time'],
    ['string', 'DateTime', 'date-time'],
    ['string', 'date_time', 'date-time'],
    ['string', 'DATE-TIME', 'date-time'],
    ['string', 'datetime', 'date-time'],
    ['string', 'Date', 'date'],
    ['string', 'Byte', 'byte'],
    ['integer', 'Int32', 'int32'],
    ['integer', 'INT64', 'int64'],
    ['integer', 'long', 'int64'],
    ['number', 'Double', 'double'],
    ['number', 'Int64', 'int64'],
  ])('%s %s', (type, format, meant) => {
    const found = `the format "${format}"`;
    for (const words of [{ type, format }, ...(format === 'long' || meant === 'byte' ? [] : [{ format }])]) {
      const got = typeOf(words);
      expect(got.type).toEqual(typeOf({ ...words, format: meant }).type);
      expect(got.diagnostics).toMatchObject([
        { code: 'W-TYPE', found, accepted: `"${meant}", which is assumed` },
      ]);
    }
    expect(typeOf({ type, format: meant }).diagnostics).toEqual([]);
  });

  test.each([
    ['string', 'UUID'],
    ['string', 'e-mail'],
    ['string', 'Int32'],
    ['integer', 'dateTime'],
    ['string', ''],
  ])('is an annotation: %s %s', (type, format) => {
    expect(typeOf({ type, format })).toEqual({
      type: expect.objectContaining(typeOf({ type }).type ?? {}),
      diagnostics: [],
    });
  });
});

describe('unevaluatedProperties', () => {
  const named = { type: 'object', properties: { name: text } };

  test.each<[name: string, schema: object]>([
    ['none', { ...named, unevaluatedProperties: false }],
    ['of a type', { ...named, unevaluatedProperties: { type: 'integer' } }],
    ['any', { ...named, unevaluatedProperties: true }],
    ['a map', { type: 'object', unevaluatedProperties: text }],
    ['beside additionalProperties', { ...named, additionalProperties: text, unevaluatedProperties: false }],
  ])('%s: as ajv says of the schema itself', (_, schema) => {
    const { resources, diagnostics } = planDocument(
      documentOf({}, { Box: object({ a: schema }), A: schema }),
    );
    expect(diagnostics).toEqual([]);
    const byId = resources[0]?.models ?? new Map();
    const [own, nested] = ['A', 'Box'].map((id) => compileSchema(schemaWith(referenceTo(id), byId)));
    const judge = new Ajv2020({ strict: false }).compile(schema);
    for (const value of [
      {},
      { name: 'a' },
      { name: 1 },
      { other: 1 },
      { other: 'a' },
      { name: 'a', b: null },
      'a',
    ]) {
      expect(own?.(value), JSON.stringify(value)).toBe(judge(value));
      expect(nested?.({ a: value }), JSON.stringify(value)).toBe(judge(value));
    }
  });

  test.each<[name: string, words: object]>([
    ['$id', { $id: 'a' }],
    ['$dynamicRef', { $dynamicRef: '#a' }],
  ])('an object in components is refused with %s', (keyword, words) => {
    const document = documentOf({}, { A: { ...named, ...words }, B: named });
    expect(problemsOf(document)).toEqual([`E-UNSUPPORTED /components/schemas/A/${keyword}`]);
  });

  test.each<[name: string, words: object]>([
    ['not', { not: object({ name: text, a: text }) }],
    ['itself in a property', { not: object({ name: ref('A') }) }],
  ])('an object in components may have a check: %s', (_, words) => {
    expect(problemsOf(documentOf({}, { A: { ...named, ...words } }))).toEqual([]);
  });

  const within = { properties: { a: ref('A') } };
  test.each<[what: string, words: object, others?: object]>([
    ['a name and a pattern', { ...within, patternProperties: { '^a': ref('A') } }],
    ['a name and a condition', { ...within, if: object({}), then: within }],
    [
      'a name and what must not be',
      { ...within, not: { ...object({ a: { type: 'string' } }), required: ['a'] } },
    ],
    ['parts', { allOf: [within, within], properties: { b: { type: 'integer' } } }],
    ['parts with names', { ...within, allOf: [ref('B')] }, { B: within }],
    ['parts and alternatives', { allOf: [within, { anyOf: [within, { required: ['b'] }] }] }],
  ])('an object that contains itself by %s is checked once at each level', (_, words, others = {}) => {
    const last = { b: { type: 'integer' } };
    const schemas = {
      A: {
        type: 'object',
        ...words,
        patternProperties: { '^b$': last.b, ...(words['patternProperties' as never] as object) },
      },
      ...others,
    };
    const { resources, diagnostics } = planDocument(documentOf({}, schemas));
    expect(diagnostics).toEqual([]);
    const isValid = compileSchema(schemaWith(referenceTo('A'), resources[0]?.models ?? new Map()));
    const nest = (end: object) => Array.from({ length: 60 }).reduce<object>((a) => ({ a }), end);
    // Doubled at each level, this would take longer than the universe is old.
    expect(isValid(nest({ b: 1 }))).toBe(true);
    expect(isValid(nest({ b: 'x' }))).toBe(false);
    const places = isValid.errors
      ?.filter(({ keyword }) => keyword === 'type')
      .map((each) => each.instancePath);
    expect([...new Set(places)]).toEqual([`${'/a'.repeat(60)}/b`]);
  });

  test.each<[name: string, words: object, others: object]>([
    ['its own', { not: ref('A') }, {}],
    ['that of another one', { dependentSchemas: { a: ref('B') } }, { B: { ...named, if: ref('A') } }],
  ])('an object whose check begins with %s is refused', (_, words, others) => {
    const [first] = problemsOf(documentOf({}, { A: { ...named, ...words }, ...others }));
    expect(first).toBe('E-INHERITANCE /components/schemas/A');
  });
});

describe.each(['oneOf', 'anyOf'])('%s of many alternatives', (keyword) => {
  const numbers = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'integer',
      minimum: first + index,
      maximum: first + index,
    }));
  const pointer = `/components/schemas/Box/properties/content/${keyword}`;
  const boxOf = (content: object, schemas: object = {}) =>
    documentOf({}, { ...schemas, Box: object({ content }) });

  test.each<[name: string, document: object, found: string]>([
    ['1,500', boxOf({ [keyword]: numbers(1_500) }), `"${keyword}" of 1500 alternatives`],
    [
      '1,001 objects',
      boxOf({ [keyword]: numbers(1_001).map(() => object({})) }),
      `"${keyword}" of 1001 alternatives`,
    ],
    [
      '600 within 600, in a list',
      boxOf({ [keyword]: [...numbers(599), listOf({ [keyword]: numbers(600) })] }),
      `"${keyword}" of 1200 alternatives`,
    ],
  ])('is refused: %s', (_, document, found) => {
    const accepted = 'at most 1000, alternatives within alternatives included; "enum" or a discriminator';
    const { diagnostics } = planDocument(document);
    expect(diagnostics).toMatchObject([{ code: 'E-TOO-LARGE', pointer, found, accepted }]);
  });

  test('as many as are accepted have a validator that runs', {
    tags: ['descriptors'],
    timeout: 120_000,
  }, () => {
    const { resources, diagnostics } = planDocument(boxOf({ [keyword]: numbers(1_000) }));
    expect(diagnostics).toEqual([]);
    const isValid = compileSchema(schemaWith(referenceTo('Box'), resources[0]?.models ?? new Map()));
    const valid = [0, 999, 1_000, -1].map((content) => isValid({ content }));
    expect(valid).toEqual([true, true, false, false]);
  });
});
