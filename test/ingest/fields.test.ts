/**
 * Fields and mappings. engine-mappings.jsonl has the results of Elasticsearch 7.10 and 8.19 for 73 sequences of
 * documents: the refused ones, and the mapping afterwards.
 *
 * @module-tag property
 */

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWithDecimals } from '../../lib/headwater/shared/json/decimals.ts';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { widen, widenedTypes } from '../../lib/ingest/fields/detect-type.ts';
import { discoverFields } from '../../lib/ingest/fields/discover-fields.ts';
import { schemaOfDocuments } from '../../lib/ingest/fields/document-schema.ts';
import { DynamicMapping, type MappingSettings } from '../../lib/ingest/fields/dynamic-mapping.ts';
import { mapDocuments } from '../../lib/ingest/fields/mapping-preview.ts';
import { amount } from '../support/amount.ts';

interface Sequence {
  readonly id: string;
  readonly documents: readonly DataRecord[];
  readonly settings: MappingSettings;
  readonly outcomes: readonly string[];
  readonly mapping: unknown;
  readonly agreed?: false;
}

const lines = readFileSync(new URL('engine-mappings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const sequences = lines.map((line) => parseWithDecimals(line) as Sequence);
describe('the outcome of Elasticsearch', () => {
  test.each(sequences)('$id', (sequence) => {
    const mapping = new DynamicMapping(sequence.settings);
    const outcomes = sequence.documents.map((document) => mapping.add(document)?.refused ?? 'stored');
    expect(outcomes).toEqual(sequence.outcomes);
    // Version 8.19 alone writes an empty locale, and knows `dynamic: runtime`, which is not supported.
    if (sequence.agreed !== false) expect(mapping.properties).toEqual(sequence.mapping);
  });

  test('a refused document changes nothing', () => {
    const mapping = new DynamicMapping();
    expect(mapping.add({ a: 1, b: [1, 'x'] })).toMatchObject({
      refused: 'illegal_argument_exception',
      path: 'b',
    });
    expect(mapping.properties).toEqual({});
  });

  test('objects are at most 20 deep', () => {
    const nested = (depth: number): DataRecord => (depth === 1 ? { x: 1 } : { x: nested(depth - 1) });
    expect(new DynamicMapping().add(nested(20))).toBeUndefined();
    expect(new DynamicMapping().add(nested(21))).toMatchObject({ refused: 'document_parsing_exception' });
  });
});

const anyType = fc.constantFrom(...widenedTypes);

describe('the widened type', () => {
  test('is associative, independent of the order, and the same when it is repeated', () => {
    for (const a of widenedTypes)
      for (const b of widenedTypes) {
        expect(widen(a, b)).toBe(widen(b, a));
        expect(widen(a, 'null')).toBe(a);
        expect(widen(a, a)).toBe(a);
        for (const c of widenedTypes) expect(widen(widen(a, b), c)).toBe(widen(a, widen(b, c)));
      }
  });

  test('of any list does not depend on how the list is split', () => {
    const property = fc.property(fc.array(anyType, { minLength: 1 }), fc.nat(), (types, at) => {
      const fold = (part: typeof types) => part.reduce<(typeof types)[number]>(widen, 'null');
      const cut = at % types.length;
      expect(widen(fold(types.slice(0, cut)), fold(types.slice(cut)))).toBe(fold(types.toReversed()));
    });
    fc.assert(property, { numRuns: amount({ few: 50, many: 100, most: 1_000 }) });
  });

  test.each([
    [['long', 'float'], 'double'],
    [['null', 'date'], 'date'],
    [['boolean', 'text'], 'text'],
    [['object', 'long'], 'conflict'],
    [['conflict', 'text'], 'conflict'],
  ] as const)('of %j is %s', ([a, b], want) => {
    expect(widen(a, b)).toBe(want);
  });
});

describe('fields', () => {
  test('have counts, ranges, formats and top values', () => {
    const records = [
      { user: { id: 1, tags: ['a', 'b'] }, at: '2018-05-02', n: null },
      { user: { id: 2.5, tags: 'a' }, at: '2018-05-01T10:00:00Z' },
      { user: { id: 2.5 } },
    ];
    expect(discoverFields(records, { producedBy: (path) => (path === 'at' ? 'date' : undefined) })).toEqual([
      {
        path: 'user.id',
        type: 'double',
        types: [
          { type: 'long', count: 1 },
          { type: 'float', count: 2 },
        ],
        count: 3,
        missing: 0,
        nulls: 0,
        presence: 1,
        cardinality: 2,
        min: 1,
        max: 2.5,
        mean: 2,
        formats: [],
        top: [
          { value: 2.5, count: 2 },
          { value: 1, count: 1 },
        ],
        multi_valued: false,
        conflict: false,
      },
      {
        path: 'user.tags',
        type: 'text',
        types: [{ type: 'text', count: 3 }],
        count: 2,
        missing: 1,
        nulls: 0,
        presence: 2 / 3,
        cardinality: 2,
        min_length: 1,
        max_length: 1,
        formats: [],
        top: [
          { value: 'a', count: 2 },
          { value: 'b', count: 1 },
        ],
        multi_valued: true,
        conflict: false,
      },
      expect.objectContaining({
        path: 'at',
        type: 'date',
        earliest: '2018-05-01T10:00:00Z',
        latest: '2018-05-02',
        formats: ['ISO8601'],
        produced_by: 'date',
      }),
      expect.objectContaining({ path: 'n', type: 'null', count: 0, nulls: 1, missing: 2, presence: 0 }),
    ]);
  });

  test('an object among single values is a conflict, with both outcomes', () => {
    const { conflicts, rows, elasticsearch } = mapDocuments([
      { a: { b: 1 } },
      { a: 5 },
      { a: null },
      { c: 1 },
      { c: 'x' },
    ]);
    expect(conflicts).toEqual([
      {
        path: 'a',
        types: ['object', 'long'],
        first: 'object',
        positions: [1],
        elasticsearch_outcome: 'a is mapped as an object and cannot hold a single value.',
        suggestion: 'conflict',
      },
      {
        path: 'c',
        types: ['long', 'text'],
        first: 'long',
        positions: [4],
        elasticsearch_outcome: 'c is mapped as long and cannot hold "x".',
        suggestion: 'text',
      },
    ]);
    expect(rows.map(({ path, type }) => [path, type])).toEqual([
      ['a', 'conflict'],
      ['a.b', 'long'],
      ['c', 'text'],
    ]);
    expect(elasticsearch).toEqual({ a: { properties: { b: { type: 'long' } } }, c: { type: 'long' } });
  });

  test('as a JSON Schema', () => {
    expect(schemaOfDocuments([{ a: { b: 1 }, c: ['x', [2.5, 1]] }, { a: { b: null } }, { a: 'y' }])).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        a: {
          anyOf: [
            { type: 'string' },
            { type: 'object', properties: { b: { type: ['integer', 'null'] } }, required: ['b'] },
          ],
        },
        c: {
          type: 'array',
          items: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] },
        },
      },
      required: ['a'],
    });
  });

  test('as a JSON Schema, of the first 10,000 members of any number of documents', () => {
    const names = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`a${from + index}`, 1]));
    const schema = schemaOfDocuments([
      names(0, 9_999),
      names(0, 9_999),
      { b: 1, c: 1 },
      { ...names(0, 1), b: 'x' },
    ]);
    expect(Object.keys(schema.properties ?? {})).toEqual([...Object.keys(names(0, 9_999)), 'b']);
    expect(schema.properties?.['b']).toEqual({ type: ['integer', 'string'] });
  });

  test('all documents satisfy their JSON Schema, and it requires what all have', () => {
    const document = fc.dictionary(
      fc.constantFrom('a', 'b', 'a.b', '__proto__'),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const property = fc.property(fc.array(document, { minLength: 1, maxLength: 4 }), (documents) => {
      // A random JSON value is a possible record.
      const schema = schemaOfDocuments(documents as DataRecord[]);
      // A document may have a member called valueOf; another one inherits a function of this name.
      const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
      const validate = ajv.compile(schema);
      for (const one of documents) expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
      const everywhere = (name: string) => documents.every((one) => Object.hasOwn(one, name));
      expect(new Set(schema.required)).toEqual(
        new Set(Object.keys(schema.properties ?? {}).filter(everywhere)),
      );
    });
    fc.assert(property, { numRuns: amount({ few: 15, many: 40, most: 300 }) });
  });

  test('of any records: the types do not depend on their order, and counts add up', () => {
    const record = fc.dictionary(
      fc.constantFrom('a', 'b', 'a.c', '__proto__'),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const property = fc.property(fc.array(record, { maxLength: 6 }), (records) => {
      const inputs = records as Parameters<typeof discoverFields>[0];
      const typesOf = (list: typeof inputs) =>
        new Map(discoverFields(list).map(({ path, type }) => [path, type]));
      expect(typesOf(inputs.toReversed())).toEqual(typesOf(inputs));
      for (const { count, missing, nulls } of discoverFields(inputs))
        expect(count + missing + nulls).toBe(inputs.length);
      mapDocuments(inputs);
    });
    fc.assert(property, { numRuns: amount({ few: 50, many: 150, most: 2_000 }) });
  });
});
