/** No expression takes exponential time to be compiled, which nothing could interrupt. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundLookahead } from '../../lib/ingest/text/bounded-lookahead.ts';
import { compileGrok } from '../../lib/ingest/text/grok.ts';
import { bankNames, findBank, loadWholeBank } from '../../lib/ingest/text/grok-bank.ts';
import { buildRegex, translateRegex } from '../../lib/ingest/text/regex.ts';
import { dearExpressions } from '../service/support/hostile/hostile-expressions.ts';
import { amount } from '../support/amount.ts';
import { pseudoRandom } from '../support/pseudo-random.ts';
import { repository } from '../support/repository.ts';

/** Linear compilation takes up to 2 seconds for the largest expressions; exponential one never ends. */
const maxCpuMs = 10_000;

let child: ChildProcess;

beforeAll(async () => {
  child = fork(join(repository, 'test/service/support/compile-process.ts'));
  await once(child, 'message');
});

afterAll(() => void child.kill('SIGKILL'));

async function compile(source: string): Promise<{ readonly cpuMs: number; readonly refusal?: string }> {
  child.send(source);
  const [answer] = await once(child, 'message');
  return answer;
}

describe('compiles', () => {
  test.each(Object.entries(dearExpressions))('%s', async (_, pattern) => {
    const { cpuMs, refusal } = await compile(translateRegex(pattern, { dialect: 'java' }));
    expect(refusal).toBeUndefined();
    expect(cpuMs).toBeLessThan(maxCpuMs);
  });

  test('40,000 characters in a row', async () => {
    expect(await compile('a'.repeat(40_000))).not.toHaveProperty('refusal');
  });

  test('random expressions of up to 8,192 characters', { tags: ['property'] }, async () => {
    const random = pseudoRandom(1);
    for (let count = amount({ few: 40, many: 100, most: 5_000 }); count > 0; count--) {
      const source = largeExpression(random);
      const { cpuMs, refusal = '' } = await compile(source);
      expect({ source, isFast: cpuMs < maxCpuMs }).toEqual({ source, isFast: true });
      expect(refusal).toMatch(/^$|more than 512 classes of all scripts/);
    }
  });
});

test('an expression with stops matches as it did without', { tags: ['property'] }, () => {
  const random = pseudoRandom(2);
  let stopped = 0;
  for (let count = amount({ few: 300, many: 1_000, most: 30_000 }); count > 0; count--) {
    const source = randomTerms(random, 18, smallAtoms);
    const [bounded, plain] = [buildRegex(source, 'u').regex, new RegExp(source, 'u')];
    if (bounded.source !== plain.source) stopped++;
    for (let texts = 4; texts > 0; texts--) {
      const text = Array.from({ length: draw(random, 12) }, () => pick(random, ['a', 'b', 'é', '😀'])).join(
        '',
      );
      expect({ source, text, found: found(bounded, text) }).toEqual({
        source,
        text,
        found: found(plain, text),
      });
    }
  }
  expect(stopped).toBeGreaterThan(20);
});

function found(regex: RegExp, text: string) {
  const match = regex.exec(text);
  return match && { index: match.index, groups: [...match] };
}

test('every pattern of grok is accepted, and few need a stop', { tags: ['hostile'] }, async () => {
  await loadWholeBank();
  const sources = ['disabled', 'v1'].flatMap((version) => {
    const bank = findBank(version);
    return bankNames(bank).flatMap((name) => {
      const { regexFor } = compileGrok([`%{${name}}`], {}, { bank });
      return [regexFor('a').source, regexFor('é').source];
    });
  });
  const stops = sources.map((source) => source.split('(?:[]?)*').length - 1);
  expect(sources.length).toBe(1_364);
  expect(Math.max(...stops)).toBeLessThan(16);
});

test('too many classes of all scripts are refused', () => {
  const classes = (count: number) => () => boundLookahead('\\p{L}'.repeat(count));
  expect(classes(512)).not.toThrow();
  expect(classes(513)).toThrow('has more than 512 classes of all scripts');
});

test.each(['\\x61', '\\u0061', '\\u{61}', '[a]', '(?:a)'])('a stop is not within %s', (one) => {
  for (const end of ['', 'b', 'bb', 'bbb']) {
    const { regex } = buildRegex(one.repeat(3_000) + end, 'u');
    expect(regex.test('a'.repeat(3_000) + end)).toBe(true);
  }
});

test('an expression of people stays as it is', () => {
  for (const source of ['(a|b)+c?', '(?<!a)[^\\]\\\\a-c]{2,5}?$', '(?:^)\\p{L}(\\w+)\\1\\u{1f600}|'])
    expect(boundLookahead(source)).toBe(source);
});

const smallAtoms = [
  'a',
  'b',
  '[ab]',
  '(a)',
  '(?:ab)',
  '(?:a|(b))',
  '(?:\\b)',
  '(a|)',
  '(?:(a)?b?)',
  '(?=a)',
  '[^b]',
  '\\x61',
  '\\u0062',
  '\\u{61}',
  '(?:\\x61|\\u{1f600})',
];

const largeAtoms = [
  ...smallAtoms,
  '\\p{L}',
  '[\\p{L}\\p{M}\\p{N}]',
  '\\S',
  '(?<!(?=a)a|b)',
  '(?>(?:a|b)+)',
  '(?>(a)?|b)',
  '(?:(?=[ab])[^b])',
  '(?:(?![^a]|[^b])[\\s\\S])',
  '(?:a*|(b)|(c)|(d)|ef)',
];

/** Units that are repeated, each of units: a random one is seldom dear by itself. */
function largeExpression(random: () => number): string {
  let unit = randomTerms(random, 6, largeAtoms);
  for (let depth = draw(random, 4); depth > 0; depth--) {
    const alternatives = Array.from({ length: 1 + draw(random, 8) }, () =>
      randomTerms(random, 3, largeAtoms),
    );
    const open = pick(random, ['(?:', '(?:', '(', '(?>', '(?=', '(?<!']);
    unit = [unit, ...alternatives].join('|');
    // A look-behind has no groups that capture or are atomic.
    unit = `${open}${open === '(?<!' ? unit.replace(/\((?:\?>|(?!\?))/g, '(?:') : unit})`;
    if (!open.endsWith('=') && !open.endsWith('!')) unit += pick(random, quantifiers);
    const fits = Math.max(1, Math.floor(2_000 / unit.length));
    unit = unit.repeat(1 + draw(random, Math.min(fits, 40)));
    if (unit.length > 4_000) break;
  }
  return unit.repeat(Math.max(1, Math.floor(pick(random, [200, 1_000, 8_192]) / unit.length)));
}

const quantifiers = [
  '',
  '',
  '?',
  '?',
  '??',
  '*',
  '+',
  '*?',
  '{2}',
  '{3}',
  '{0,2}',
  '{1,3}?',
  '{0,5}',
  '{2,}',
  '{4}',
];

function randomTerms(random: () => number, most: number, atoms: readonly string[]): string {
  return Array.from({ length: 1 + draw(random, most) }, () => {
    const atom = pick(random, atoms);
    return /^\(\?(?:=|<!)/.test(atom) ? atom : atom + pick(random, quantifiers);
  }).join('');
}

function draw(random: () => number, below: number): number {
  return Math.floor(random() * below);
}

function pick<One>(random: () => number, choices: readonly One[]): One {
  return choices[draw(random, choices.length)] as One;
}
