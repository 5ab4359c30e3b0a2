/** A flaw at any place of a document is reported at that place, wherever the upgrade or a reader moves it. */

import { describe, expect, test } from 'vitest';
import { planDocument } from '../../../support/plan-document.ts';

const info = { title: 'T', version: '1' };
const string = { type: 'string' };
const list = { type: 'array', items: { type: 'object', properties: { n: string } } };
const thing = (place: string) => ({
  type: 'object',
  properties: { a: string, b: list, next: { $ref: `${place}Thing` } },
  additionalProperties: { type: 'string' },
});
const described = { description: 'Done' };

const swagger2 = {
  swagger: '2.0',
  info,
  parameters: {
    Limit: { name: 'limit', in: 'query', type: 'string' },
    Whole: { name: 'whole', in: 'body', schema: { type: 'object', properties: { w: string } } },
    Field: { name: 'field', in: 'formData', type: 'string' },
  },
  responses: { Kept: { ...described, schema: { type: 'object', properties: { k: string } } } },
  definitions: {
    Thing: thing('#/definitions/'),
    Other: { allOf: [{ $ref: '#/definitions/Thing' }, { properties: { o: string } }] },
  },
  paths: {
    '/thing': {
      get: {
        operationId: 'find',
        parameters: [
          { $ref: '#/parameters/Limit' },
          { name: 'many', in: 'query', type: 'array', items: { type: 'string' } },
        ],
        responses: { 200: { ...described, schema: list } },
      },
      post: {
        operationId: 'make',
        parameters: [
          { name: 'given', in: 'body', schema: { type: 'object', properties: { g: string } } },
          { name: 'X-A', in: 'header', type: 'string' },
        ],
        responses: { 201: { ...described, schema: { $ref: '#/definitions/Other' } } },
      },
    },
    '/note': {
      // The name of the marks themselves.
      'x-written-at': 1,
      put: {
        operationId: 'keep',
        parameters: [{ $ref: '#/parameters/Whole' }],
        responses: { 200: { $ref: '#/responses/Kept' } },
      },
      post: {
        operationId: 'send',
        parameters: [
          { name: 'q', in: 'query', type: 'string' },
          { name: 'text', in: 'formData', type: 'string' },
          { $ref: '#/parameters/Field' },
          { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' } },
        ],
        responses: { 204: described },
      },
    },
  },
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const openApi3 = {
  openapi: '3.0.3',
  info,
  components: {
    schemas: { Thing: thing('#/components/schemas/'), Other: { allOf: [list], nullable: true } },
    parameters: { Limit: { name: 'limit', in: 'query', schema: string } },
    requestBodies: { Whole: json({ type: 'object', properties: { w: { ...string, nullable: true } } }) },
  },
  paths: {
    '/thing': {
      post: {
        operationId: 'make',
        parameters: [{ $ref: '#/components/parameters/Limit' }, { name: 'b', in: 'query', schema: string }],
        requestBody: { $ref: '#/components/requestBodies/Whole' },
        responses: { 201: { ...described, ...json({ oneOf: [string, { ...list, nullable: true }] }) } },
      },
    },
  },
};

/** Objects in a query are read as parameters of their properties. */
const openApi31 = {
  openapi: '3.1.0',
  info,
  paths: {
    '/thing': {
      get: {
        operationId: 'find',
        parameters: [
          {
            name: 'f',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { a: string } },
          },
          { name: 'g', in: 'query', schema: { type: 'object', properties: { b: string } } },
        ],
        responses: { 200: { ...described, ...json({ type: 'array', items: { enum: ['a'], ...string } }) } },
      },
    },
  },
};

type Step = string | number;

/** The places of all texts, as their types say: what may have a limit. */
function textsIn(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'type' in value && value.type === 'string' ? [path] : [];
  const within = Object.entries(value).flatMap(([name, each]) =>
    textsIn(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [...own, ...within];
}

const pointerOf = (path: readonly Step[]) =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The document with a limit that no text has at one place. */
function flawedAt(document: object, path: readonly Step[]): object {
  const copy = JSON.parse(JSON.stringify(document));
  path.reduce((value, step) => value[step], copy).maxLength = -1;
  return copy;
}

describe.each([
  ['Swagger 2.0', swagger2],
  ['OpenAPI 3.0', openApi3],
  ['OpenAPI 3.1', openApi31],
])('%s', (_, document) => {
  test('has no flaw by itself', () => {
    expect(planDocument(document).diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
  });

  test.each(textsIn(document).map((path) => [pointerOf(path), path] as const))('at %s', (pointer, path) => {
    const { diagnostics } = planDocument(flawedAt(document, path));
    const pointers = diagnostics.filter(({ code }) => code === 'E-LIMIT').map((each) => each.pointer);
    expect(new Set(pointers)).toEqual(new Set([`${pointer}/maxLength`]));
  });
});
