/** Documents as frameworks write them today: FastAPI, NestJS, Hono and others. */

import { describe, expect, test } from 'vitest';
import { planDocument } from '../support/plan-document.ts';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: object) => ({ type: 'array', items });
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });

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
    const box = resources[0]?.models.find(({ id }) => id === 'Box');
    if (isValid) expect(box?.properties).toMatchObject([{ defaultValue: Reflect.get(schema, 'default') }]);
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
