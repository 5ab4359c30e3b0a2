/** Forms of OpenAPI: keywords of the body as a whole. */

import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { castList } from '../../../../lib/headwater/run/http/request/cast.ts';
import { castFields } from '../../../../lib/headwater/run/http/steps/cast-form.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const text = { type: 'string' };
const note = { type: 'object', properties: { title: text, text } };

const form = (operationId: string, schema: object, required: object = {}) => ({
  operationId,
  requestBody: { ...required, content: { [urlencoded]: { schema } } },
  responses: { 204: { description: 'Done' } },
});
const documentOf = (paths: object) => ({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths });

describe('a form', () => {
  const document = documentOf({
    '/note': {
      post: form('must', note, { required: true }),
      put: form('may', note),
      patch: form('mustTitle', { ...note, required: ['title'] }, { required: true }),
    },
  });
  const calls = new Map<string, CallFunction>();

  beforeAll(async () => {
    const names = ['must', 'may', 'mustTitle'];
    const handler = (name: string) =>
      `import type { Handle } from '#generated/types/note/${name}.ts';\nexport const handle: Handle = (_, { title }) => { title?.trim(); };\n`;
    const folder = await makeProject({
      'descriptors/api-docs.json': listing,
      'descriptors/note.json': document,
      ...Object.fromEntries(names.map((name) => [`handlers/note/${name}.ts`, handler(name)])),
    });
    expect((await build(folder)).diagnostics.map(describeDiagnostic)).toEqual([]);
    for (const name of names) calls.set(name, await loadFunction(folder, `note-${name}`));
  });

  const absent = { in: 'body', pointer: '', code: 'required', message: 'is required' };
  const field = { in: 'form', name: 'title', code: 'required', message: 'is required' };

  test.each<[name: string, body: string, errors: object[]]>([
    ['must', '', [absent]],
    ['must', 'text=a', []],
    ['may', '', []],
    ['mustTitle', '', [field]],
    ['mustTitle', 'title=a', []],
  ])('%s: %j', async (name, body, errors) => {
    const headers = { 'content-type': urlencoded };
    const got = await calls.get(name)?.({ method: 'POST', url: '/v1/note', headers, body });
    expect(got?.status).toBe(errors.length > 0 ? 400 : 204);
    if (errors.length > 0) expect(got?.body).toMatchObject({ errors });
  });
});

describe('of a form are read', () => {
  const properties = { tags: { type: 'array', items: text }, id: { ...text, readOnly: true } };
  const fieldsOf = (document: object) =>
    planDocument(document).resources[0]?.apis[0]?.operations[0]?.body?.runtime.fields ?? [];
  const texts = new Map([
    ['tags', ['a,b', 'c']],
    ['id', ['1']],
  ]);
  const read = (document: object) =>
    castFields(fieldsOf(document), { texts, files: new Map(), malformed: [] }, { list: castList });

  test('items as they are sent, and no member that the service sets', () => {
    const schema = { type: 'object', required: ['tags', 'id'], properties };
    const { value, issues } = read(documentOf({ '/note': { post: form('add', schema) } }));
    expect({ ...value, issues }).toEqual({ tags: ['a,b', 'c'], issues: [] });
  });

  test('items between commas, as Swagger 2.0 has them', () => {
    const tags = { name: 'tags', in: 'formData', ...properties.tags };
    const post = { consumes: [urlencoded], parameters: [tags], responses: { 204: { description: 'Done' } } };
    const { value } = read({
      swagger: '2.0',
      info: { title: 'T', version: '1' },
      paths: { '/note': { post } },
    });
    expect({ ...value }).toEqual({ tags: ['a', 'b', 'c'] });
  });
});

describe('of a form is said', () => {
  const at = '/paths/~1note/post/requestBody';
  const inSchema = `${at}/content/application~1x-www-form-urlencoded/schema`;
  const ignored = (word: string) =>
    `${word} of a form, which is ignored: fields without a property are dropped`;

  test.each<[name: string, schema: object, diagnostics: [pointer: string, found: string][]]>([
    ['nothing about other fields', note, []],
    ['that they may be sent', { ...note, additionalProperties: true }, []],
    [
      'that they may not be sent',
      { ...note, additionalProperties: false },
      [[`${inSchema}/additionalProperties`, ignored('additionalProperties')]],
    ],
    [
      'of which type they are',
      { ...note, additionalProperties: text },
      [[`${inSchema}/additionalProperties`, ignored('additionalProperties')]],
    ],
    [
      'how many there are',
      { ...note, minProperties: 1, maxProperties: 2 },
      [
        [`${inSchema}/minProperties`, ignored('minProperties')],
        [`${inSchema}/maxProperties`, ignored('maxProperties')],
      ],
    ],
    [
      'that it may be absent, but not its field',
      { ...note, required: ['title'] },
      [[at, 'an optional form with the required "title"']],
    ],
    [
      'that it has files, which this media type cannot send',
      { type: 'object', properties: { photo: { ...text, format: 'binary' } } },
      [[at, '"application/x-www-form-urlencoded" of a form with files']],
    ],
  ])('%s', (_, schema, want) => {
    const { diagnostics } = planDocument(documentOf({ '/note': { post: form('make', schema) } }));
    expect(diagnostics.map(({ pointer, found }) => [pointer, found])).toEqual(want);
    expect(diagnostics.filter(isError)).toEqual([]);
  });
});

test.each<[name: string, property: object, contentType: string, found: string[]]>([
  ['an object as JSON', note, 'application/json', []],
  ['an integer as JSON', { type: 'integer' }, 'application/json', []],
  [
    'a text as JSON',
    text,
    'application/json',
    ['"application/json" of "a", a text that is read as it is sent'],
  ],
  [
    'texts as JSON',
    { type: 'array', items: text },
    'application/json',
    ['"application/json" of "a", a text that is read as it is sent'],
  ],
  ['a text as XML', text, 'application/xml', ['"application/xml" of "a", which is not checked']],
])('the encoding of a field: %s', (_, property, contentType, found) => {
  const media = { schema: { type: 'object', properties: { a: property } }, encoding: { a: { contentType } } };
  const requestBody = { required: true, content: { 'multipart/form-data': media } };
  const post = { operationId: 'make', requestBody, responses: { 204: { description: 'Done' } } };
  const { diagnostics } = planDocument(documentOf({ '/note': { post } }));
  expect(diagnostics.map((each) => each.found)).toEqual(found);
});

const schema = { ...note, required: ['title'] };

test.each([
  ['of a form, its fields alone', { in: 'formData', name: 'title', type: 'string', required: true }, true],
  ['of JSON, the body itself', { in: 'body', name: 'note', schema }, false],
])('Swagger 2.0 says whether it must be sent: %s', (_, parameter, isRequired) => {
  const consumes = [parameter.in === 'body' ? 'application/json' : urlencoded];
  const post = {
    operationId: 'make',
    consumes,
    parameters: [parameter],
    responses: { 204: { description: 'Done' } },
  };
  const { resources, diagnostics } = planDocument({
    ...documentOf({ '/note': { post } }),
    openapi: null,
    swagger: '2.0',
  });
  expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  expect(resources[0]?.apis[0]?.operations[0]?.body?.runtime.required).toBe(isRequired);
});

test('the size that an operation says is that of its form, which is never unpacked', () => {
  const post = { ...form('make', note), 'x-max-bytes': 99, 'x-gzip': true };
  const { resources, diagnostics } = planDocument(documentOf({ '/note': { post } }));
  expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['W-UNSUPPORTED', '/paths/~1note/post/x-gzip'],
  ]);
  expect(resources[0]?.apis[0]?.operations[0]?.body?.runtime.maxBytes).toBe(99);
});
