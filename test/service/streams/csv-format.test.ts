/**
 * The options of a `csv` source: what a push, a sample, fields and a preview read by them, and what is refused.
 *
 * @module-tag streams
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions([
    'stream-push',
    'stream-listRecords',
    'stream-listFailures',
    'stream-createReplay',
    'source-getById',
    'source-update',
    'source-patch',
    'source-putSample',
    'source-discoverFields',
    'source-createMappingPreview',
  ]);
});

const makeSource = (csv: object) => service.makeSource({ format: 'csv', csv });
const post = (operation: string, id: string, body: string, type = 'text/csv') =>
  service.call(operation, { id, body, headers: { 'content-type': type } });
const rawsOf = (body: unknown) => Object(body).hits.map(({ raw }: { raw: unknown }) => raw);

/** The records that each reader makes of a body, by the operation that reads it. */
async function readEverywhere(csv: object, content: string, type?: string) {
  const source = await makeSource(csv);
  const stream = await service.makeStream({ source });
  await post('stream-push', stream, content, type);
  const pushed = await service.call('stream-listRecords', { id: stream, query: '?view=raw' });
  const sample = await post('source-putSample', source, content, type);
  const preview = await post('source-createMappingPreview', source, content, type);
  const fields = await post('source-discoverFields', source, content, type);
  return {
    push: rawsOf(pushed.body),
    sample: Object(sample.body).records,
    preview: Object(preview.body).results.map(({ raw }: { raw: unknown }) => raw),
    fields: Object(fields.body).sampled,
  };
}

const ada = { name: 'ada', age: '36' };
const bob = { name: 'bob', age: '7' };
const columns = ['name', 'age'];
const absent = 'text/csv; header=absent';

test.each<[what: string, csv: object, content: string, want: readonly object[], type?: string]>([
  ['no header', { columns, header: false }, 'ada,36\nbob,7\n', [ada, bob]],
  [
    'a header where none is expected',
    { columns, header: false },
    'name,age\n',
    [{ name: 'name', age: 'age' }],
  ],
  ['a first header', { columns, header: 'first' }, '\ufeffname,age\r\nada,36\r\nbob,7', [ada, bob]],
  [
    'no first header',
    { columns, header: 'first' },
    'ada,36\nname,age\n',
    [ada, { name: 'name', age: 'age' }],
  ],
  ['the declared header', { columns }, '"name",age\nada,36\nbob,7\n', [ada, bob]],
  ['header=absent', { columns }, 'ada,36\nbob,7\n', [ada, bob], absent],
  ['header=present', { columns, header: false }, 'name,age\nada,36\n', [ada], 'text/csv; header=present'],
  ['semicolons', { separator: ';' }, 'name;age\n"ada";36\nbob;7\n', [ada, bob]],
  ['spaces', { separator: ' ' }, 'name age\nada 36\n"bob" "7"\n', [ada, bob]],
  [
    'tabs and empty values',
    { separator: '\t' },
    'name\tage\n\t"36"\n"ada"\t"36"\n\t\n\n',
    [{ name: '', age: '36' }, ada, { name: '' }],
  ],
  ['another quote', { quote: "'" }, "name,age\n'ada',36\n'b\no\"b',7\n", [ada, { name: 'b\no"b', age: '7' }]],
  ['trim', { columns, header: 'first', trim: true }, ' name , age\n ada ,\t36\n', [ada]],
  ['spaces without trim', {}, 'name,age\n ada ,36\n', [{ name: ' ada ', age: '36' }]],
])('%s: everything that reads it reads the same', async (_what, csv, content, want, type) => {
  expect(await readEverywhere(csv, content, type)).toEqual({
    ...{ push: want, sample: want, preview: want },
    fields: want.length,
  });
});

test('a second batch without header is not named by its first row', async () => {
  const id = await service.makeStream({ source: await makeSource({ columns, header: 'first' }) });
  expect((await post('stream-push', id, 'name,age\nada,36\n')).body).toMatchObject({ stored: 1 });
  expect((await post('stream-push', id, 'bob,7\n')).body).toMatchObject({ stored: 1 });
  const { body } = await service.call('stream-listRecords', { id, query: '?view=raw' });
  expect(rawsOf(body)).toEqual([ada, bob]);
});

test.each(['stream-push', 'source-putSample', 'source-discoverFields', 'source-createMappingPreview'])(
  '%s refuses a header that is not the columns, and shows both',
  async (operation) => {
    const source = await makeSource({ columns });
    const id = operation === 'stream-push' ? await service.makeStream({ source }) : source;
    expect(await post(operation, id, '\nage,name\n36,ada\n')).toMatchObject({
      status: 400,
      body: {
        type: 'urn:problem-type:headwater:malformed_records',
        detail: 'Line 2 has ["age","name"]; the columns of the source are ["name","age"].',
        line: 2,
      },
    });
  },
);

test('a row that could not be read is read again by the declared columns', async () => {
  const source = await makeSource({ columns: ['name'], header: false });
  const id = await service.makeStream({ source });
  expect((await post('stream-push', id, 'ada,36\n')).body).toMatchObject({ stored: 0, failed_count: 1 });
  const patch = { 'content-type': 'application/merge-patch+json' };
  const changed = await service.call('source-patch', {
    id: source,
    body: { csv: { columns } },
    headers: patch,
  });
  expect(changed).toMatchObject({ status: 200, body: { csv: { columns, header: false } } });
  const preview = await service.call('source-createMappingPreview', {
    id: source,
    body: { stream: id, failures: true },
  });
  expect(preview.body).toMatchObject({ results: [{ status: 'success', document: ada }] });
  expect((await service.call('stream-createReplay', { id, body: { failures: true } })).body).toMatchObject({
    stored: 1,
  });
  expect(rawsOf((await service.call('stream-listRecords', { id, query: '?view=raw' })).body)).toEqual([ada]);
});

describe('what no source can have', () => {
  const character = 'must be one character, which is not an end of line, of U+0000 to U+FFFF';
  const csv = (options: object) => ({ format: 'csv', csv: options });
  test.each<[source: object, pointer: string, message: string]>([
    [{ csv: {} }, '/csv', 'must be absent, since the format of the source is json'],
    [csv({ header: false }), '/csv/columns', 'must name the columns, since header is false'],
    [csv({ header: 'first' }), '/csv/columns', 'must name the columns, since header is first'],
    [csv({ header: 'absent' }), '/csv/header', 'must be true, false, "first" or "w3c"'],
    [csv({ separator: '\n' }), '/csv/separator', character],
    [csv({ quote: '😀' }), '/csv/quote', character],
    [csv({ separator: '"' }), '/csv/quote', 'must not be the separator'],
    [csv({ columns: ['a', ' '] }), '/csv/columns', 'has no name for column 2'],
    [csv({ columns: ['__proto__'] }), '/csv/columns', 'has a column called "__proto__"'],
  ])('%j', async (body, pointer, message) => {
    const refused = await service.call('source-create', { body });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer, message }] } });
    const id = await service.makeSource();
    const put = await service.call('source-update', { id, body });
    expect(put).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer, message }] } });
  });

  test('a patch that leaves options of CSV behind', async () => {
    const id = await makeSource({ separator: ';' });
    const patch = (body: object) =>
      service.call('source-patch', { id, body, headers: { 'content-type': 'application/merge-patch+json' } });
    expect(await patch({ format: 'text' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/csv' }] },
    });
    expect(await patch({ format: 'text', csv: null })).toMatchObject({ status: 200 });
    const { body } = await service.call('source-getById', { id });
    expect(body).not.toHaveProperty('csv');
  });
});
