/**
 * Integers beyond 2^53 in options and in texts keep all their digits, wherever a type reads them: through the emitted
 * function, whose answer is read as text. BigInt says what is right.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { parseExactly, writeJson } from '../../lib/headwater/shared/json/lossless-json.ts';
import { lambdaContext } from '../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { amount } from '../support/amount.ts';
import { cleanUp } from '../support/clean-up.ts';
import { commandNamed } from '../support/command.ts';
import { loadHandler } from '../support/emitted-function.ts';
import { httpApiEvent } from '../support/event.ts';
import { repository } from '../support/repository.ts';

let handle: Awaited<ReturnType<typeof loadHandler>>;

beforeAll(async () => {
  handle = await loadHandler(repository, 'preprocessor-preview');
});

/** The documents, read exactly; of a record that fails, the code. */
async function outcomes(
  type: string,
  configuration: object,
  records: readonly object[],
): Promise<readonly unknown[]> {
  const event = httpApiEvent({
    method: 'POST',
    url: `/v1/preprocessor/${type}/preview`,
    pathParameters: { type },
    headers: { 'content-type': 'application/json' },
    body: writeJson({ configuration, records }),
  });
  const response = await handle(event, lambdaContext({ getRemainingTimeInMillis: () => 60_000 }));
  const { statusCode, body = '' } = response as { statusCode: number; body?: string };
  const answer = Object(parseExactly(body));
  expect({ statusCode, errors: answer.errors }).toEqual({ statusCode: 200, errors: undefined });
  return answer.results.map(
    ({ document, error }: { document?: object; error?: { code: string } }) => document ?? error?.code,
  );
}

/** The values of `r` in the documents. */
async function results(type: string, configuration: object, records: readonly object[]) {
  return (await outcomes(type, configuration, records)).map((outcome) => Object(outcome).r);
}

/** As JSON is read here: a bigint beyond 2^53. */
function asRead(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const evaluate = async (source: string, record: object = {}) =>
  (await results('script', { source, target_field: 'r' }, [record]))[0];

const edges = [
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n + 1n,
  10n ** 30n + 7n,
];
const large = fc.oneof(
  fc.constantFrom(...edges),
  fc.bigInt({ min: 0n, max: 10n ** 40n }),
  fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
);
const signed = fc.tuple(large, fc.boolean()).map(([value, isNegative]) => (isNegative ? -value : value));
const literal = (value: bigint) => (value < 0n ? `(${value})` : String(value));

function check<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  body: (...values: Values) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(...arbitraries, body);
  return fc.assert(property, { numRuns: amount({ few: 20, many: 60, most: 3_000 }), seed: 20_261_129 });
}

const operators: readonly (readonly [symbol: string, exact: (a: bigint, b: bigint) => bigint | boolean])[] = [
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['%', (a, b) => a % b],
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
];

const pairs = fc.oneof(
  fc.tuple(signed, signed),
  fc.tuple(signed, fc.bigInt({ min: -1n, max: 1n })).map(([a, difference]) => [a, a + difference] as const),
);

test.each(operators)('operator %s: literals and fields', { tags: ['property'] }, async (symbol, exact) => {
  await check([pairs], async ([a, b]) => {
    if (symbol === '%' && b === 0n) return;
    const value = exact(a, b);
    const want = typeof value === 'bigint' ? asRead(value) : value;
    const record = { a: asRead(a), b: asRead(b) };
    const [left, right] = [a, b].map(literal);
    for (const source of [`a # b`, `a # ${right}`, `${left} # b`, `${left} # ${right}`])
      expect([source, record, await evaluate(source.replace('#', symbol), record)]).toEqual([
        source,
        record,
        want,
      ]);
  });
});

test('operator /: a quotient that is an integer', { tags: ['property'] }, async () => {
  await check([signed, large], async (quotient, divisor) => {
    if (divisor === 0n) return;
    const record = { a: asRead(quotient * divisor) };
    expect(await evaluate(`a / ${divisor}`, record)).toEqual(asRead(quotient));
  });
  expect(await evaluate(`a / ${10n ** 400n}`, { a: 5n * 10n ** 399n })).toBe(0.5);
});

test('functions', { tags: ['property'] }, async () => {
  await check([signed, signed], async (a, b) => {
    const record = { a: asRead(a), t: String(a), list: [asRead(a), asRead(b)] };
    const want: readonly (readonly [source: string, value: bigint | string])[] = [
      [`abs(${literal(a)})`, a < 0n ? -a : a],
      [`round(${literal(a)})`, a],
      [`floor(${literal(a)})`, a],
      [`ceil(${literal(a)})`, a],
      [`min(a, ${literal(b)})`, a < b ? a : b],
      ['max(list)', a > b ? a : b],
      ['number(t)', a],
      [`text(${literal(a)})`, String(a)],
      [`coalesce(absent, ${literal(a)})`, a],
      [`concat(${literal(a)}, "")`, String(a)],
    ];
    for (const [source, value] of want)
      expect([source, await evaluate(source, record)]).toEqual([
        source,
        typeof value === 'bigint' ? asRead(value) : value,
      ]);
  });
});

test('conditions', { tags: ['property'] }, async () => {
  await check([large, fc.bigInt({ min: -2n, max: 2n })], async (a, difference) => {
    const other = a + difference;
    const clauses: readonly (readonly [clause: string, holds: boolean])[] = [
      [`n:${other}`, a === other],
      [`n:=${other}`, a === other],
      [`n:>${other}`, a > other],
      [`n:<=${other}`, a <= other],
      [`n:[${other} TO ${other}]`, a === other],
      [`n:{${other} TO *}`, a > other],
      [`n:={{m}}`, a === other],
      [`n:<{{m}}`, a < other],
    ];
    for (const record of [
      { n: asRead(a), m: asRead(other) },
      { n: String(a), m: String(other) },
    ])
      for (const [clause, holds] of clauses)
        expect([clause, record, await evaluate(`if (${clause}) true else false`, record)]).toEqual([
          clause,
          record,
          holds,
        ]);
  });
});

test('types that make numbers of texts or options', { tags: ['property'] }, async () => {
  const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  await check([long], async (value) => {
    const text = String(value);
    const number = asRead(value);
    // Options have only integers that a double holds.
    const limit = BigInt(Number(value));
    const row = { match_field: { gte: asRead(limit), lte: asRead(limit) }, name: 'here' };
    const ranges = {
      field: 'a',
      match_type: 'range',
      match_field: 'match_field',
      enrich_fields: ['name'],
      rows: [row],
    };
    const want: readonly (readonly [type: string, configuration: object, input: object, value: unknown])[] = [
      ['convert', { field: 'r', target_type: 'long' }, { r: text }, number],
      ['convert', { field: 'r', target_type: 'auto' }, { r: text }, number],
      ['convert', { field: 'r', target_type: 'string' }, { r: number }, text],
      ['grok', { field: 'a', patterns: ['^%{INT:r:long}$'] }, { a: text }, number],
      ['json', { field: 'r' }, { r: `{"n":[${text}]}` }, { n: [number] }],
      ['set', { field: 'r', copy_from: 'a' }, { a: number }, number],
      ['sort', { field: 'r' }, { r: [number, asRead(value - 1n)] }, [asRead(value - 1n), number]],
      ['join', { field: 'r', separator: ',' }, { r: [number, number] }, `${text},${text}`],
      ['kv', { field: 'a', field_split: ' ', value_split: '=' }, { a: `r=${text}` }, text],
      ['csv', { field: 'a', target_fields: ['r'] }, { a: text }, text],
    ];
    for (const [type, configuration, input, result] of want)
      expect([type, input, await results(type, configuration, [input])]).toEqual([type, input, [result]]);
    const found = async (input: unknown) =>
      await results('enrich', { ...ranges, target_field: 'r' }, [{ a: input }]);
    expect(await found(asRead(limit))).toMatchObject([{ name: 'here' }]);
    expect(await found(String(limit))).toMatchObject([{ name: 'here' }]);
    expect(await found(asRead(limit + 1n))).toEqual([undefined]);
    expect(await found(String(limit - 1n))).toEqual([undefined]);
  });
});

test('sizes', { tags: ['property'] }, async () => {
  const unit = fc.constantFrom('b', 'kb', 'm', 'gb', 't', 'pb');
  const powers: Readonly<Record<string, bigint>> = { b: 0n, k: 1n, m: 2n, g: 3n, t: 4n, p: 5n };
  await check(
    [fc.bigInt({ min: 0n, max: 8_191n }), fc.stringMatching(/^\d{1,12}$/), unit],
    async (whole, decimals, name) => {
      const scaled = BigInt(`${whole}${decimals}`) * 1024n ** (powers[name.charAt(0)] ?? 0n);
      expect(await results('bytes', { field: 'r' }, [{ r: `${whole}.${decimals}${name}` }])).toEqual([
        asRead(scaled / 10n ** BigInt(decimals.length)),
      ]);
    },
  );
  expect(await results('bytes', { field: 'r' }, [{ r: '34pb' }, { r: '34.0pb' }])).toEqual([
    38280596832649216n,
    38280596832649216n,
  ]);
});

test('the bytes of an access log', async () => {
  const line = (bytes: string) => `::1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 ${bytes}`;
  const lines = ['9007199254740993', '9'.repeat(20)].map((bytes) => ({ r: line(bytes) }));
  expect(await outcomes('access_log', { field: 'r' }, lines)).toMatchObject([
    { http: { response: { body: { bytes: 9007199254740993n } } } },
    'no_match',
  ]);
});

test('a port that is no port of Java', async () => {
  const [parts] = await results('uri_parts', { field: 'a', target_field: 'r' }, [
    { a: `http://h:${'9'.repeat(400)}/x` },
  ]);
  expect(parts).not.toHaveProperty('port');
});

test('a literal beyond the largest double is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-integers-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'source.json');
  await writeFile(source, '{"preprocessors":[{"type":"script","source":"1e400","target_field":"r"}]}');
  await writeFile(join(folder, 'r.json'), '{}');
  await expect(commandNamed('preview')([source, join(folder, 'r.json')])).rejects.toThrow(
    'within the range of a double',
  );
});

test('the commands keep the integers of their files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-integers-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const written = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const set = '{"set":{"field":"r","value":9007199254740993,"if":"ctx.n == 9007199254740995L"}}';
  const script = '{"script":{"source":"ctx.s = ctx.n * params.by","params":{"by":9007199254740997}}}';
  const { output = '' } = await commandNamed('import-pipeline')([
    await written('pipeline.json', `{"processors":[${set},${script}]}`),
  ]);
  expect(output).toMatch(/9007199254740993[\s\S]*9007199254740995[\s\S]*9007199254740997/);
  const { output: preview = '' } = await commandNamed('preview')([
    await written('source.json', output),
    await written('records.json', '{"n":9007199254740995}'),
    '--json',
  ]);
  expect(preview).toContain('9007199254740993');
});
