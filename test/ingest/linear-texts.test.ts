/** For random texts, the linear code gives the same results as the regular expressions that it replaced. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjacentWords } from '../../lib/headwater/shared/query/evaluate.ts';
import { findPath } from '../../lib/ingest/base/field-path.ts';
import { compileTemplate } from '../../lib/ingest/base/template.ts';
import { compileQuery } from '../../lib/ingest/conditions/condition.ts';
import { splitCsvLine } from '../../lib/ingest/text/csv-line.ts';
import { readDouble } from '../../lib/ingest/text/numbers.ts';
import { translateRegex } from '../../lib/ingest/text/regex.ts';
import { compileTrim } from '../../lib/ingest/text/split.ts';
import { trimJavaSpace } from '../../lib/ingest/text/trim-text.ts';
import { amount } from '../support/amount.ts';

const numRuns = amount({ few: 1_000, many: 12_000, most: 50_000 });

/** Few different characters, so that the tested cases occur. */
const textOf = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 });

const tag = /\{\{\{\s*([^{}]*?)\s*\}\}\}|\{\{&?\s*([^{}]*?)\s*\}\}/g;

/** Undefined for a refused text. The record has only `a`. */
function fillByExpression(text: string): string | undefined {
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(tag)) {
    const [all, raw, path = raw ?? ''] = match;
    const before = text.slice(end, match.index);
    const isPath = typeof findPath(path) !== 'string' && !/^[#^/!>]/.test(path);
    if (!isPath || before.includes('{{') || (raw === undefined && before.endsWith('{'))) return undefined;
    const isEscaped = raw === undefined && !all.startsWith('{{&');
    filled += before + (/^a\.*$/.test(path) ? (isEscaped ? '\\"' : '"') : '');
    end = match.index + all.length;
  }
  const rest = text.slice(end);
  return rest.includes('{{') ? undefined : filled + rest;
}

function fill(text: string): string | undefined {
  try {
    return compileTemplate(text, 'value')({ a: '"' }, { now: 0, maxSize: 100 });
  } catch {
    return undefined;
  }
}

test('templates', { tags: ['property'] }, () => {
  const parts = fc.constantFrom('{{', '}}', '{{{', '}}}', '{', '}', 'a', '&', ' ', '\t', '#', 'b');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 9 }), (texts) => {
      const text = texts.join('');
      expect(fill(text)).toBe(fillByExpression(text));
    }),
    { numRuns },
  );
});

test.each([
  ['trim', '\0 \ta\u00a0', (text: string) => trimJavaSpace(text), /^[\0- ]+|[\0- ]+$/g],
  ['trim_value of kv', 'ab.é\u{1f600}', compileTrim('a.é\u{1f600}'), /^[a.é\u{1f600}]+|[a.é\u{1f600}]+$/gu],
  ['trim_key of kv, an inner class', 'ab^-', compileTrim('^b'), /^[^b]+|[^b]+$/g],
])('%s', { tags: ['property'] }, (_name, characters, trim, expression) => {
  fc.assert(
    fc.property(textOf(characters), (text) => {
      expect(trim(text)).toBe(text.replace(expression, ''));
    }),
    { numRuns },
  );
});

test('trim of csv', { tags: ['property'] }, () => {
  const options = { quote: '"', trims: true, columns: 9 };
  fc.assert(
    fc.property(textOf('a \t\n'), (text) => {
      const value = splitCsvLine(`x,${text}`, { ...options, separator: ',' });
      const plain = splitCsvLine(`x,${text}`, { ...options, separator: ',', trims: false });
      expect(value).toEqual(
        Array.isArray(plain) ? plain.map((one) => one.replace(/^[ \t]+|[ \t]+$/g, '')) : plain,
      );
    }),
    { numRuns },
  );
});

/** Splits a line, and skips white space again from each position. */
function splitSlowly(line: string, separator: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < line.length; ) {
    let first = at;
    while (line[first] === ' ' || line[first] === '\t') first++;
    const found = line.indexOf(separator, at);
    const end = found === -1 ? line.length : found;
    if (first < end || found !== -1) values.push(first < end ? line.slice(at, end) : '');
    at = end + 1;
  }
  return values;
}

test('white space as a separator of csv', { tags: ['property'] }, () => {
  fc.assert(
    fc.property(textOf('a  \t\t'), fc.constantFrom(' ', '\t', 'a'), (line, separator) => {
      const values = splitCsvLine(line, { separator, quote: '"', trims: false, columns: 99 });
      expect(values).toEqual(splitSlowly(line, separator));
    }),
    { numRuns },
  );
});

test('numbers of queries and of convert', { tags: ['property'] }, () => {
  const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
  const java = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;
  const isNumber = compileQuery('text:>=-1e999').matches;
  fc.assert(
    fc.property(textOf('01.eE+-fd'), (text) => {
      const isOne = isNumber({ text }, 0);
      expect(isOne).toBe(decimal.test(text));
      const value = java.test(text) ? Number(text.replace(/[fd]$/, '')) : undefined;
      expect(readDouble(text)).toBe(Number.isFinite(value) ? value : undefined);
    }),
    { numRuns },
  );
});

test('hexadecimal numbers of convert', { tags: ['property'] }, () => {
  const hexadecimal = /^([+-]?)0[xX]([\dA-Fa-f]*)\.?([\dA-Fa-f]*)[pP]([+-]?\d+)[fFdD]?$/;
  fc.assert(
    fc.property(textOf('01a.p-'), (end) => {
      const [, , whole = '', fraction = '', exponent = ''] = hexadecimal.exec(`0x${end}`) ?? [];
      const value = (Number.parseInt(whole + fraction, 16) / 16 ** fraction.length) * 2 ** Number(exponent);
      expect(readDouble(`0x${end}`)).toBe(Number.isFinite(value) ? value : undefined);
    }),
    { numRuns },
  );
});

test('repetitions of expressions', { tags: ['property'] }, () => {
  fc.assert(
    fc.property(textOf('12,}'), (text) => {
      const [all, from = '', comma = '', to = ''] = /^(\d*)(,?)(\d*)\}/.exec(text) ?? [];
      const isRepetition = all !== undefined && from + to !== '';
      const translate = () => translateRegex(`a{${text}`, { dialect: 'oniguruma' });
      const [least, most] = [Number(from), comma === '' ? Number(from) : Number(to || Infinity)];
      if (Number(from) > 1000 || Number(to) > 1000) expect(translate).toThrow(/1,000/);
      else if (!isRepetition) expect(translate()).toContain('a\\{');
      else if (least > most) expect(translate).toThrow(/in the wrong order/);
      else {
        const counts = [0, least - 1, least, most, most + 1].filter((count) => count >= 0 && count < 2_000);
        const matched = counts.filter((count) =>
          new RegExp(`^${translate()}$`, 'u').test('a'.repeat(count) + text.slice(all.length)),
        );
        expect(matched).toEqual(counts.filter((count) => count >= least && count <= most));
      }
    }),
    { numRuns },
  );
});

test('words next to each other', { tags: ['property'] }, () => {
  const words = (maxLength: number) => fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength });
  fc.assert(
    fc.property(words(12), words(5), fc.boolean(), (text, wanted, lastIsPrefix) => {
      const isAt = (start: number) =>
        wanted.every((word, index) => {
          const own = text[start + index];
          return lastIsPrefix && index === wanted.length - 1 ? own?.startsWith(word) === true : own === word;
        });
      const isThere = wanted.length > 0 && text.some((_, start) => isAt(start));
      expect(adjacentWords({ kind: lastIsPrefix ? 'prefix' : 'term', words: wanted })(text)).toBe(isThere);
    }),
    { numRuns },
  );
});
