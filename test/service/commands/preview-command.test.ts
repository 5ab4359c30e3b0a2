/** `npx headwater preview`: sources and samples as files, the output, and refusals. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { commandNamed } from '../../support/command.ts';

const preview = commandNamed('preview');

const source = {
  name: 'orders',
  format: 'csv',
  preprocessors: [
    { type: 'convert', field: 'amount', target_type: 'integer' },
    { type: 'set', field: 'large', value: true, if: 'amount:>=100' },
    { type: 'drop', if: 'id:9' },
  ],
};
const records = 'id,amount\n1,20\n2,many\n3,100\n9,1\n';

let folder: string;

beforeAll(async () => {
  // Vitest asks for colours.
  vi.stubEnv('FORCE_COLOR', '0');
  folder = await mkdtemp(join(tmpdir(), 'headwater-preview-'));
  cleanUp(() => {
    vi.unstubAllEnvs();
    return rm(folder, { recursive: true, force: true });
  });
});

/** Values other than texts are written as JSON. */
async function run(given: unknown, sample: unknown, ...options: string[]) {
  const files = { 'source.json': given, sample };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const paths = Object.keys(files).map((name) => join(folder, name));
  return preview([...paths, ...options]);
}

test('rows are read by the options of the source, and wrong options are refused', async () => {
  const given = { format: 'csv', csv: { columns: ['id', 'amount'], header: 'first', separator: '\t' } };
  const { output = '' } = await run(given, '"1"\t20\nid\tamount', '--json');
  expect(JSON.parse(output).results).toMatchObject([
    { document: { id: '1', amount: '20' } },
    { document: { id: 'id', amount: 'amount' } },
  ]);
  const wrong = { columns: 'id', separator: '', header: 1, quote: '""', trim: 0, escape: '' };
  await expect(run({ format: 'csv', csv: wrong }, '1')).rejects.toThrow(
    /does not say how to read its records:\n {2}\/csv\/escape is unknown; .*columns must be a list.*separator must be.*header must be.*quote must be.*trim must be/s,
  );
  await expect(run({ csv: {} }, '1')).rejects.toThrow(
    '/csv must be absent, since the format of the source is json.',
  );
});

test('steps of on_failure are shown with what they did', async () => {
  const handlers = [
    { type: 'set', field: 'b', value: 1 },
    { type: 'fail', message: 'Not b.', if: 'a:2' },
  ];
  const given = { preprocessors: [{ type: 'lowercase', field: 'a', on_failure: handlers }] };
  const { output = '' } = await run(given, [{ a: 1 }, { a: 2 }]);
  expect(output).toMatch(/step 1 lowercase +failed with wrong_type, handled by on_failure/);
  expect(output).toMatch(/step 1, on_failure 1 set +\+b/);
  expect(output).toMatch(/step 1, on_failure 2 fail +failed/);
  expect(output).toMatch(/b +long +100 % +1 +step 1, on_failure 1 set/);
  expect(output).toMatch(/step 1 lowercase +failed +1 +2 +Not b\./);
});

test('a record that cannot be read is a failure beside the others', async () => {
  const given = { name: 'lines', preprocessors: [{ type: 'uppercase', field: 'a' }] };
  const { output = '' } = await run(given, '{"a":"x"}\n{"a":\u202e\n{"a":"y"}');
  const message = 'Line 2 is not JSON: invalid symbol at column 6.';
  expect(output).toContain('lines: 3 records, 2 succeeded, 1 failed');
  expect(output).toContain(
    `record 2\n  raw  {"a":\\u202e\n  failed  ${message} (malformed_record)\n\nrecord 3`,
  );
  expect(output).toMatch(/reading +malformed_record +1 +2 +Line 2 is not JSON/);
  const { output: json = '' } = await run(given, '{"a":"x"}\n7', '--json');
  const error = { code: 'malformed_record', message: 'Line 2 is a number, not an object.' };
  expect(JSON.parse(json)).toMatchObject({
    ...{ succeeded: 1, failed: 1 },
    results: [{ document: { a: 'X' } }, { status: 'error', raw: '7', error, steps: [] }],
  });
});

test('each record with its steps, then the fields and the failures', async () => {
  const { output = '', exitCode } = await run(source, records);
  expect(exitCode).toBe(0);
  expect(output.replace(/ +\d+ us$/gm, '')).toMatchInlineSnapshot(`
    "orders: 4 records, 2 succeeded, 1 failed, 1 dropped

    record 1
      raw  {"id":"1","amount":"20"}
      step 1 convert  ~amount
      step 2 set      skipped, since its "if" does not hold
      step 3 drop     skipped, since its "if" does not hold
      document  {"id":"1","amount":20}

    record 2
      raw  {"id":"2","amount":"many"}
      step 1 convert  failed
      failed  amount cannot be converted to integer. Found "many". (not_convertible)

    record 3
      raw  {"id":"3","amount":"100"}
      step 1 convert  ~amount
      step 2 set      +large
      step 3 drop     skipped, since its "if" does not hold
      document  {"id":"3","amount":100,"large":true}

    record 4
      raw  {"id":"9","amount":"1"}
      step 1 convert  ~amount
      step 2 set      skipped, since its "if" does not hold
      step 3 drop     dropped the record
      dropped

    field   type     present  values  made by         most frequent
    id      text     100 %    2                       1, 3
    amount  long     100 %    2       step 1 convert  20, 100
    large   boolean  50 %     1       step 2 set      true

    failed in       with             records  first  found
    step 1 convert  not_convertible  1        2      "many""
  `);
});

test('--json has the same for programs', async () => {
  const { output = '' } = await run(source, records, '--json');
  expect(JSON.parse(output)).toMatchObject({
    source: 'orders',
    sampled: 4,
    has_more: false,
    succeeded: 2,
    failed: 1,
    dropped: 1,
    results: [
      { position: 0, status: 'success', raw: { id: '1', amount: '20' }, document: { id: '1', amount: 20 } },
      { position: 1, status: 'error', error: { code: 'not_convertible', path: 'amount', value: 'many' } },
      { position: 2, document: { large: true }, steps: [{ changed: ['amount'] }, { added: ['large'] }, {}] },
      { position: 3, status: 'dropped' },
    ],
    fields: [{ path: 'id' }, { path: 'amount', produced_by: 'preprocessors[0] convert' }, { path: 'large' }],
  });
});

test.each([
  ['JSON', { ...source, format: 'json' }, [{ id: '1', amount: '20' }]],
  ['one JSON object', source, { id: '1', amount: '20' }],
  ['a sample', source, { records: [{ id: '1', amount: '20' }] }],
  ['NDJSON', { ...source, format: 'ndjson' }, '{"id":"1","amount":"20"}\n'],
  [
    'NDJSON of a source of JSON',
    { ...source, format: 'json' },
    '{"id":"1","amount":"20"}\n{"id":"1","amount":"20"}',
  ],
  ['CSV', source, 'id,amount\n1,20'],
])('records as %s', async (_name, given, sample) => {
  const { output = '' } = await run(given, sample, '--json');
  expect(JSON.parse(output).results[0]).toMatchObject({ document: { id: '1', amount: 20 } });
});

test('integers beyond 2^53 keep their digits', async () => {
  const given = { preprocessors: [{ type: 'convert', field: 'b', target_type: 'long' }] };
  const sample =
    '{"records":[{"a":9223372036854775807,"b":"9007199254740993"}],"expected":[{"a":1,"b":9007199254740993}]}';
  const { output = '' } = await run(given, sample, '--check');
  expect(output).toContain('raw  {"a":9223372036854775807,"b":"9007199254740993"}\n');
  expect(output).toContain('document  {"a":9223372036854775807,"b":9007199254740993}\n');
  expect(output).toMatch(/1 +a +1 +9223372036854775807$/);
  const json = await run(given, sample, '--json');
  expect(json.output).toContain(
    '"document": {\n        "a": 9223372036854775807,\n        "b": 9007199254740993\n',
  );
});

test('lines of text', async () => {
  const trim = { format: 'text', preprocessors: [{ type: 'trim', field: 'message' }] };
  const { output = '' } = await run(trim, ' [one] \n{two', '--json');
  const documents = JSON.parse(output).results.map(({ document }: { document: unknown }) => document);
  expect(documents).toEqual([{ message: '[one]' }, { message: '{two' }]);
});

describe('--check', () => {
  const sample = {
    records: [
      { id: '1', amount: '20' },
      { id: '2', amount: 'many' },
    ],
  };

  test('documents as expected', async () => {
    const { output, exitCode } = await run(
      source,
      { ...sample, expected: [{ amount: 20, id: '1' }, null] },
      '--check',
    );
    expect(exitCode).toBe(0);
    expect(output).toMatch(/All documents are as expected\.$/);
  });

  test('others are shown, and the exit code says so', async () => {
    const expected = [{ id: '1', amount: '20', seen: true }, { id: '2' }];
    const { output, exitCode } = await run(source, { ...sample, expected }, '--check');
    expect(exitCode).toBe(1);
    expect(output?.split('\n\n').at(-1)).toMatchInlineSnapshot(`
      "record  member      expected    found
      1       amount      "20"        20
      1       seen        true        absent
      2       (document)  {"id":"2"}  null"
    `);
    expect(await run(source, { ...sample, expected })).toMatchObject({ exitCode: 0 });
  });
});

test('ten records are shown, and 1,000 are read', async () => {
  const many = ['id,amount', ...Array.from({ length: 1_001 }, (_, index) => `${index},1`)].join('\n');
  const { output = '' } = await run(source, many);
  expect(output).toMatch(/^orders: the first 1000 records, 999 succeeded, 1 dropped\n/);
  expect(output.match(/^record \d+$/gm)).toHaveLength(10);
  expect(output).toContain('\n990 more records: --all shows them, too.\n');
  const all = await run(source, many, '--all');
  expect(all.output?.match(/^record \d+$/gm)).toHaveLength(1_000);
});

test('control characters of records do not reach the terminal', async () => {
  const { output } = await run({ preprocessors: [] }, [{ 'a\u001b[31m': '\u0007\u202e' }]);
  expect(output).not.toMatch(/(?!\n)\p{C}/u);
});

test.each([
  [
    'no source',
    [],
    'Which source? npx headwater preview SOURCE.json [SAMPLE] [--check] [--pipelines FOLDER] [--all] [--json]',
  ],
  ['three files', ['a', 'b', 'c'], 'One sample at a time, not also "c": npx headwater preview'],
  [
    'an unknown option',
    ['a', '--chek'],
    "Unknown option '--chek' (did you mean --check?): npx headwater preview",
  ],
  ['a file that is not there', ['no.json'], 'no.json cannot be read: ENOENT: no such file or directory.'],
])('%s', async (_name, args, message) => {
  await expect(preview(args)).rejects.toThrow(message);
});

test.each<[name: string, given: unknown, sample: unknown, message: RegExp]>([
  ['a source that is not JSON', '{', '', /source\.json is not JSON: /],
  ['a source that is a list', [], '', /source\.json is no source: it must be an object\.$/],
  [
    'an unknown format',
    { format: 'xml' },
    '',
    /has the format "xml"; the formats are json, ndjson, csv, text\.$/,
  ],
  [
    'preprocessors that cannot run, all of them',
    { preprocessors: [{ type: 'trimm', field: 'a' }, { type: 'trim' }] },
    '',
    /cannot run:\n {2}\/preprocessors\/0\/type .*did you mean trim\?\n {2}\/preprocessors\/1\/field is required\.$/s,
  ],
  ['a record that is no object', source, [{}, 1], /^Record 2 of .*sample is no object\.$/],
  ['lines that are not JSON', { format: 'ndjson' }, '{"a":\n}', /sample, read as ndjson: Line 1 /],
  ['no records', source, 'id,amount\n', /sample has no records\.$/],
  [
    'expected documents of another number',
    source,
    { records: [{}], expected: [] },
    /"expected" in .*sample must have one document, null or a list of them for each record\.$/,
  ],
])('%s', async (_name, given, sample, message) => {
  await expect(run(given, sample)).rejects.toThrow(message);
});

test('--check without expected documents', async () => {
  await expect(run(source, records, '--check')).rejects.toThrow(
    '--check needs a sample with "expected": one document, null or a list of them for each record.',
  );
});
