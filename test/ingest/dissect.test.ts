/**
 * Random patterns of dissect on random texts, through the emitted function. A regular expression says what is right: each
 * value ends with the first delimiter behind it, and `->` takes the delimiters that follow at once.
 */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { amount } from '../support/amount.ts';
import { type CallFunction, loadFunction } from '../support/emitted-function.ts';
import { repository } from '../support/repository.ts';

let call: CallFunction;

beforeAll(async () => {
  call = await loadFunction(repository, 'preprocessor-preview');
});

interface Result {
  readonly document?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string };
  readonly explanation: { readonly matches: boolean; readonly captures: readonly object[] };
}

async function dissect(configuration: object, lines: readonly string[]): Promise<readonly Result[]> {
  const body = {
    configuration: { field: 'line', ...configuration },
    records: lines.map((line) => ({ line })),
  };
  const answer = await call({
    method: 'POST',
    url: '/v1/preprocessor/dissect/preview?explain=true',
    pathParameters: { type: 'dissect' },
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer).toMatchObject({ status: 200 });
  return Object(answer.body).results;
}

test.each([
  ['"%{a}","%{b}",%{c}', '"1","","x"', { a: '1', b: '', c: '"x"' }],
  ['%{}|%{}|foo=%{f}', 'baz||foo=bar', { f: 'bar' }],
  ['%{ts}|%{host}|%{user}|id=%{id}', 't|h||id=5', { ts: 't', host: 'h', user: '', id: '5' }],
  [
    '%{}#%{}#%{}#%{}##%{tag}#%{}#%{code}#%{}#%{rest}',
    '#####TAG1##42##|m|0|',
    { tag: 'TAG1', code: '42', rest: '|m|0|' },
  ],
  ['%{a},%{b}', 'x,,y', { a: 'x', b: ',y' }],
])('an empty value in %s ends with its own delimiter', async (pattern, line, want) => {
  const [result] = await dissect({ pattern }, [line]);
  expect(result?.document).toEqual({ line, ...want });
});

test.each([
  ['%{ts}|%{host}|%{user}|id=%{id}', 't|h||id=5', { ts: 't', host: 'h', user: '', id: 'id=5' }],
  ['%{a},%{b}', 'x,,y', { a: 'x', b: '' }],
])('an empty value in %s ends as in Elasticsearch if the option is set', async (pattern, line, want) => {
  const [result] = await dissect({ pattern, elasticsearch_empty_values: true }, [line]);
  expect(result?.document).toEqual({ line, ...want });
});

interface Key {
  readonly kind: 'value' | 'skip' | 'append' | 'name' | 'reference';
  readonly name: string;
  readonly order?: number;
  readonly isPadded: boolean;
  readonly isOptional: boolean;
  readonly delimiter: string;
}

interface Pattern {
  readonly leading: string;
  readonly keys: readonly Key[];
  readonly appendSeparator: string;
}

const signs = { value: '', skip: '?', append: '+', name: '*', reference: '&' };

function written({ leading, keys }: Pattern): string {
  const keyText = ({ kind, name, order, isPadded, isOptional, delimiter }: Key) =>
    `%{${signs[kind]}${name}${order === undefined ? '' : `/${order}`}${isOptional ? '?' : ''}${isPadded ? '->' : ''}}${delimiter}`;
  return leading + keys.map(keyText).join('');
}

/** The values of the keys. A group in a look-ahead is atomic: what it has matched is not tried again. */
function valuesOf({ leading, keys }: Pattern, text: string): readonly string[] | undefined {
  const quote = (delimiter: string) => delimiter.replace(/[^\w\s]/g, '\\$&');
  const parts = keys.map(({ delimiter, isPadded }, index) => {
    const end = quote(delimiter);
    return end === ''
      ? `(?<v${index}>[^]*)$`
      : `(?=(?<v${index}>[^]*?)${end}(?<p${index}>${isPadded ? `(?:${end})*` : ''}))\\k<v${index}>${end}\\k<p${index}>`;
  });
  const groups = new RegExp(`^${quote(leading)}${parts.join('')}`).exec(text)?.groups;
  return groups && text !== leading ? keys.map((_, index) => groups[`v${index}`] ?? '') : undefined;
}

/** The text may end early: the last key that is there has the rest. */
function expectedValues(pattern: Pattern, text: string): readonly string[] | undefined {
  const { keys } = pattern;
  const all = valuesOf(pattern, text);
  const required = keys.findIndex(({ isOptional }) => isOptional);
  if (all || required === -1) return all;
  for (let count = keys.length; count >= required; count--) {
    const present = keys.slice(0, count);
    const ends = present.map((key, index) => (index === count - 1 ? { ...key, delimiter: '' } : key));
    const values = valuesOf({ ...pattern, keys: ends }, text);
    if (values) return values;
  }
  return undefined;
}

function expectedFields(
  { keys, appendSeparator }: Pattern,
  values: readonly string[],
): Readonly<Record<string, string>> {
  const found = values.map((value, index) => ({ ...(keys[index] as Key), value }));
  const fields = found
    .filter(({ kind }) => kind === 'value')
    .map(({ name, value }) => [name, value] as const);
  const appended = found.filter(({ kind }) => kind === 'append');
  const inOrder = appended.toSorted((a, b) => (a.order ?? -1) - (b.order ?? -1));
  const name = found.find(({ kind }) => kind === 'name');
  const reference = found.find(({ kind }) => kind === 'reference');
  return Object.fromEntries([
    ...fields,
    ...(name ? [[name.value, reference?.value ?? ''] as const] : []),
    ...(appended.length > 0
      ? [['all', inOrder.map(({ value }) => value).join(appendSeparator)] as const]
      : []),
  ]);
}

const delimiters = [',', ';', '|', ' ', '::', ', ', ' - ', '=', 'aa', '","', '€'];
/** What texts consist of: delimiters, their parts, and values. */
const pieces = [...delimiters, 'a', 'x', 'yz', '0', '-', '"', ':', 'ä', '\n'];

type End = Pick<Key, 'isPadded' | 'delimiter'>;
const randomEnd = fc.record({ isPadded: fc.boolean(), delimiter: fc.constantFrom(...delimiters) });

const asValue = (end: End): Key => ({ kind: 'value', name: '', isOptional: false, ...end });
const randomKey: fc.Arbitrary<Key> = fc.oneof(
  { weight: 3, arbitrary: randomEnd.map(asValue) },
  randomEnd.map((end): Key => ({ ...asValue(end), kind: 'skip' })),
  randomEnd.map((end): Key => ({ ...asValue(end), kind: 'append', name: 'all' })),
  fc
    .tuple(randomEnd, fc.integer({ min: 1, max: 9 }))
    .map(([end, order]): Key => ({ ...asValue(end), kind: 'append', name: 'all', order })),
);
/** Begins a pattern, so that each has a key with a value. */
const firstKeys: fc.Arbitrary<Key[]> = fc.oneof(
  { weight: 4, arbitrary: randomEnd.map((end) => [asValue(end)]) },
  fc.tuple(randomEnd, randomEnd).map(([name, reference]): Key[] => [
    { ...asValue(name), kind: 'name', name: 'pair' },
    { ...asValue(reference), kind: 'reference', name: 'pair' },
  ]),
);

const randomPattern: fc.Arbitrary<Pattern> = fc
  .record({
    leading: fc.constantFrom('', '', '<', ','),
    first: firstKeys,
    others: fc.array(randomKey, { minLength: 1, maxLength: 5 }),
    optional: fc.array(
      randomEnd.map((end): Key => ({ ...asValue(end), isOptional: true })),
      { maxLength: 2 },
    ),
    isOpen: fc.boolean(),
    appendSeparator: fc.constantFrom('', ' ', '+'),
  })
  .map(({ first, others, optional, isOpen, ...pattern }) => {
    const keys = [...first, ...others, ...optional].map((key, index, { length }) => ({
      ...key,
      name: key.name || `k${index}`,
      delimiter: isOpen && index === length - 1 ? '' : key.delimiter,
    }));
    return { ...pattern, keys };
  });

/** Most texts are written by the pattern, with values that may be empty and padding where `->` allows it. */
function randomText({ leading, keys }: Pattern): fc.Arbitrary<string> {
  const value = fc.array(fc.constantFrom(...pieces), { maxLength: 2 }).map((parts) => parts.join(''));
  const written = fc
    .array(fc.tuple(value, fc.integer({ min: 1, max: 3 })), {
      minLength: keys.length,
      maxLength: keys.length,
    })
    .map((values) =>
      keys
        .map(({ delimiter, isPadded }, index) => {
          const [text, padding] = values[index] ?? ['', 1];
          return text + delimiter.repeat(isPadded ? padding : 1);
        })
        .join(''),
    );
  const other = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  return fc
    .oneof({ weight: 5, arbitrary: written }, { weight: 1, arbitrary: other })
    .map((text) => leading + text);
}

function expectedResult(pattern: Pattern, line: string) {
  const values = expectedValues(pattern, line);
  return values
    ? { document: { line, ...expectedFields(pattern, values) }, code: undefined, matches: true }
    : { document: undefined, code: 'no_match', matches: false };
}

/** A name from the text may be no path. */
function isOrdinary(document: object | undefined): boolean {
  return Object.keys(document ?? {}).every((name) => /^\w+$/.test(name));
}

test('random patterns on random texts', { tags: ['property'] }, async () => {
  const counts = { matched: 0, empty: 0, unmatched: 0 };
  const property = fc.asyncProperty(
    randomPattern.chain((pattern) =>
      fc.tuple(fc.constant(pattern), fc.array(randomText(pattern), { minLength: 1, maxLength: 10 })),
    ),
    async ([pattern, lines]) => {
      const text = written(pattern);
      const results = await dissect({ pattern: text, append_separator: pattern.appendSeparator }, lines);
      for (const [index, line] of lines.entries()) {
        const want = expectedResult(pattern, line);
        if (!isOrdinary(want.document)) continue;
        const { document, error, explanation } = results[index] as Result;
        const found = { document, code: error?.code, matches: explanation.matches };
        expect({ text, line, ...found }).toEqual({ text, line, ...want });
        counts[want.matches ? 'matched' : 'unmatched']++;
        if (Object.values(want.document ?? {}).includes('')) counts.empty++;
      }
    },
  );
  await fc.assert(property, { numRuns: amount({ few: 150, many: 1_000, most: 20_000 }), seed: 20_261_129 });
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
});
