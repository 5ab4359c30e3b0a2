/**
 * Names that every object, list or function of JavaScript inherits, at all places of descriptors in every dialect: they are read
 * as any other name, and printed as themselves.
 */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { headwater } from '../../../support/command.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const inherited = [Object.prototype, Array.prototype, Function.prototype].map((each) =>
  Object.getOwnPropertyNames(each),
);
const names = [...new Set(inherited.flat())];
const ofObjects = Object.getOwnPropertyNames(Object.prototype);

const info = { title: 'T', version: '1' };
const text = { type: 'string' };
const done = { 204: { description: 'Done' } };

/** Also `__proto__` is an own member of it. */
function own(name: string, value: unknown): object {
  return Object.fromEntries([[name, value]]);
}

const openApi = (operation: object, rest: object = {}) => ({
  ...{ openapi: '3.1.0', info },
  paths: { '/thing': { post: { operationId: 'add', responses: done, ...operation } } },
  ...rest,
});
const body = (schema: object, type = 'application/json') => ({
  requestBody: { content: own(type, { schema }) },
});
const query = (schema: object, rest: object = {}) => ({
  parameters: [{ name: 'q', in: 'query', schema, ...rest }],
});
const components = (kind: string, members: object) => ({ components: own(kind, members) });
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const key = { type: 'apiKey', in: 'header', name: 'x-k' };
const tagged = (name: string) => ({ type: 'object', required: [name], properties: own(name, text) });
const union = { oneOf: [reference('schemas', 'A'), reference('schemas', 'B')] };

const swagger2 = (operation: object, rest: object = {}) => ({
  ...{ swagger: '2.0', info },
  paths: { '/thing': { post: { operationId: 'add', responses: done, ...operation } } },
  ...rest,
});

const swagger1 = (operation: object, rest: object = {}) => ({
  resourcePath: '/thing',
  apis: [
    {
      path: '/thing',
      operations: [{ method: 'POST', nickname: 'add', type: 'void', parameters: [], ...operation }],
    },
  ],
  ...rest,
});
const parameter = (members: object) =>
  swagger1({ parameters: [{ paramType: 'query', name: 'q', type: 'string', ...members }] });
const model = (members: object) =>
  swagger1({ type: 'M' }, { models: { M: { id: 'M', properties: { a: text }, ...members } } });

type Make = (name: string) => object;

/** Places at which any name is accepted, and the code for `__proto__` where this one is refused. */
const accepting: readonly (readonly [place: string, make: Make, code?: string])[] = [
  // `x-filter` is one of the framework's.
  ['an extension', (name) => openApi(own(`x-own-${name}`, 1))],
  ['a parameter of the query', (name) => openApi(query(text, { name })), 'E-NAME'],
  ['a header', (name) => openApi(query(text, { name, in: 'header' })), 'E-NAME'],
  [
    'a segment',
    (name) => ({
      openapi: '3.1.0',
      info,
      paths: own(`/${name}`, { get: { operationId: 'get', responses: done } }),
    }),
  ],
  ['a property', (name) => openApi(body(tagged(name))), 'E-NAME'],
  [
    'a required property that is not declared',
    (name) => openApi(body({ type: 'object', required: [name], properties: {} })),
  ],
  [
    'a field of a form',
    (name) => openApi(body({ type: 'object', properties: own(name, text) }, 'multipart/form-data')),
    'E-NAME',
  ],
  [
    'a member of deepObject',
    (name) => openApi(query({ type: 'object', properties: own(name, text) }, { style: 'deepObject' })),
  ],
  [
    'a schema',
    (name) => openApi(body(reference('schemas', name)), components('schemas', own(name, tagged('a')))),
    'E-NAME',
  ],
  ['a tag', (name) => openApi({ tags: [name] })],
  [
    'a security scheme',
    (name) => openApi({ security: [own(name, [])] }, components('securitySchemes', own(name, key))),
  ],
  [
    'the header of a key',
    (name) => openApi({ security: [{ a: [] }] }, components('securitySchemes', { a: { ...key, name } })),
  ],
  [
    'a scope',
    (name) => {
      const flows = { implicit: { scopes: own(name, 'x') } };
      return openApi(
        { security: [{ a: [name] }] },
        components('securitySchemes', { a: { type: 'oauth2', flows } }),
      );
    },
  ],
  [
    'a value of an enum',
    (name) => openApi({ ...body({ ...text, enum: [name] }), ...query({ ...text, enum: [name] }) }),
  ],
  ['a default', (name) => openApi(query({ ...text, default: name }))],
  ['a format', (name) => openApi(body({ ...text, format: name }))],
  [
    'a value of a discriminator',
    (name) => {
      const discriminator = { propertyName: 'kind', mapping: own(name, 'A') };
      return openApi(
        body({ ...union, discriminator }),
        components('schemas', { A: tagged('kind'), B: tagged('kind') }),
      );
    },
  ],
  [
    'a discriminator',
    (name) => {
      const schemas = { A: tagged(name), B: tagged(name) };
      return openApi(
        body({ ...union, discriminator: { propertyName: name } }),
        components('schemas', schemas),
      );
    },
    'E-NAME',
  ],
  [
    'a shared response',
    (name) =>
      openApi(
        { responses: { 204: reference('responses', name) } },
        components('responses', own(name, done[204])),
      ),
  ],
  [
    'a shared parameter',
    (name) =>
      openApi(
        { parameters: [reference('parameters', name)] },
        components('parameters', own(name, { name: 'q', in: 'query', schema: text })),
      ),
  ],
  [
    'a shared body',
    (name) =>
      openApi(
        { requestBody: reference('requestBodies', name) },
        components('requestBodies', own(name, body(text).requestBody)),
      ),
  ],
  [
    'a header of a response',
    (name) => openApi({ responses: { 204: { description: 'Done', headers: own(name, { schema: text }) } } }),
  ],
  [
    'an example',
    (name) => {
      const media = { schema: text, examples: own(name, { value: 'a' }) };
      return openApi({ requestBody: { content: { 'application/json': media } } });
    },
  ],
  [
    'a variable of a server',
    (name) => ({ ...openApi({}), servers: [{ url: `/{${name}}`, variables: own(name, { default: 'v' }) }] }),
  ],
  [
    'a pattern of properties',
    (name) => openApi(body({ type: 'object', patternProperties: own(name, text) })),
  ],
  [
    'a dependent property',
    (name) => openApi(body({ type: 'object', properties: { a: text }, dependentRequired: own(name, ['a']) })),
  ],
  [
    'a definition within a schema',
    (name) => {
      const holder = { type: 'object', $defs: own(name, text) };
      return openApi(
        body({ $ref: `#/components/schemas/M/$defs/${name}` }),
        components('schemas', { M: holder }),
      );
    },
  ],
  [
    'a definition of Swagger 2.0',
    (name) => {
      const sent = { in: 'body', name, schema: { $ref: `#/definitions/${name}` } };
      return swagger2(
        { parameters: [sent] },
        { definitions: own(name, { type: 'object', properties: { a: text } }) },
      );
    },
    'E-NAME',
  ],
  [
    'a property of Swagger 2.0',
    (name) => swagger2({ parameters: [{ in: 'body', name: 'b', schema: tagged(name) }] }),
    'E-NAME',
  ],
  [
    'a shared parameter of Swagger 2.0',
    (name) =>
      swagger2(
        { parameters: [{ $ref: `#/parameters/${name}` }] },
        { parameters: own(name, { in: 'query', name: 'q', ...text }) },
      ),
    'E-NAME',
  ],
  [
    'a shared response of Swagger 2.0',
    (name) =>
      swagger2({ responses: { 204: { $ref: `#/responses/${name}` } } }, { responses: own(name, done[204]) }),
  ],
  [
    'a field of Swagger 2.0',
    (name) => swagger2({ parameters: [{ in: 'formData', name, ...text }] }),
    'E-NAME',
  ],
  [
    'a scheme of Swagger 2.0',
    (name) => swagger2({ security: [own(name, [])] }, { securityDefinitions: own(name, key) }),
    'E-NAME',
  ],
  [
    'a flow of Swagger 2.0',
    (name) =>
      swagger2(
        { security: [{ a: [] }] },
        { securityDefinitions: { a: { type: 'oauth2', flow: name, scopes: {} } } },
      ),
  ],
  ['a member of a declaration', (name) => ({ ...swagger1({}), ...own(name, 1) })],
  [
    'a model of Swagger 1.2',
    (name) => swagger1({ type: name }, { models: own(name, { id: name, properties: { a: text } }) }),
    'E-NAME',
  ],
  ['a property of Swagger 1.2', (name) => model({ required: [name], properties: own(name, text) }), 'E-NAME'],
  ['a member of a body of Swagger 1.2', (name) => parameter({ paramType: 'body', name }), 'E-NAME'],
  ['a field of Swagger 1.2', (name) => parameter({ paramType: 'form', name }), 'E-NAME'],
  ['a header of Swagger 1.2', (name) => parameter({ paramType: 'header', name }), 'E-NAME'],
  ['a parameter of the query of Swagger 1.2', (name) => parameter({ name }), 'E-NAME'],
  ['a synonym', (name) => parameter({ 'x-synonyms': [name] })],
  ['a value of Swagger 1.2', (name) => parameter({ enum: [name], defaultValue: name })],
];

const acceptingPlaces = accepting.map(([place, make, code]) => ({ place, make, code }));

test.each(acceptingPlaces)('every name is accepted as $place', ({ make, code }) => {
  const problems = names.map((name) => [
    name,
    [...new Set(planDocument(make(name)).diagnostics.map((each) => each.code))],
  ]);
  expect(problems).toEqual(
    names.map((name) => [name, name === '__proto__' && code !== undefined ? [code] : []]),
  );
});

/** Places at which a name is reported, unless the language has a word near to it, with the code. */
const reporting: readonly (readonly [place: string, make: Make, code: string])[] = [
  ['a member of a document', (name) => ({ ...openApi({}), ...own(name, 1) }), 'W-KEY'],
  ['a member of an operation', (name) => openApi(own(name, 1)), 'W-KEY'],
  ['a member of a parameter', (name) => openApi(query(text, own(name, 1))), 'W-KEY'],
  ['a member of a schema', (name) => openApi(body({ ...text, ...own(name, 1) })), 'W-KEY'],
  ['a member of Swagger 2.0', (name) => ({ ...swagger2({}), ...own(name, 1) }), 'W-KEY'],
  [
    'a method',
    (name) => ({ openapi: '3.1.0', info, paths: { '/thing': own(name, { responses: done }) } }),
    'W-KEY',
  ],
  ['a status', (name) => openApi({ responses: own(name, done[204]) }), 'E-KEY'],
  ['a type', (name) => openApi(body({ type: name })), 'E-TYPE'],
  ['a style', (name) => openApi(query({ type: 'array', items: text }, { style: name })), 'E-UNSUPPORTED'],
  ['a place', (name) => openApi(query(text, { in: name })), 'E-PARAM'],
  ['a media type', (name) => openApi(body(text, name)), 'E-UNSUPPORTED'],
  ['a missing schema', (name) => openApi(body(reference('schemas', name))), 'E-REF'],
  ['a missing scheme', (name) => openApi({ security: [own(name, [])] }), 'W-AUTHORIZATION'],
  [
    'a kind of scheme',
    (name) => openApi({ security: [{ a: [] }] }, components('securitySchemes', { a: { type: name } })),
    'E-AUTHORIZATION',
  ],
  [
    'a problem',
    (name) => openApi({ responses: { 204: done[204], 409: { description: 'No', 'x-problems': [name] } } }),
    'W-RESPONSE',
  ],
  [
    'a separator of Swagger 2.0',
    (name) =>
      swagger2({
        parameters: [{ in: 'query', name: 'q', type: 'array', items: text, collectionFormat: name }],
      }),
    'E-UNSUPPORTED',
  ],
  ['a type of Swagger 1.2', (name) => swagger1({ type: name }), 'W-MODEL'],
  ['a list of Swagger 1.2', (name) => swagger1({ type: `List[${name}]` }), 'W-MODEL'],
  ['a sub type of Swagger 1.2', (name) => model({ subTypes: [name] }), 'E-MODEL'],
  ['a paramType', (name) => parameter({ paramType: name }), 'E-PARAM'],
  ['a method of Swagger 1.2', (name) => swagger1({ method: name }), 'E-METHOD'],
  ['a valueType', (name) => parameter({ allowableValues: { valueType: name, values: ['a'] } }), 'E-LIMIT'],
  ['a media type of Swagger 1.2', (name) => swagger1({ produces: [name], type: 'any' }), 'W-MEDIA-TYPE'],
  [
    'a unit of a schedule',
    (name) => ({ ...swagger1({}), 'x-schedules': [{ nickname: 'tick', every: `1 ${name}` }] }),
    'E-BACKGROUND',
  ],
];

test.each(reporting)('every name is printed as itself where it cannot be %s', (_, make, code) => {
  for (const name of ofObjects) {
    const { diagnostics } = planDocument(make(name));
    const [first] = diagnostics;
    const place = [first?.code, first?.found.toLowerCase().includes(name.toLowerCase())];
    // No model is called like the prototype.
    const want = name === '__proto__' ? code.replace('W-MODEL', 'E-MODEL') : code;
    const isNear = code.startsWith('W-MODEL') || code === 'E-TYPE';
    expect([name, ...place]).toEqual([name, want, true]);
    const printed = diagnostics.map(({ found, accepted }) => `${found} ${isNear ? '' : accepted}`).join();
    expect(printed).not.toMatch(/native code|\[object|=>|function /);
  }
});

test('operations get names that objects do not inherit', () => {
  const got = ofObjects.map((operationId) =>
    planDocument(openApi({ operationId })).diagnostics.map(({ code }) => code),
  );
  const isGood = (name: string) => ['isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString'].includes(name);
  expect(got).toEqual(
    ofObjects.map((name) => (isGood(name) ? [] : [name === '__proto__' ? 'E-NICKNAME' : 'W-NICKNAME'])),
  );
});

/** Names of members, all of which are accepted. */
const members = names.filter((name) => name !== '__proto__');
const all = <T>(value: (name: string) => T) => Object.fromEntries(members.map((name) => [name, value(name)]));
const anything = { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } };
/** Names of headers ignore letter case. */
const headerNames = members.filter((name) => !/^(?:at|length)$/.test(name));

/** Operations that take all names at once, by the name of the operation. */
function pathsOf(version: '2.0' | '3.x'): object {
  const typed = (members: object) => (version === '2.0' ? text : { schema: text, ...members });
  const model = { $ref: `#/${version === '2.0' ? 'definitions' : 'components/schemas'}/toString` };
  const sends = (name: string, schema: object, type: string) => {
    if (version === '3.x') return { requestBody: { required: true, content: { [type]: { schema } } } };
    const fields = members.map((each) => ({ in: 'formData', name: each, type: 'string' }));
    const whole = [{ in: 'body', name, required: true, schema }];
    return type === 'application/json' ? { parameters: whole } : { consumes: [type], parameters: fields };
  };
  const results = version === '2.0' ? { 200: { description: 'Done', schema: {} } } : anything;
  const operation = (operationId: string, rest: object) => ({
    operationId,
    tags: [`v${version[0]}`],
    responses: results,
    ...rest,
  });
  const inputs = (place: string, given: readonly string[]) => ({
    parameters: given.map((name) => ({ in: place, name, ...typed({}) })),
  });
  return {
    '/query': { get: operation('query', inputs('query', members)) },
    '/header': { get: operation('header', inputs('header', headerNames)) },
    '/body': { post: operation('body', sends('valueOf', model, 'application/json')) },
    '/form': {
      post: operation(
        'form',
        sends('form', { type: 'object', properties: all(() => text) }, 'multipart/form-data'),
      ),
    },
    '/key': { delete: { ...operation('key', {}), responses: done, security: [{ valueOf: [] }] } },
    ...Object.fromEntries(
      ofObjects
        .filter((name) => name !== '__proto__')
        .map((name, index) => [
          `/path${index}/{${name}}`,
          {
            get: operation(`path${index}`, {
              parameters: [{ in: 'path', name, required: true, ...typed({}) }],
            }),
          },
        ]),
    ),
  };
}

const whole = {
  type: 'object',
  required: [...members],
  properties: all(() => text),
  additionalProperties: false,
};
const headerKey = { type: 'apiKey', in: 'header', name: 'constructor' };

/** The same in Swagger 1.2. */
function declaration(): object {
  const parameters = (paramType: string, given: readonly string[]) =>
    given.map((name) => ({ paramType, name, type: 'string' }));
  const operations: readonly [path: string, nickname: string, method: string, parameters: object[]][] = [
    ['/query', 'query', 'GET', parameters('query', members)],
    ['/header', 'header', 'GET', parameters('header', headerNames)],
    ['/body', 'body', 'POST', [{ paramType: 'body', type: 'toString', required: true }]],
    ['/form', 'form', 'POST', parameters('form', members)],
    ...ofObjects
      .filter((name) => name !== '__proto__')
      .map((name, index): [string, string, string, object[]] => [
        `/path${index}/{${name}}`,
        `path${index}`,
        'GET',
        parameters('path', [name]),
      ]),
  ];
  return {
    ...{ basePath: '/v1', resourcePath: '/' },
    apis: operations.map(([path, nickname, method, parameters]) => ({
      path,
      operations: [{ method, nickname, type: 'any', 'x-status': 200, parameters }],
    })),
    models: { toString: { id: 'toString', ...whole } },
  };
}

const resources: Readonly<Record<string, object>> = {
  v1: declaration(),
  v2: {
    ...{ swagger: '2.0', info, basePath: '/v2', paths: pathsOf('2.0') },
    ...{ definitions: { toString: whole }, securityDefinitions: { valueOf: headerKey } },
  },
  v30: {
    ...{ openapi: '3.0.3', info, servers: [{ url: '/v30' }], paths: pathsOf('3.x') },
    components: { schemas: { toString: whole }, securitySchemes: { valueOf: headerKey } },
  },
  v31: {
    ...{ openapi: '3.1.0', info, servers: [{ url: '/v31' }], paths: pathsOf('3.x') },
    components: { schemas: { toString: whole }, securitySchemes: { valueOf: headerKey } },
  },
};

describe('a service of all these names', { tags: ['descriptors'] }, () => {
  let folder: string;
  const calls = new Map<string, CallFunction>();
  const nicknames = [
    'query',
    'header',
    'body',
    'form',
    ...ofObjects.slice(1).map((_, index) => `path${index}`),
  ];
  const idsOf = (resource: string) => [...nicknames, ...(resource === 'v1' ? [] : ['key'])];

  beforeAll(async () => {
    const echo = (path: string) =>
      `import type { Handle } from '#generated/types/${path}.ts';\nexport const handle = ((input: unknown, body: unknown) => ({ input, body: body ?? null })) as unknown as Handle;\n`;
    const paths = Object.keys(resources).flatMap((resource) =>
      idsOf(resource).map((name) => `${resource}/${name}`),
    );
    folder = await makeProject({
      'descriptors/api-docs.json': listing,
      ...Object.fromEntries(
        Object.entries(resources).map(([name, value]) => [
          `descriptors/${name}.json`,
          JSON.stringify(value).replaceAll('"v3"', `"${name}"`),
        ]),
      ),
      ...Object.fromEntries(paths.map((path) => [`handlers/${path}.ts`, echo(path)])),
    });
    expect((await build(folder)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
    for (const path of paths) {
      // Read when a function is loaded: without issuers, every credential is refused.
      process.env['ACCESS'] = path.endsWith('/key') ? '' : 'open';
      calls.set(path, await loadFunction(folder, path.replace('/', '-')));
    }
  });

  const call = async (path: string, request: Parameters<CallFunction>[0]) => calls.get(path)?.(request);
  const values = all((name) => `is ${name}`);

  test.each(Object.keys(resources))('takes them in every place: %s', async (resource) => {
    const search = new URLSearchParams(values);
    expect(await call(`${resource}/query`, { url: `/?${search}` })).toMatchObject({
      status: 200,
      body: { input: values },
    });
    // A name that is not sent is absent.
    expect(await call(`${resource}/query`, { url: '/' })).toMatchObject({ status: 200, body: { input: {} } });
    const sent = Object.fromEntries(headerNames.map((name) => [name.toLowerCase(), `is ${name}`]));
    const input = Object.fromEntries(headerNames.map((name) => [name, `is ${name}`]));
    expect(await call(`${resource}/header`, { url: '/', headers: sent })).toMatchObject({
      status: 200,
      body: { input },
    });
    expect((await call(`${resource}/header`, { url: '/' }))?.body).toEqual({ input: {}, body: null });
    const json = { method: 'POST', url: '/', headers: { 'content-type': 'application/json' } };
    expect(await call(`${resource}/body`, { ...json, body: JSON.stringify(values) })).toMatchObject({
      status: 200,
      body: { body: values },
    });
    const empty = await call(`${resource}/body`, { ...json, body: '{}' });
    // The first twenty, among which all names of objects are.
    const missing: readonly { readonly pointer: string }[] = Object(empty?.body).errors;
    const ofObject = ofObjects.filter((name) => name !== '__proto__').map((name) => `/${name}`);
    expect(missing.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(ofObject));
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.append(name, value);
    const request = new Request('https://host', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const content = new Uint8Array(await request.arrayBuffer());
    expect(
      await call(`${resource}/form`, { method: 'POST', url: '/', headers, body: content }),
    ).toMatchObject({ status: 200, body: { body: values } });
    for (const [index, name] of ofObjects.filter((each) => each !== '__proto__').entries()) {
      const pathParameters = { [name]: 'a' };
      const got = await call(`${resource}/path${index}`, { url: '/', pathParameters });
      expect(got).toMatchObject({ status: 200, body: { input: { [name]: 'a' } } });
    }
  });

  test.each(Object.keys(resources).slice(1))('a key in such a header is asked for: %s', async (resource) => {
    const got = await call(`${resource}/key`, { method: 'DELETE', url: '/' });
    expect(got).toMatchObject({ status: 401 });
  });

  test('has a client that compiles and sends them', async () => {
    const run = await headwater(folder, ['client', join(folder, 'client.ts')]);
    expect(run).toMatchObject({ exitCode: 0, complaint: '' });
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
    ];
    const target = [
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--allowImportingTsExtensions',
    ];
    const tsc = join(folder, 'node_modules/typescript/bin/tsc');
    const compiled = promisify(execFile)(process.execPath, [tsc, ...options, ...target, 'client.ts'], {
      cwd: folder,
    });
    await expect(
      compiled.then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      ),
    ).resolves.toBe('');
    const { createClient } = await import(pathToFileURL(join(folder, 'client.ts')).href);
    const sent: Request[] = [];
    const fetch = async (url: URL, init: RequestInit) => {
      sent.push(new Request(url, init));
      return Response.json({});
    };
    const client = createClient({ baseUrl: 'https://host', fetch });
    for (const resource of Object.keys(resources)) {
      await client[resource].query(values);
      await client[resource].header(Object.fromEntries(headerNames.map((name) => [name, 'a'])));
      await client[resource].path0({ constructor: 'a b' });
      await client[resource].query({});
    }
    for (let index = 0; index < sent.length; index += 4) {
      const [query, header, path, none] = sent.slice(index, index + 4);
      expect(Object.fromEntries(new URL(query?.url ?? '').searchParams)).toEqual(values);
      for (const name of headerNames) expect(header?.headers.get(name)).toBe('a');
      expect(new URL(path?.url ?? '').pathname).toMatch(/\/path0\/a%20b$/);
      expect(new URL(none?.url ?? '').search).toBe('');
    }
  });

  test('is served with these names', async () => {
    const served = JSON.parse(await readFile(join(folder, '.generated/openapi.json'), 'utf8'));
    const schemas = Object.values<{ required?: string[] }>(served.components.schemas);
    expect(schemas.some(({ required = [] }) => members.every((name) => required.includes(name)))).toBe(true);
  });
});
