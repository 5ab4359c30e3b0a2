/**
 * What a client must send of objects with members that the service sets: emitted functions and plain ajv, with a schema
 * written by hand, judge each body alike.
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const text = { type: 'string' };
const id = { ...text, readOnly: true };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const isSet = { properties: { id } };

const schemas = {
  Needing: object({ id: text, name: text }, { required: ['id', 'name'] }),
  Sized: object({ id: text, size: text }, { required: ['id', 'size'] }),
  Above: { allOf: [ref('Needing'), object({ size: text })] },
  Depending: object({ id: text, name: text, size: text }, { dependentRequired: { name: ['id', 'size'] } }),
  Cat: object({ kind: text, id: text, name: text }, { required: ['kind', 'id', 'name'] }),
  Dog: object({ kind: text, id: text, size: text }, { required: ['kind', 'id', 'size'] }),
  Animal: object(
    { kind: text, id: text },
    { required: ['kind', 'id'], discriminator: { propertyName: 'kind' } },
  ),
  Bird: { allOf: [ref('Animal'), object({ id, name: text }, { required: ['name'] })] },
  Fish: { allOf: [ref('Animal'), object({ size: text })] },
  // Each level needs an id, and the service sets it at the level below.
  Chain: object({ id: text, name: text, next: { allOf: [ref('Chain')], ...isSet } }, { required: ['id'] }),
};

const named = object({ id: false, name: text }, { required: ['name'] });
const sized = object({ id: false, size: text }, { required: ['size'] });
const namedAndSized = object(
  { id: false, name: text, size: text },
  { dependentRequired: { name: ['size'] } },
);
const ofKind = (kind: string, schema: object) => ({
  allOf: [schema, { properties: { kind: { const: kind } }, required: ['kind'] }],
});

/** The schemas of bodies as documents have them, and what clients must send. */
const cases: Readonly<Record<string, readonly [declared: object, sent: object]>> = {
  dependent: [
    object({ id, name: text, size: text }, { dependentRequired: { name: ['id', 'size'] } }),
    namedAndSized,
  ],
  dependentOfBase: [{ allOf: [ref('Depending'), isSet] }, namedAndSized],
  base: [{ allOf: [ref('Needing'), isSet] }, named],
  baseInPlace: [{ allOf: [schemas.Needing, isSet] }, named],
  beside: [{ ...ref('Needing'), ...isSet }, named],
  baseOfBase: [{ allOf: [ref('Above'), isSet] }, { allOf: [named, object({ size: text })] }],
  alternatives: [object({ id }, { oneOf: [ref('Needing'), ref('Sized')] }), { oneOf: [named, sized] }],
  condition: [
    object({ id }, { if: { required: ['name'] }, then: ref('Needing'), else: ref('Sized') }),
    { if: { required: ['name'] }, then: named, else: sized },
  ],
  dependentSchema: [
    object({ id }, { dependentSchemas: { name: ref('Sized') } }),
    object({ id: false }, { dependentSchemas: { name: sized } }),
  ],
  kinds: [
    object({ id }, { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } }),
    { oneOf: [ofKind('Cat', named), ofKind('Dog', sized)] },
  ],
  subTypes: [
    ref('Animal'),
    {
      oneOf: [
        ofKind('Bird', named),
        ofKind('Fish', object({ id: text, size: text }, { required: ['id'] })),
        ofKind('Animal', object({ id: text }, { required: ['id'] })),
      ],
    },
  ],
  kindIsSet: [
    object({ kind: id }, { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } }),
    { not: {} },
  ],
  otherBase: [ref('Needing'), object({ id: text, name: text }, { required: ['id', 'name'] })],
  circle: [{ allOf: [ref('Chain'), isSet] }, object({ id: false, name: text })],
};

const bodies = [undefined, 'x', 1].flatMap((ofId) =>
  [undefined, 'a', 1].flatMap((name) =>
    [undefined, 'b', 1].flatMap((size) =>
      [undefined, 'Cat', 'Dog', 'Animal', 'Bird', 'Fish'].map((kind): { readonly id?: unknown } =>
        JSON.parse(JSON.stringify({ id: ofId, name, size, kind })),
      ),
    ),
  ),
);

const media = (schema: object) => ({ content: { 'application/json': { schema } } });
const operation = (operationId: string, name: string) => ({
  operationId,
  requestBody: { required: true, ...media(ref(name)) },
  responses: { 200: { description: 'Done', ...media({}) } },
});

const functions = new Map<string, CallFunction>();

beforeAll(async () => {
  const info = { title: 'Things', version: '1' };
  const Body = object(
    Object.fromEntries(Object.entries(cases).map(([name, [declared]]) => [name, declared])),
  );
  const paths = { '/thing': { post: operation('post', 'Body'), put: operation('put', 'Body') } };
  const document = { openapi: '3.1.0', info, paths };
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': { ...document, components: { schemas: { ...schemas, Body } } },
    'handlers/thing/post.ts': 'export const handle = (_: unknown, body: unknown) => ({ body });',
    'handlers/thing/put.ts': `export const handle = (_: unknown, body: unknown, { readOnly }: any) => {
  const stored = { id: 'x' };
  readOnly.check(() => (${JSON.stringify(Object.keys(cases))}.reduce((all, name) => ({ ...all, [name]: stored }), {})));
  return { body };
};`,
  });
  expect((await build(project)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  for (const method of ['post', 'put'])
    functions.set(method, await loadFunction(project, `thing-${method}`, { isDescribed: false }));
});

async function statusOf(method: string, body: object): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json' };
  const event = { method: method.toUpperCase(), url: '/v1/thing', headers, body: JSON.stringify(body) };
  return (await functions.get(method)?.(event))?.status;
}

test.each(Object.entries(cases))('%s', async (name, [, sent]) => {
  const isValid = new Ajv2020({ strict: false }).compile(sent);
  const judged = { 200: 0, 400: 0 };
  for (const value of bodies) {
    const expected = isValid(value) ? 200 : 400;
    // PUT takes back what is stored.
    const { id: ofId, ...others } = value;
    const isTaken = expected === 200 || (ofId === 'x' && isValid(others));
    expect({
      value,
      post: await statusOf('post', { [name]: value }),
      put: await statusOf('put', { [name]: value }),
    }).toEqual({ value, post: expected, put: isTaken ? 200 : 400 });
    judged[expected]++;
  }
  expect(judged[400]).toBeGreaterThan(2);
  // No request may name its type.
  if (name !== 'kindIsSet') expect(judged[200]).toBeGreaterThan(2);
});

test('a message names the types of a union, also if one of them requires what the service sets', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ alternatives: { name: 1 } });
  const answer = await functions.get('post')?.({ method: 'POST', url: '/v1/thing', headers, body });
  const message = 'must be a Needing, or a Sized';
  expect(answer?.body).toMatchObject({ errors: [{ pointer: '/alternatives', code: 'no_match', message }] });
});
