/** POST /preprocessor/{type}/preview, through the emitted function: results, refusals and hostile input. */

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeJson } from '../../../lib/headwater/shared/json/lossless-json.ts';
import { failureCodes } from '../../../lib/ingest/base/failure.ts';
import { documentedTypes } from '../../../lib/ingest/engine/documented-types.ts';
import { randomPipeline, randomRecord } from '../../ingest/random-pipelines.ts';
import { amount } from '../../support/amount.ts';
import { type Answer, type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { describedBy } from '../../support/links.ts';
import { repository } from '../../support/repository.ts';

let call: CallFunction;

beforeAll(async () => {
  call = await loadFunction(repository, 'preprocessor-preview');
});

const json = { 'content-type': 'application/json' };

function send(type: string, body: string, headers: object = json): Promise<Answer> {
  const url = `/v1/preprocessor/${encodeURIComponent(type)}/preview`;
  return call({ method: 'POST', url, pathParameters: { type }, headers: { ...headers }, body });
}

const preview = (type: string, configuration: unknown, records: readonly unknown[]) =>
  send(type, writeJson({ configuration, records }));

interface Result {
  readonly status: string;
  readonly document?: object;
  readonly error?: { readonly code: string };
}
const resultsOf = ({ body }: Answer) => (body as { results: readonly Result[] }).results;

test('a name of grok that only ECS has is refused with a hint', async () => {
  const grok = (patterns: readonly string[], more = {}) =>
    preview('grok', { field: 'a', patterns, ...more }, [{ a: 'x' }]);
  const message = 'names the unknown pattern ZEEK_DNS; ecs_compatibility v1 knows it';
  expect(await grok(['%{ZEEK_DNS}'])).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/configuration/patterns', message: expect.stringContaining(message) }] },
  });
  expect((await grok(['%{ZEEK_DNS}'], { ecs_compatibility: 'v1' })).status).toBe(200);
});

test('a stored pipeline is not read, and the failure says so', async () => {
  const answer = await preview('pipeline', { name: 'access' }, [{ a: 1 }]);
  const message = 'There is no pipeline access: stored pipelines are not read here.';
  expect(resultsOf(answer)).toMatchObject([
    { status: 'error', error: { code: 'missing_pipeline', message } },
  ]);
});

describe.each(documentedTypes.map((type) => [type.type, type] as const))('%s', (type, { examples }) => {
  test.each(examples)('example: $title', async ({ configuration, input, output, outputs, failure }) => {
    const answer = await preview(type, configuration, [input]);
    const documents = outputs ?? (output ? [output] : []);
    const status = failure ? 'error' : documents.length > 0 ? 'success' : 'dropped';
    expect(answer).toMatchObject({
      status: 200,
      headers: { link: describedBy('preprocessor') },
      body: {
        summary: expect.stringMatching(/^[A-Z]/),
        succeeded: documents.length,
        failed: Number(status === 'error'),
        dropped: Number(status === 'dropped'),
        results: (outputs ?? [output]).map((_, part) => ({
          position: 0,
          ...(outputs ? { part: `${part}` } : {}),
          status,
          steps: part > 0 ? [] : [{ index: 0, type, took_us: expect.any(Number) }],
        })),
      },
    });
    const [result] = resultsOf(answer);
    expect(resultsOf(answer).flatMap(({ document }) => document ?? [])).toEqual(documents);
    expect(result?.error?.code).toBe(failure);
  });
});

test('each record has a result: a document, or why it failed, with what the step did', async () => {
  const configuration = {
    type: 'dissect',
    field: 'line',
    pattern: '%{method} %{path}',
    tag: 'request',
    if: 'NOT kind:other',
    on_failure: [{ type: 'set', field: 'error', value: '{{_ingest.on_failure_processor_tag}}' }],
  };
  const records = [{ line: 'GET /a', path: 'old' }, { line: 'GET' }, { kind: 'other' }];
  const { status, body } = await preview('dissect', configuration, records);
  const step = { index: 0, type: 'dissect', tag: 'request', removed: [], took_us: expect.any(Number) };
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      summary: 'Splits line by %{method} %{path}.',
      inputs: ['line'],
      outputs: ['method', 'path'],
      succeeded: 3,
      failed: 0,
      dropped: 0,
      results: [
        {
          position: 0,
          status: 'success',
          document: { line: 'GET /a', method: 'GET', path: '/a' },
          steps: [{ ...step, status: 'success', added: ['method'], changed: ['path'] }],
        },
        {
          position: 1,
          status: 'success',
          document: { line: 'GET', error: 'request' },
          steps: [
            {
              ...step,
              status: 'error_handled',
              added: [],
              changed: [],
              error: { code: 'no_match', path: 'line', value: 'GET', message: expect.any(String) },
            },
            {
              ...{ index: 0, pointer: '/0/on_failure/0', type: 'set', status: 'success' },
              ...{ added: ['error'], removed: [], changed: [], took_us: expect.any(Number) },
            },
          ],
        },
        {
          position: 2,
          status: 'success',
          document: { kind: 'other' },
          steps: [{ ...step, status: 'skipped', added: [], changed: [] }],
        },
      ],
    },
  });
});

const one = JSON.stringify({ records: [{}] });
const refused: readonly [name: string, type: string, body: string, want: object][] = [
  ['an unknown type', 'gork', one, { status: 404, body: { suggestion: 'grok' } }],
  [
    'another type',
    'drop',
    '{"configuration":{"type":"fail"},"records":[{}]}',
    issue('/configuration/type', 'not_allowed'),
  ],
  ['a missing option', 'trim', one, issue('/configuration/field', 'required')],
  [
    'an unknown option',
    'drop',
    '{"configuration":{"iff":"a"},"records":[{}]}',
    issue('/configuration/iff', 'unknown_member'),
  ],
  [
    'a pattern',
    'grok',
    '{"configuration":{"field":"a","patterns":["("]},"records":[{}]}',
    issue('/configuration/patterns', 'invalid_option'),
  ],
  [
    'a step of on_failure',
    'drop',
    '{"configuration":{"on_failure":[{"type":"trmi"}]},"records":[{}]}',
    issue('/configuration/on_failure/0/type', 'not_allowed'),
  ],
  ['no records', 'drop', '{}', issue('/records', 'required')],
  ['an empty list', 'drop', '{"records":[]}', issue('/records', 'min_items')],
  ['21 records', 'drop', JSON.stringify({ records: Array(21).fill({}) }), issue('/records', 'max_items')],
  ['a record that is a list', 'drop', '{"records":[[]]}', issue('/records/0', 'type')],
  ['another member', 'drop', '{"records":[{}],"recrods":[]}', issue('/recrods', 'unknown_member')],
  [
    'a record with __proto__',
    'drop',
    '{"records":[{"__proto__":1}]}',
    issue('/records/0/__proto__', 'unknown_member'),
  ],
  ['65 levels', 'drop', `{"records":[{"a":${'['.repeat(63)}${']'.repeat(63)}}]}`, { status: 400 }],
  ['more than 1 MiB', 'drop', JSON.stringify({ records: [{ a: 'x'.repeat(1_048_576) }] }), { status: 413 }],
];
function issue(pointer: string, code: string) {
  return { status: 400, body: { errors: [{ in: 'body', pointer, code }] } };
}
test.each(refused)('%s is refused', async (_name, type, body, want) => {
  expect(await send(type, body)).toMatchObject(want);
});

test('other media types are refused', async () => {
  expect(await send('drop', one, { 'content-type': 'text/csv' })).toMatchObject({ status: 415 });
  expect(await send('drop', one, { ...json, accept: 'text/html' })).toMatchObject({ status: 406 });
});

/** A failure of each result, or `success` or `dropped`. */
async function outcomes(type: string, configuration: object, records: readonly object[]) {
  const answer = await preview(type, configuration, records);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body).length).toBeLessThan(2_700_000);
  const results = resultsOf(answer);
  expect(results).toHaveLength(records.length);
  const found = results.map(({ status, error }) => error?.code ?? status);
  for (const code of found) expect([...Object.keys(failureCodes), 'success', 'dropped']).toContain(code);
  return found;
}

test('random configurations and records get results or refusals', { tags: ['property'] }, async () => {
  const property = fc.asyncProperty(
    randomPipeline,
    fc.array(randomRecord, { minLength: 1, maxLength: 20 }),
    async ([configuration], records) => {
      const { type } = configuration as { type: string };
      const answer = await preview(type, configuration, records);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) expect(resultsOf(answer)).toHaveLength(records.length);
    },
  );
  await fc.assert(property, { seed: 20261122, numRuns: amount({ few: 15, many: 80, most: 2_000 }) });
});

const long = 'x'.repeat(1_000_000);
const drop = { type: 'drop' };
const hostile: readonly [
  name: string,
  type: string,
  configuration: object,
  records: readonly object[],
  want: readonly string[],
][] = [
  ['a long text', 'uppercase', { field: 'a' }, [{ a: long }], ['success']],
  ['a long text in parts', 'split', { field: 'a', separator: '' }, [{ a: long }], ['output_too_large']],
  [
    'a long text with a replacement',
    'gsub',
    { field: 'a', pattern: 'x', replacement: 'yyyy' },
    [{ a: long }],
    ['output_too_large'],
  ],
  ['a long client', 'user_agent', { field: 'a' }, [{ a: `Mozilla/5.0 (${long})` }], ['output_too_large']],
  ['a long URI', 'uri_parts', { field: 'a' }, [{ a: `http://${long}` }], ['output_too_large']],
  [
    'a long number',
    'convert',
    { field: 'a', target_type: 'long' },
    [{ a: '9'.repeat(1_000_000) }],
    ['not_convertible'],
  ],
  [
    'a long date',
    'date',
    { field: 'a', formats: ['ISO8601', 'UNIX', 'yyyy'] },
    [{ a: '2'.repeat(1_000_000) }],
    ['invalid_date'],
  ],
  [
    'many pairs',
    'kv',
    { field: 'a', field_split: ' ', value_split: '=' },
    [{ a: 'a=b '.repeat(250_000) }],
    ['output_too_large'],
  ],
  [
    '100,000 columns',
    'csv',
    { field: 'a', target_fields: ['b', 'c'] },
    [{ a: 'x,'.repeat(100_000) }],
    ['success'],
  ],
  [
    '100,000 quotes',
    'csv',
    { field: 'a', target_fields: ['b'] },
    [{ a: '"'.repeat(100_001) }],
    ['invalid_csv'],
  ],
  ['a deep text', 'json', { field: 'a' }, [{ a: '['.repeat(500_000) }], ['invalid_json']],
  [
    'a deep record',
    'dot_expander',
    { field: '*' },
    [JSON.parse(`${'{"a.b":'.repeat(58)}1${'}'.repeat(58)}`)],
    ['success'],
  ],
  ['a deep path', 'set', { field: Array(64).fill('a').join('.'), value: 1 }, [{}], ['success']],
  [
    'the year 300,000',
    'date',
    { field: 'a', formats: ['ISO8601'] },
    [{ a: '+300000-01-01T00:00:00Z' }, { a: '-300000-01-01' }],
    ['success', 'success'],
  ],
  [
    'a time in the year 300,000',
    'date',
    { field: 'a', formats: ['UNIX', 'UNIX_MS'] },
    [{ a: '9467000000000' }, { a: '9467000000000000000' }],
    ['success', 'invalid_date'],
  ],
  [
    'a template that multiplies',
    'set',
    { field: 'b', value: '{{a}}'.repeat(1000) },
    [{ a: 'x'.repeat(100_000) }],
    ['output_too_large'],
  ],
  [
    '265 steps',
    'drop',
    {
      on_failure: Array(8).fill({
        ...drop,
        on_failure: Array(8).fill({ ...drop, on_failure: Array(3).fill(drop) }),
      }),
    },
    [{}],
    ['dropped'],
  ],
];
const usesRegex = new Set(['grok', 'gsub', 'kv', 'split']);

test.each(hostile)('hostile: %s', async (_name, type, configuration, records, want) => {
  const found = await outcomes(type, configuration, records);
  // On a slow machine, the time of a record or of all may end first.
  const isLate = (code: string) =>
    usesRegex.has(type) && ['record_timeout', 'deadline_exceeded'].includes(code);
  expect(found.map((code, index) => (isLate(code) ? want[index] : code))).toEqual(want);
});

const prototypes = ['__proto__.polluted', 'constructor.prototype.polluted', "a['__proto__'].polluted"];
test.each(prototypes)('hostile: the path %s changes no prototype', async (field) => {
  for (const [type, options] of [
    ['set', { value: 1 }],
    ['append', { value: 1 }],
    ['rename', { field: 'b', target_field: field }],
    ['csv', { field: 'b', target_fields: [field] }],
    ['remove', {}],
  ] as const)
    await preview(type, { field, ...options }, [{ a: {}, b: 'x' }]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(
    await outcomes('json', { field: 'b', add_to_root: true }, [{ b: '{"__proto__":{"polluted":1}}' }]),
  ).toHaveLength(1);
  expect(Object(resultsOf(await preview('drop', { if: 'polluted:1' }, [{}]))[0]).status).toBe('success');
});

test('hostile: definitions that refer to themselves are refused', async () => {
  const self = { field: 'a', patterns: ['%{A}'], pattern_definitions: { A: '%{B}', B: 'x%{A}' } };
  expect(await preview('grok', self, [{ a: 'x' }])).toMatchObject(
    issue('/configuration/patterns', 'invalid_option'),
  );
  const doubled = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`D${n}`, `%{D${n + 1}}%{D${n + 1}}`]),
  );
  const bomb = { field: 'a', patterns: ['%{D0}'], pattern_definitions: { ...doubled, D60: 'x' } };
  expect(await preview('grok', bomb, [{ a: 'x' }])).toMatchObject(
    issue('/configuration/patterns', 'invalid_option'),
  );
});

test('hostile: documents that are too large together are refused', async () => {
  const records = Array.from({ length: 20 }, () => ({ a: 'x'.repeat(50_000) }));
  const answer = await preview('set', { field: 'b', value: '{{a}}{{a}}{{a}}{{a}}' }, records);
  expect(answer).toMatchObject({
    status: 413,
    body: { type: 'urn:problem-type:headwater:content_too_large' },
  });
});

const backtracking = `${'a'.repeat(40)}!`;

test('hostile: an expression that takes exponential time ends; the other records go on', async () => {
  const configuration = { field: 'a', pattern: '(a+)+$', replacement: '' };
  const [first, second, third] = await outcomes('gsub', configuration, [
    { a: 'b' },
    { a: backtracking },
    { a: 'b' },
  ]);
  expect(first).toBe('success');
  // On a slow machine, the time of all records ends first.
  expect(['record_timeout', 'deadline_exceeded']).toContain(second);
  expect(['success', 'deadline_exceeded']).toContain(third);
});

const slow: readonly [type: string, configuration: object][] = [
  ['gsub', { field: 'a', pattern: '(a+)+$', replacement: '' }],
  ['grok', { field: 'a', patterns: ['^(?:a|aa)+$'] }],
  ['split', { field: 'a', separator: '(a*)*b' }],
];
test.each(slow)(
  'hostile: %s takes exponential time with each of 20 records, and the time of all ends',
  { tags: ['functions'] },
  async (type, configuration) => {
    const found = await outcomes(type, configuration, Array(20).fill({ a: backtracking }));
    expect(new Set(found)).toEqual(new Set(['record_timeout', 'deadline_exceeded']));
  },
);

describe('explain', () => {
  async function explained(type: string, configuration: object, line: string) {
    const answer = await call({
      method: 'POST',
      url: `/v1/preprocessor/${type}/preview?explain=true`,
      pathParameters: { type },
      headers: json,
      body: writeJson({ configuration, records: [{ line }] }),
    });
    return Object(answer.body).results[0].explanation;
  }
  const grok = (patterns: readonly string[], line: string, more: object = {}) =>
    explained('grok', { field: 'line', patterns, ...more }, line);
  const dissect = (pattern: string, line: string) => explained('dissect', { field: 'line', pattern }, line);

  test('has the captures of grok with their places', async () => {
    expect(await grok(['%{INT:no} %{WORD:a}', '%{IP:ip}( %{WORD:verb:int})?'], 'at 10.0.0.1 GET ä')).toEqual({
      matches: true,
      pattern: 1,
      captures: [
        { name: 'ip', start: 3, end: 11, text: '10.0.0.1' },
        { name: 'verb', start: 12, end: 15, text: 'GET' },
      ],
      reached: 15,
    });
  });

  test.each<[title: string, patterns: string[], line: string, want: object]>([
    [
      'a literal that is missing',
      ['%{IP:ip} %{WORD:verb} \\[%{HTTPDATE:time}\\]'],
      '10.0.0.1 GET (now)',
      { matches: false, pattern: 0, reached: 13, expected: '\\[%{HTTPDATE:time}\\]' },
    ],
    [
      'the pattern that comes furthest',
      ['%{WORD:a}=%{INT:b}', '%{WORD:a} %{INT:b} x'],
      'k 5 y',
      { pattern: 1, reached: 4, expected: 'x' },
    ],
    ['nothing of it', ['^%{INT:n}$'], 'abc', { pattern: 0, captures: [], reached: 0 }],
    [
      'own definitions',
      ['%{CODE:code};%{INT:n}'],
      'E-12;x',
      { reached: 5, expected: '%{INT:n}', captures: [{ name: 'code', start: 0, end: 4, text: 'E-12' }] },
    ],
  ])('says how far grok came: %s', async (_title, patterns, line, want) => {
    const definitions = { pattern_definitions: { CODE: '[A-Z]-\\d+' } };
    expect(await grok(patterns, line, definitions)).toMatchObject({ matches: false, ...want });
  });

  test.each<[pattern: string, line: string, want: object]>([
    [
      '[%{time}] %{+name} %{+name}: %{?x} %{rest}',
      '[10:00] a b: - end',
      {
        matches: true,
        captures: [
          { name: 'time', start: 1, end: 6, text: '10:00' },
          { name: 'name', start: 8, end: 9, text: 'a' },
          { name: 'name', start: 10, end: 11, text: 'b' },
          { name: 'rest', start: 15, end: 18, text: 'end' },
        ],
        reached: 18,
      },
    ],
    [
      '%{a} [%{b}] %{c}',
      'x [y z',
      {
        matches: false,
        reached: 3,
        expected: '%{b}] %{c}',
        captures: [{ name: 'a', start: 0, end: 1, text: 'x' }],
      },
    ],
    ['<%{a}', 'x', { matches: false, captures: [], reached: 0, expected: '<%{a}' }],
    [
      '%{a->} %{b}',
      'x   y',
      {
        matches: true,
        captures: [
          { name: 'a', start: 0, end: 1, text: 'x' },
          { name: 'b', start: 4, end: 5, text: 'y' },
        ],
      },
    ],
  ])('follows dissect: %s', async (pattern, line, want) => {
    expect(await dissect(pattern, line)).toMatchObject(want);
  });

  test('other types, and previews without the parameter, have none', async () => {
    expect(await explained('trim', { field: 'line' }, ' a')).toBeUndefined();
    const [result] = resultsOf(
      await preview('dissect', { field: 'line', pattern: '%{a} %{b}' }, [{ line: 'x y' }]),
    );
    expect(result).not.toHaveProperty('explanation');
  });
});
