/** Records of several lines: what a push, a sample, a preview and fields make of a text, as they ship. */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions([
    'stream-push',
    'stream-listRecords',
    'stream-listFailures',
    'source-getById',
    'source-patch',
    'source-putSample',
    'source-createMappingPreview',
    'source-discoverFields',
  ]);
});

const headers = { 'content-type': 'text/plain' };
const messagesOf = (records: readonly { message: string }[]) => records.map(({ message }) => message);

/** The messages of the records that each reader makes of a text. */
async function readEverywhere(source: object, body: string): Promise<readonly string[]> {
  const id = await service.makeSource({ format: 'text', ...source });
  const stream = await service.makeStream({ source: id });
  await service.call('stream-push', { id: stream, body, headers });
  const page = await service.call('stream-listRecords', { id: stream });
  const pushed = Object(page.body).hits.map(({ document }: { document: unknown }) => document);
  const sample = await service.call('source-putSample', { id, body, headers });
  const preview = await service.call('source-createMappingPreview', { id, body, headers });
  const fields = await service.call('source-discoverFields', { id, body, headers });
  const previewed = Object(preview.body).results.map(({ raw }: { raw: unknown }) => raw);
  expect([Object(sample.body).records, previewed, Object(fields.body).sampled]).toEqual([
    pushed,
    pushed,
    pushed.length,
  ]);
  return messagesOf(pushed);
}

const dated = '2026-11-23 10:00 a\n  more\n\nand more\n2026-11-23 10:01 b\n';

test.each<[what: string, source: object, body: string, want: readonly string[]]>([
  ['a line each', {}, 'a\n b\n\nc', ['a', ' b', 'c']],
  [
    'a pattern that begins a record',
    { multiline: { begins: '^\\d{4}-\\d\\d-\\d\\d ' } },
    dated,
    ['2026-11-23 10:00 a\n  more\nand more', '2026-11-23 10:01 b'],
  ],
  ['a first line that begins none', { multiline: { begins: '^#' } }, 'x\n#a\nb', ['x', '#a\nb']],
  [
    'a pattern that continues one',
    { multiline: { continues: '^\\s|^and' } },
    dated,
    ['2026-11-23 10:00 a\n  more\nand more', '2026-11-23 10:01 b'],
  ],
  ['a first line that continues none', { multiline: { continues: '^ ' } }, ' a\n b\nc', [' a\n b', 'c']],
  ['ends of lines of Windows', { multiline: { continues: '^ ' } }, 'a\r\n b\r\nc\r\n', ['a\n b', 'c']],
  [
    'no stack traces',
    { multiline: { stack_traces: false } },
    'a\n\tat b(C.java:1)\n',
    ['a', '\tat b(C.java:1)'],
  ],
])('%s', async (_, source, body, want) => {
  expect(await readEverywhere(source, body)).toEqual(want);
});

// The texts are the output of programs that fail, run by these languages.
test.each([
  ['java', [1, 18, 1]],
  ['go', [1, 9, 1]],
  ['python', [1, 18, 24, 1]],
  ['node', [1, 13, 1]],
])('the stack traces of %s are part of their records, without any option', async (language, lines) => {
  const file = new URL(`../../ingest/records/stack-traces/${language}.txt`, import.meta.url);
  const records = await readEverywhere({}, readFileSync(file, 'utf8'));
  expect(records.map((record) => record.split('\n').length)).toEqual(lines);
});

test.each([
  ['Ruby', "a.rb:1:in `read': disk full (IOError)\n\tfrom a.rb:4:in `save'\n\tfrom a.rb:7:in `<main>'"],
  [
    '.NET',
    'fail: x\n   at Shop.Save() in /srv/Shop.cs:line 7\n   --- End of inner exception stack trace ---\n   at Shop.Main()',
  ],
  [
    'PHP',
    'PHP Fatal error:  Uncaught Exception: x in /srv/a.php:3\nStack trace:\n#0 /srv/a.php(7): read()\n#1 {main}\n  thrown in /srv/a.php on line 3',
  ],
])('so are those of %s', async (_, trace) => {
  expect(await readEverywhere({}, `before\n${trace}\nafter`)).toEqual(['before', trace, 'after']);
});

describe('a source', () => {
  test('has its options back, and may drop them', async () => {
    const id = await service.makeSource({ format: 'text', multiline: { begins: '^x' } });
    const read = async () => Object((await service.call('source-getById', { id })).body).multiline;
    expect(await read()).toEqual({ begins: '^x' });
    await service.call('source-patch', { id, body: { multiline: null } });
    expect(await read()).toBeUndefined();
  });

  test.each([
    [
      { format: 'json', multiline: {} },
      '/multiline',
      'must be absent, since the format of the source is json',
    ],
    [
      { format: 'text', multiline: { begins: 'a(' } },
      '/multiline/begins',
      'must be a regular expression of Java',
    ],
    [
      { format: 'text', multiline: { begins: '\\Ga' } },
      '/multiline/begins',
      'has \\G, which is not supported',
    ],
    [
      { format: 'text', multiline: { begins: 'a', continues: 'b' } },
      '/multiline/continues',
      'must be absent beside begins',
    ],
    [{ format: 'text', multiline: { start: 'a' } }, '/multiline/start', 'unknown member'],
  ])('%j is refused', async (body, pointer, message) => {
    const answer = await service.call('source-create', { body });
    expect([answer.status, Object(answer.body).errors]).toEqual([
      400,
      [expect.objectContaining({ pointer, message: expect.stringContaining(message) })],
    ]);
  });
});

test('a line that takes too long with the pattern refuses the request, in bounded time', async () => {
  const source = await service.makeSource({ format: 'text', multiline: { begins: '(x+x+)+y' } });
  const id = await service.makeStream({ source });
  const { status, body } = await service.call('stream-push', { id, body: `a\n${'x'.repeat(50)}`, headers });
  expect([status, Object(body).detail]).toEqual([400, 'Line 2 takes too long with multiline.begins.']);
});

test('a record of several lines that is not UTF-8 fails with all of them', async () => {
  const source = await service.makeSource({ format: 'text' });
  const id = await service.makeStream({ source });
  const body = Buffer.from('a\nb\n\tat \xe9(X.java:1)\nc', 'latin1');
  await service.call('stream-push', { id, body, headers: { ...headers, 'content-encoding': 'identity' } });
  const { body: page } = await service.call('stream-listFailures', { id });
  expect(Object(page).hits).toHaveLength(1);
});
