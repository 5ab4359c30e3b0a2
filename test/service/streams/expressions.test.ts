/** What expressions and loops mean, in pushes and previews as they ship. */

import { beforeAll, describe, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;
let source: string;

beforeAll(async () => {
  service = await streamFunctions(['stream-push', 'stream-listRecords', 'source-createMappingPreview']);
  source = await service.makeSource();
});

/** The document that a step makes of a record, or the error of the record or of the request. */
async function run(record: object, ...preprocessors: readonly object[]) {
  const { body } = await service.call('source-createMappingPreview', {
    id: source,
    body: { records: [record], preprocessors },
  });
  const [result] = Object(body).results ?? [];
  return result ? (result.document ?? result.error) : Object(body).errors;
}

const record = {
  a: 7,
  b: 2,
  text: 'Ada',
  digits: '0x1F',
  none: null,
  list: [3, 1, 2],
  object: { x: 1, 'y.z': 2 },
  long: 9_007_199_254_740_991,
  start: '2024-05-01T10:00:00Z',
  end: '2024-05-01T12:00:00.5+01:00',
  status: 404,
  'user-agent': 'curl',
  email: "o'neil@example.org",
};

describe('an expression', () => {
  test.each<[source: string, value: unknown]>([
    ['a', 7],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 2 - 3', 5],
    ['-a + 1', -6],
    ['a / b', 3.5],
    ['a % b', 1],
    ['0.1 * 10', 1],
    ['1.5e3', 1500],
    // Beyond 2^53 integers are exact.
    ['long + 2 - long', 2],
    ['long * long - long * long + 1', 1],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ["'a\"b'", 'a"b'],
    ['true', true],
    ['{{user-agent}}', 'curl'],
    ["{{object['y.z']}}", 2],
    ['list.1', 1],
    ['list', [3, 1, 2]],
    ['concat(text, "-", a, list, true)', 'Ada-7[3, 1, 2]true'],
    ['coalesce(absent, none, text)', 'Ada'],
    ['coalesce(absent + 1, 5)', 5],
    ['first(list)', 3],
    ['last(list)', 2],
    ['first(text)', 'Ada'],
    ['coalesce(first(slice(list, 9)), "empty")', 'empty'],
    ['length(text) + length(list) + length(object)', 8],
    ['slice(text, 1)', 'da'],
    ['slice(text, -2, -1)', 'd'],
    ['slice(list, 1)', [1, 2]],
    ['number(digits)', 31],
    ['number("1.50")', 1.5],
    ['text(a)', '7'],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['round(1.005, 2)', 1.01],
    ['floor(-1.5)', -2],
    ['ceil(1.2)', 2],
    ['abs(-3)', 3],
    ['min(list)', 1],
    ['max(a, list, 5)', 7],
    ['epoch_millis(end) - epoch_millis(start)', 3_600_500],
    ['a > b', true],
    ['a == 7', true],
    ['a != "7"', false],
    ['text == "ada"', false],
    ['a + 1 >= b * 4', true],
    ['if (status:>=400) "failure" else "success"', 'failure'],
    ['if (text:=ada) 1 else if (status:404 AND (a:7 OR a:8)) 2 else 3', 2],
    ['if (email:"o\'neil@example.org") concat("(", text, ")") else ""', '(Ada)'],
    ['if (text:/^A(d|e)a\\)?$/) 1 else 0', 1],
    ['if (NOT absent:*) "none" else absent', 'none'],
  ])('%s', async (expression, value) => {
    const step = { type: 'script', source: expression, target_field: 'result' };
    expect(await run(record, step)).toEqual({ ...record, result: value });
  });

  test.each<[source: string, code: string, message: string]>([
    ['absent + 1', 'missing_field', 'The expression has no value: absent is absent or null.'],
    ['none', 'missing_field', 'The expression has no value: none is absent or null.'],
    ['text * 2', 'wrong_type', 'The values of * must be numbers, not a string; number(…) converts a text'],
    ['a + list', 'wrong_type', 'The values of + must be numbers, not a list.'],
    ['a / 0', 'not_convertible', 'The result of / is not a finite number.'],
    ['a % 0', 'not_convertible', 'The result of % is not a finite number.'],
    ['number(text)', 'not_convertible', 'The text in number(…) is not a number.'],
    ['epoch_millis(text)', 'invalid_date', 'is not a date of ISO 8601'],
    ['length(a)', 'wrong_type', 'The value of length(…) must be a text, a list or an object, not a number.'],
    ['round(a, 99)', 'not_convertible', 'The places of round must be 0 to 15.'],
  ])('fails: %s', async (expression, code, message) => {
    const step = { type: 'script', source: expression, target_field: 'result' };
    expect(await run(record, step)).toMatchObject({ code, message: expect.stringContaining(message) });
    const ignoring = { ...step, ignore_missing: true };
    expect(await run(record, ignoring)).toEqual(
      code === 'missing_field' ? record : expect.objectContaining({ code }),
    );
  });

  test.each<[source: string, message: string]>([
    ['ctx.a * 1000', 'Expected an expression in place of a script at 0: write a.'],
    ['a; b', 'Expected an operator or the end at 1: an expression is one value; write several steps.'],
    ['a ? 1 : 2', 'write if (condition) … else … for a choice'],
    ['a = 1', 'equality is ==.'],
    ['a +', 'Expected a field, a number, a text or a function at 3.'],
    ['(a', 'Expected an operator or ) at 2.'],
    ['"a', 'Expected " at 2: it ends the text that begins at 0.'],
    ['lenght(a)', 'did you mean length?'],
    ['round()', 'Expected 1 to 2 values in round(…) at 0.'],
    ['5a', 'Expected the end of the number at 1: write {{path}} for a field.'],
    ['if a "x" else "y"', 'Expected a condition in parentheses at 3'],
    ['if (a:1) 2', 'Expected else at 10'],
    ['if (a == 1) 2 else 3', 'Expected a query in place of a script at 6'],
    ['if (a:) 2 else 3', 'Expected a value of a at 6.'],
    [`${'('.repeat(40)}1${')'.repeat(40)}`, 'Expected at most 32 levels of parentheses at 32.'],
  ])('refused: %s', async (expression, message) => {
    const step = { type: 'script', source: expression, target_field: 'result' };
    expect(await run(record, step)).toEqual([
      {
        in: 'body',
        pointer: '/preprocessors/0/source',
        code: 'invalid_option',
        message: expect.stringContaining(message),
      },
    ]);
  });

  test('of a size that doubles stops at the limit of documents', async () => {
    const step = { type: 'script', source: 'concat(text, text, text, text)', target_field: 'text' };
    const steps = Array.from({ length: 40 }, () => step);
    expect(await run({ text: 'x'.repeat(1000) }, ...steps)).toMatchObject({ code: 'output_too_large' });
  });

  test('of integers stops at 1,000 digits', async () => {
    const step = { type: 'script', source: 'a * a', target_field: 'a' };
    expect(await run({ a: 99 }, ...Array.from({ length: 12 }, () => step))).toMatchObject({
      code: 'not_convertible',
      message: 'The result has more than 1000 digits.',
    });
  });
});

describe('foreach', () => {
  const each = (field: string, processor: object, options: object = {}) => ({
    type: 'foreach',
    field,
    processor,
    ...options,
  });
  const value = '_ingest._value';

  // The documents are those of Elasticsearch: the value in hand is `_ingest._value`, and lists and objects are made anew.
  test.each<[title: string, step: object, record: object, document: object]>([
    [
      'objects with a parser that has no each',
      each('events', {
        type: 'grok',
        field: `${value}.line`,
        patterns: [`%{WORD:${value}.verb} %{INT:n:int}`],
      }),
      { events: [{ line: 'GET 1' }, { line: 'PUT 2' }] },
      {
        events: [
          { line: 'GET 1', verb: 'GET' },
          { line: 'PUT 2', verb: 'PUT' },
        ],
        n: 2,
      },
    ],
    [
      'a condition about the value',
      each('list', { type: 'append', field: 'large', value: `{{${value}.n}}`, if: `${value}.n:>1` }),
      { list: [{ n: 1 }, { n: 2 }, { n: 3 }] },
      { list: [{ n: 1 }, { n: 2 }, { n: 3 }], large: ['2', '3'] },
    ],
    [
      'an expression',
      each('list', { type: 'script', source: `${value} * factor`, target_field: value }),
      { factor: 10, list: [1, 2] },
      { factor: 10, list: [10, 20] },
    ],
    [
      'a value that the step removes',
      each('list', { type: 'remove', field: value }),
      { list: [1] },
      { list: [null] },
    ],
    [
      'names of members',
      each('object', { type: 'uppercase', field: '_ingest._key' }),
      { object: { a: 1, b: { c: 2 } } },
      { object: { A: 1, B: { c: 2 } } },
    ],
    [
      'a loop in a loop',
      each('rows', each(`${value}.cells`, { type: 'trim', field: value })),
      { rows: [{ cells: [' a', 'b '] }, { cells: [] }] },
      { rows: [{ cells: ['a', 'b'] }, { cells: [] }] },
    ],
    ['no values', each('list', { type: 'fail', message: 'x' }), { list: [] }, { list: [] }],
    ['an absent field', each('list', { type: 'drop' }, { ignore_missing: true }), { a: 1 }, { a: 1 }],
    [
      'a member of that name',
      each('list', { type: 'trim', field: value }),
      { _ingest: { mine: 1 }, list: [' a'] },
      { _ingest: { mine: 1 }, list: ['a'] },
    ],
    [
      'a failure that the inner step handles',
      each('list', {
        type: 'convert',
        field: value,
        target_type: 'long',
        on_failure: [{ type: 'set', field: value, value: -1 }],
      }),
      { list: ['1', 'x', '3'] },
      { list: [1, -1, 3] },
    ],
  ])('%s', async (_title, step, given, document) => {
    expect(await run(given, step)).toEqual(document);
  });

  test('fails as its step does, and leaves the record as it was', async () => {
    const step = each(
      'list',
      { type: 'convert', field: value, target_type: 'long' },
      {
        on_failure: [{ type: 'set', field: 'error', value: '{{_ingest.on_failure_message}}' }],
      },
    );
    expect(await run({ list: ['1', 'x'] }, step)).toEqual({
      list: ['1', 'x'],
      error: '_ingest._value cannot be converted to long.',
    });
  });

  test('drops the record if its step does', async () => {
    const id = await service.makeStream({
      source: await service.makeSource({
        preprocessors: [each('list', { type: 'drop', if: `${value}:=b` })],
      }),
    });
    const { body } = await service.call('stream-push', { id, body: [{ list: ['a'] }, { list: ['a', 'b'] }] });
    expect(body).toMatchObject({ stored: 1 });
    const { body: page } = await service.call('stream-listRecords', { id });
    expect(Object(page).hits).toMatchObject([{ document: { list: ['a'] } }]);
  });

  test('mistakes within it are found where they are', async () => {
    const deep = (levels: number): object => (levels === 0 ? { type: 'drop' } : each('a', deep(levels - 1)));
    const step = each('a', { type: 'trim' });
    expect(await run({}, step)).toEqual([
      expect.objectContaining({ pointer: '/preprocessors/0/processor/field', code: 'required' }),
    ]);
    expect(
      await run(
        {},
        {
          type: 'foreach',
          field: 'a',
          processor: {
            type: 'foreach',
            field: 'a',
            processor: { type: 'script', source: '1 +', target_field: 'a' },
          },
        },
      ),
    ).toEqual([
      expect.objectContaining({
        pointer: '/preprocessors/0/processor/processor/source',
        code: 'invalid_option',
      }),
    ]);
    expect(await run({}, deep(5))).toEqual([
      expect.objectContaining({
        pointer: `/preprocessors/0${'/processor'.repeat(5)}`,
        message: 'must be at most 4 levels deep',
      }),
    ]);
  });
});

test('a pipeline may have 256 steps', async () => {
  const steps = Array.from({ length: 256 }, () => ({ type: 'script', source: 'n + 1', target_field: 'n' }));
  const id = await service.makeStream({ source: await service.makeSource({ preprocessors: steps }) });
  await service.call('stream-push', { id, body: [{ n: 0 }] });
  const { body } = await service.call('stream-listRecords', { id });
  expect(Object(body).hits).toMatchObject([{ document: { n: 256 } }]);
});
