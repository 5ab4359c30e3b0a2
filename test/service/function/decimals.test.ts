/**
 * Numbers such as 1.0 have the type that Elasticsearch gives them, over the emitted functions: bodies are texts, since
 * `JSON.stringify` cannot write them.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { type SourceFunctions, sourceFunctions } from '../support/source-functions.ts';

let service: SourceFunctions;

beforeAll(async () => {
  service = await sourceFunctions([
    ...['putSample', 'getSample', 'listFields', 'discoverFields'],
    ...['getMappingPreview', 'createMappingPreview'],
  ]);
});

const ndjson = { 'content-type': 'application/x-ndjson' };
const json = { 'content-type': 'application/json' };
const index = { accept: 'application/vnd.elasticsearch+json' };

interface Fields {
  readonly hits: readonly { readonly path: string; readonly type: string }[];
}

const typesOf = ({ body }: { body: unknown }) =>
  Object.fromEntries((body as Fields).hits.map(({ path, type }) => [path, type]));

/** Returns the `properties` of the index that Elasticsearch would make. */
async function mapped(record: string, preprocessors: readonly object[] = []) {
  const id = await service.make({ preprocessors });
  const request = { headers: { ...json, ...index }, body: `{"records":[${record}]}` };
  const { status, body } = await service.call('createMappingPreview', id, request);
  expect(status).toBe(200);
  return (body as { mappings: { properties: unknown } }).mappings.properties;
}

const float = { type: 'float' };
const long = { type: 'long' };

describe('the fields of records', () => {
  test.each([
    ['NDJSON', ndjson, '{"a":1.0,"b":1,"c":{"d":2e3},"e":[3.00]}\n{"a":7.5,"b":-0,"c":{"d":5E-1}}'],
    ['a JSON body', json, '{"records":[{"a":1.0,"b":1,"c":{"d":2e3},"e":[3.00]},{"a":7.5,"b":-0}]}'],
    [
      'a JSON body with white space',
      json,
      '{ "records" : [ { "a" : 1.0 , "b" : 1 ,\n"c":{"d": 2e3 }, "e":[ 3.00 ] } ] }',
    ],
  ])('%s', async (_title, headers, body) => {
    const id = await service.make();
    const answer = await service.call('discoverFields', id, { query: '?stage=raw', headers, body });
    expect(typesOf(answer)).toEqual({ a: 'float', b: 'long', 'c.d': 'float', e: 'float' });
  });

  test('a sample keeps the form, with integers beyond 2^53 beside it', async () => {
    const id = await service.make();
    const body = `{"a":1.0,"b":9007199254740993,"c":1e30,"d":"1.0"}\n{"a":7.5,"b":-0,"c":{"d":5E-1}}`;
    expect((await service.call('putSample', id, { headers: ndjson, body })).status).toBe(200);
    const types = { a: 'float', b: 'long', 'c.d': 'float', c: 'conflict', d: 'text' };
    expect(typesOf(await service.call('listFields', id, { query: '?stage=raw' }))).toEqual(types);
    expect(typesOf(await service.call('listFields', id))).toEqual(types);
    const { body: sample } = await service.call('getSample', id);
    expect((sample as { records: unknown[] }).records[1]).toEqual({ a: 7.5, b: 0, c: { d: 0.5 } });
  });

  test('a sample that is JSON keeps it, too, and its mapping is the one of Elasticsearch', async () => {
    const id = await service.make();
    const body = '{"records":[{"a":1.0,"b":1},{"a":2,"b":2}]}';
    expect((await service.call('putSample', id, { body })).status).toBe(200);
    const { body: mapping } = await service.call('getMappingPreview', id, { headers: index });
    expect(mapping).toMatchObject({ mappings: { properties: { a: float, b: long } } });
    const { body: schema } = await service.call('getMappingPreview', id, {
      headers: { accept: 'application/schema+json' },
    });
    expect(schema).toMatchObject({ properties: { a: { type: 'number' }, b: { type: 'integer' } } });
    const { body: report } = await service.call('getMappingPreview', id);
    // The second 2 is an integer, as Elasticsearch sees it; it fits the first type.
    expect(report).toMatchObject({ conflicts: [{ path: 'a', types: ['float', 'long'], first: 'float' }] });
  });

  test('a list with both is refused, as in Elasticsearch', async () => {
    const id = await service.make();
    const body = '{"records":[{"a":[1,1.0]}]}';
    const { body: report } = await service.call('createMappingPreview', id, { body });
    expect(report).toMatchObject({
      conflicts: [{ path: 'a', positions: [0] }],
      mapping: [{ type: 'double' }],
    });
  });

  test('a sample of the largest size fits, although a form has more characters', {
    tags: ['functions'],
  }, async () => {
    const id = await service.make();
    const record = `{"a":[${Array(3_000).fill('1.0').join(',')}]}`;
    const body = Array(40).fill(record).join('\n');
    const answer = await service.call('putSample', id, { headers: ndjson, body });
    expect(answer).toMatchObject({ status: 200, body: { omitted: expect.any(Number) } });
  });
});

describe('a step', () => {
  test.each([
    [
      'that renames',
      { type: 'rename', field: 'a', target_field: 'x.y' },
      { x: { properties: { y: float } } },
    ],
    [
      'that renames an object',
      { type: 'rename', field: 'o', target_field: 'x' },
      { a: float, x: { properties: { n: float, i: long } } },
    ],
    ['that copies', { type: 'set', field: 'x', copy_from: 'o.n' }, { a: float, x: float }],
    [
      'that copies an object',
      { type: 'set', field: 'x', copy_from: 'o' },
      { x: { properties: { n: float } } },
    ],
    ['that sets the same integer', { type: 'set', field: 'a', value: 1 }, { a: long }],
    ['that converts to double', { type: 'convert', field: 'text', target_type: 'double' }, { text: float }],
    ['that converts to float', { type: 'convert', field: 'i', target_type: 'float' }, { i: float }],
    ['that converts a list', { type: 'convert', field: 'list', target_type: 'float' }, { list: float }],
    ['that converts to long', { type: 'convert', field: 'text', target_type: 'long' }, { text: long }],
    [
      'that captures',
      { type: 'grok', field: 'text', patterns: ['%{NUMBER:f:float}'] },
      { f: float, i: long },
    ],
    [
      'that captures a list',
      { type: 'grok', field: 'pair', patterns: ['%{NUMBER:f:double} %{NUMBER:f:double}'] },
      { f: float },
    ],
    [
      'that parses JSON',
      { type: 'json', field: 'json', target_field: 'j' },
      { j: { properties: { n: float, i: long, l: float } } },
    ],
    [
      'that parses JSON into the record',
      { type: 'json', field: 'json', add_to_root: true },
      { n: float, l: float },
    ],
    [
      'that splits a record',
      { type: 'unnest', field: 'items' },
      { items: { properties: { n: float, i: long } } },
    ],
  ])('%s', async (_title, step, expected) => {
    const record =
      '{"a":1.0,"i":3,"o":{"n":1.0,"i":1},"text":"5","pair":"1 2","list":["1","2"],"json":"{\\"n\\":4.0,\\"i\\":4,\\"l\\":[1e2]}","items":[{"n":1.0,"i":1}]}';
    expect(await mapped(record, [step])).toMatchObject(expected);
  });

  test('names that objects inherit are names', async () => {
    expect(await mapped('{"toString":1.0,"valueOf":{"hasOwnProperty":1.0},"constructor":1}')).toEqual({
      toString: float,
      valueOf: { properties: { hasOwnProperty: float } },
      constructor: long,
    });
  });
});
