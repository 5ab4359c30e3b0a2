/** Index templates of samples; test/service/search-engine puts them into OpenSearch. */

import { expect, test } from 'vitest';
import { writeJson } from '../../lib/headwater/shared/json/lossless-json.ts';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { discoverFields } from '../../lib/ingest/fields/discover-fields.ts';
import type { FieldMapping } from '../../lib/ingest/fields/dynamic-mapping.ts';
import { indexTemplate } from '../../lib/ingest/fields/index-template.ts';

function propertiesOf(documents: readonly DataRecord[], properties?: Record<string, FieldMapping>): object {
  const input = { index: 'logs', documents, fields: discoverFields(documents), properties };
  return Object(indexTemplate(input))['template'].mappings.properties;
}

const keyword = { type: 'keyword', ignore_above: 256 };
const text = { type: 'text', fields: { keyword } };

test('a template is for the index and those of its rollovers', () => {
  const documents = [{ n: 1 }];
  expect(indexTemplate({ index: 'logs', documents, fields: discoverFields(documents) })).toEqual({
    index_patterns: ['logs', 'logs-0*'],
    priority: 200,
    template: {
      mappings: {
        date_detection: false,
        dynamic_templates: [{ fractions: { match_mapping_type: 'double', mapping: { type: 'double' } } }],
        properties: { n: { type: 'long' } },
      },
    },
  });
});

const place = { lat: 1, lon: 2 };
const angles = { lat: { type: 'long' }, lon: { type: 'long' } };

const cases: readonly (readonly [values: readonly unknown[], mapping: object])[] = [
  [[2, 2.04], { type: 'double' }],
  [[2.5, 2.04], { type: 'double' }],
  [[1, 9223372036854775807n], { type: 'long' }],
  [[1, 9223372036854775808n], { type: 'unsigned_long' }],
  [[-1, 9223372036854775808n], { type: 'double' }],
  [[1, 18446744073709551616n], { type: 'double' }],
  [[true, false], { type: 'boolean' }],
  [['10.0.0.1', '::1'], { type: 'ip' }],
  [[['10.0.0.1', '::1'], null], { type: 'ip' }],
  [['10.0.0.1', 'fe80::1%eth0'], text],
  [['10.0.0.1', 'host'], text],
  [['a', 'a', 'b', 'b'], keyword],
  [['a', 'b'], text],
  [['x'.repeat(257), 'x'.repeat(257)], text],
  [
    ['2026-11-25', '2026-11-25T10:00:00Z'],
    { type: 'date', format: 'strict_date_optional_time||epoch_millis' },
  ],
  [
    ['2026/11/25', '2026-11-25'],
    { type: 'date', format: 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||strict_date_optional_time||epoch_millis' },
  ],
  [
    [
      { lat: 1, lon: -180 },
      { lat: 90, lon: 2.5 },
    ],
    { type: 'geo_point' },
  ],
  [[place, { lat: 1, lon: null }], { properties: angles }],
  [[place, {}], { properties: angles }],
  [[place, [null]], { properties: angles }],
  [[[place, null]], { properties: angles }],
  [[[[place]]], { properties: angles }],
  [[{ lat: 1 }, { lon: 2 }], { properties: angles }],
  [[place, null, [], [place, place]], { type: 'geo_point' }],
  [[{ lat: 1, lon: 181 }], { properties: angles }],
  [[{ x: 1 }, 'text'], { type: 'object', enabled: false }],
  [[{}], { type: 'object' }],
];

test.each(cases.map(([values, mapping]) => [writeJson(values).slice(0, 60), values, mapping] as const))(
  '%s',
  (_name, values, mapping) => {
    expect(propertiesOf(values.map((value) => ({ value }) as DataRecord))).toEqual({ value: mapping });
  },
);

test('a point is an object: names with dots make none', () => {
  const names = { 'a.lat': 1, 'a.lon': 2 };
  for (const documents of [[names], [{ a: place }, names], [{ a: place, 'a.lat': 1 }]])
    expect(propertiesOf(documents)).toEqual({ a: { properties: angles } });
  expect(propertiesOf([{ b: [{ a: place }, { a: place }] }])).toEqual({
    b: { properties: { a: { type: 'geo_point' } } },
  });
});

test('a given mapping stays, and fields of its objects are added', () => {
  const given = { a: { type: 'keyword' }, o: { properties: { b: { type: 'text' } } } };
  expect(propertiesOf([{ a: 1, o: { b: 1, c: 2 }, n: null }], given)).toEqual({
    a: { type: 'keyword' },
    o: { properties: { b: { type: 'text' }, c: { type: 'long' } } },
  });
  const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":1}}');
  expect(JSON.stringify(propertiesOf([hostile]))).toBe(
    '{"__proto__":{"properties":{"x":{"type":"long"}}},"constructor":{"properties":{"prototype":{"type":"long"}}}}',
  );
});
