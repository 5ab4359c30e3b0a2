/** Verdicts on patterns. They count steps, so they are the same on every machine. */

import { describe, expect, test } from 'vitest';
import { PatternVerdicts, simplify } from '../../../lib/headwater/compile/read/common/pattern-verdicts.ts';

const kindOf = (pattern: string) => new PatternVerdicts().share().of(pattern).kind;

describe('is safe:', () => {
  const email =
    "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$";
  test.each([
    ['^[a-z]+$'],
    [email],
    ['^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$'],
    ['^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'],
    ['^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d)(?=.*[^\\w]).{8,64}$'],
    ['^(?!.*\\.\\.)(?!.*\\.$)[^\\W][\\w.]{0,29}$'],
    ['^[\\p{L}\\p{N} .,-]{1,200}$'],
    ['^\\d{1,1000}$'],
    ['(lexicalCategory|grammaticalFeatures)=.+'],
    ['/patient/[0-9a-z]+/coaches'],
    ['arn:aws:iam::[0-9]{12}:role/.*'],
    ['arn:aws:iam::\\d+:role/[\\w+=,.@-]+'],
    ['^$|[0-9a-f]{8}\\b-[0-9a-f]{4}-\\b[0-9a-f]{12}'],
    ['^[^()|+*]+\\([a-z]{2}\\)$'],
    [`^(${Array.from({ length: 249 }, (_, n) => `A${n}`).join('|')})$`],
  ])('%s', (pattern) => expect(kindOf(pattern)).toBe('safe'));
});

describe('is not safe:', () => {
  test.each([
    ['^(a+)+$', 'vulnerable'],
    ['^(?=(a+)+$)a*$', 'vulnerable'],
    ['^(a|a)*$', 'vulnerable'],
    ['^\\s+|\\s+$', 'vulnerable'],
    ['^b|a+$', 'vulnerable'],
    ['a+$', 'vulnerable'],
    ['a+b+', 'vulnerable'],
    ['/[a-z/]+x', 'vulnerable'],
    ['/.+x', 'vulnerable'],
    ['[/a]a+b', 'vulnerable'],
    ['(a|a)+$', 'vulnerable'],
    ['/\\u002f+x', 'vulnerable'],
    ['[a[b]*$', 'vulnerable'],
    ['a*[+]\\+', 'vulnerable'],
    ['^a*?a*$', 'vulnerable'],
    ['^[a]+\\[?a+$', 'vulnerable'],
    ['^([a-z]{1,50}-?){1,50}$', 'vulnerable'],
    ['(a{1000}){1000}', 'unproved'],
    [`${'('.repeat(150)}a${')'.repeat(150)}`, 'too_deep'],
    [
      `([${Array.from({ length: 1_000 }, (_, n) => String.fromCodePoint(0x4e00 + 2 * n)).join('')}])`,
      'unproved',
    ],
  ])('%s', (pattern, kind) => expect(kindOf(pattern)).toBe(kind));
});

describe('the steps of a service', () => {
  test('are enough for many simple patterns', () => {
    const verdicts = new PatternVerdicts().share();
    const kinds = Array.from({ length: 100 }, (_, n) => verdicts.of(`/pub/${n}/[0-9a-z]+`).kind);
    expect(new Set(kinds)).toEqual(new Set(['safe']));
  });

  // Each pattern uses up the steps that one pattern may take.
  const slow = Array.from({ length: 5 }, (_, n) => `(a{1000}){${1_000 + n}}`);

  test('are limited: later patterns are not checked', () => {
    const verdicts = new PatternVerdicts().share();
    const kinds = slow.map((pattern) => verdicts.of(pattern).kind);
    expect(kinds).toEqual([...Array(3).fill('unproved'), 'too_many', 'too_many']);
    expect(verdicts.of('^(?:a|b)+$').kind).toBe('too_many');
    expect(verdicts.of('^[a-z]+$').kind).toBe('safe');
    expect(verdicts.of(slow[0] ?? '').kind).toBe('unproved');
  });

  test('do not depend on earlier builds of the session', () => {
    const session = new PatternVerdicts();
    const kinds = () => {
      const verdicts = session.share();
      return [...slow, '^[a-z]+$', '^(a+)+$'].map((pattern) => verdicts.of(pattern).kind);
    };
    expect(kinds()).toEqual(kinds());
  });
});

describe('a pattern is simplified:', () => {
  test.each([
    ['^[a-z]{2,8}x{3}y{1,}$', ['^[a-z]{2,}x{3}y{1,}$']],
    ['\\{1,2\\}[{1,2}]', ['\\{1,2\\}[{1,2}]']],
    ['^(?=a(b|c))(?!\\))d{0,9}|e', ['^(?:a(b|c))', '^(?:\\))', '^d{0,}|e']],
    ['^(?=a)(?!b)', ['^(?:a)', '^(?:b)', '^']],
    ['^a(?!b{1,2})c{1,2}', ['^a(?!b{1,2})c{1,2}']],
    ['^(?=(a))\\1{1,2}', ['^(?=(a))\\1{1,2}']],
  ])('%s', (pattern, simpler) => expect(simplify(pattern)).toEqual(simpler));
});
