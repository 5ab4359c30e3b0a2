/** Bodies with members that the service sets, and members that nobody may send, through emitted functions. */

import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const text = { type: 'string' };
const id = { ...text, readOnly: true };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const base = { $ref: '#/components/schemas/Base' };
const whenNamed = (then: object) => ({ if: { required: ['name'] }, then });

/** Each in a PUT and a POST. */
const tagged = (kind: string) => ({
  required: ['kind'],
  properties: { kind: { const: kind }, id, size: text },
});
const schemas = {
  Base: object({ id, name: text }),
  beside: { allOf: [object({ id, name: text })], required: ['id'] },
  reference: { ...base, required: ['id', 'name'] },
  otherPart: { allOf: [base, { required: ['id'], properties: { size: text } }] },
  condition: object({ id, name: text }, whenNamed({ required: ['id'] })),
  alternatives: object(
    { id, name: text, size: text },
    { oneOf: [{ required: ['id', 'name'] }, { required: ['id', 'size'] }] },
  ),
  twice: object({ id, name: text }, whenNamed({ properties: { id } })),
  around: object(
    { id: object({ a: id }), name: text },
    whenNamed({ properties: { id: { readOnly: true } } }),
  ),
  nested: {
    allOf: [object({ part: object({ id }) }), object({ part: object({}, { required: ['id', 'name'] }) })],
  },
  listed: {
    allOf: [
      object({ parts: { type: 'array', items: base } }),
      object({ parts: { type: 'array', items: { required: ['id'] } } }),
    ],
  },
  counted: object({ id, name: text, size: text }, { minProperties: 2 }),
  maybe: object({ v: { anyOf: [{ oneOf: [tagged('a'), tagged('b')] }, { type: 'null' }] } }),
  never: object({
    id,
    old: false,
    labels: object({}, { patternProperties: { '^_': false } }),
    pair: object({ a: text }, { dependentSchemas: { a: false } }),
    closed: object({ a: text }, { if: { required: ['a'] }, then: false }),
    list: { type: 'array', prefixItems: [text, false] },
  }),
};

const media = (schema: object) => ({ content: { 'application/json': { schema } } });
const names = Object.keys(schemas);
const operation = (operationId: string, name: string) => ({
  operationId,
  requestBody: { required: true, ...media({ $ref: `#/components/schemas/${name}` }) },
  responses: { 200: { description: 'Done', ...media({}) } },
});
const paths = Object.fromEntries(
  names.map((name) => [
    `/thing/${name}`,
    { put: operation(`${name}Put`, name), post: operation(`${name}Post`, name) },
  ]),
);
const handlers = names.flatMap((name) => {
  const own: Readonly<Record<string, object>> = { around: { id: { a: 'x' } }, maybe: { v: { id: 'x' } } };
  const known = JSON.stringify(own[name] ?? { id: 'x' });
  return [
    [
      `handlers/thing/${name}Put.ts`,
      `export const handle = (_input: unknown, body: unknown, { readOnly }: any) => {
  readOnly.check(() => (${known}));
  return { body };
};`,
    ],
    [`handlers/thing/${name}Post.ts`, 'export const handle = (_: unknown, body: unknown) => ({ body });'],
  ];
});

let project: string;

beforeAll(async () => {
  const info = { title: 'Things', version: '1' };
  project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': { openapi: '3.1.0', info, paths, components: { schemas } },
    ...Object.fromEntries(handlers),
  });
  expect((await build(project)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
});

async function send(method: 'PUT' | 'POST', name: string, body: object) {
  const nickname = `${name}${method === 'PUT' ? 'Put' : 'Post'}`;
  const call = await loadFunction(project, `thing-${nickname}`, { isDescribed: false });
  const headers = { 'content-type': 'application/json' };
  return call({ method, url: `/v1/thing/${name}`, headers, body: JSON.stringify(body) });
}

describe('a member that the service sets is required of results only, whichever part of the schema says so:', () => {
  test.each(['beside', 'reference', 'otherPart', 'condition', 'alternatives', 'twice'])(
    '%s',
    async (name) => {
      const body = { name: 'a' };
      for (const method of ['POST', 'PUT'] as const)
        expect(await send(method, name, body)).toMatchObject({ status: 200, body: { body } });
      expect(await send('POST', name, { id: 'x', ...body })).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([expect.objectContaining({ code: 'read_only' })]) },
      });
    },
  );

  test('others stay required', async () => {
    const errors = [{ pointer: '/name', code: 'required' }];
    expect(await send('POST', 'reference', {})).toMatchObject({ status: 400, body: { errors } });
  });
});

describe('what the service sets is asked of results only,', () => {
  test.each([
    ['nested', { part: { name: 'a' } }],
    ['nested', { part: { name: 'a', constructor: 'b' } }],
    ['listed', { parts: [{ name: 'a' }] }],
    ['counted', { name: 'a' }],
  ])('in a property that several parts describe, and in a number of members: %s', async (name, body) => {
    expect(await send('POST', name, body)).toMatchObject({ status: 200, body: { body } });
  });

  test.each([
    ['nested', { part: {} }, { pointer: '/part/name', code: 'required' }],
    ['counted', {}, { pointer: '', code: 'min_members' }],
  ])('and others of requests: %s', async (name, body, issue) => {
    expect(await send('POST', name, body)).toMatchObject({ status: 400, body: { errors: [issue] } });
  });
});

test('PUT takes a member back of a value that may be null, and of one of several types', async () => {
  const v = { kind: 'a', size: 'b' };
  const answer = await send('PUT', 'maybe', { v: { id: 'x', ...v } });
  expect(answer).toMatchObject({ status: 200, body: { body: { v } } });
  expect(await send('PUT', 'maybe', { v: null })).toMatchObject({ status: 200, body: { body: { v: null } } });
  const errors = [{ pointer: '/v/kind', code: 'not_allowed' }];
  expect(await send('PUT', 'maybe', { v: { kind: 'c' } })).toMatchObject({ status: 400, body: { errors } });
});

describe('PUT takes a member back that several parts of a schema name:', () => {
  test.each([
    ['twice', 'x', 'y'],
    ['around', { a: 'x' }, { a: 'y' }],
  ])('%s', async (name, known, other) => {
    const answer = await send('PUT', name, { id: known, name: 'a' });
    expect(answer).toMatchObject({ status: 200, body: { body: { name: 'a' } } });
    expect(await send('PUT', name, { id: other, name: 'a' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/id', code: 'read_only' }] },
    });
  });
});

describe('PUT refuses what no value satisfies, beside members that it takes back:', () => {
  test.each([
    [{ old: 1 }, '/old', 'is not allowed here'],
    [{ labels: { _a: 1 } }, '/labels/_a', 'is not allowed here'],
    [{ pair: { a: 'b' } }, '/pair', 'must be another value'],
    [{ closed: { a: 'b' } }, '/closed', 'must be another value'],
    [{ list: ['a', 'b'] }, '/list/1', 'is not allowed here'],
  ])('%j', async (body, pointer, message) => {
    expect(await send('PUT', 'never', { id: 'x', ...body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer, code: 'no_match', message }] },
    });
  });
});
