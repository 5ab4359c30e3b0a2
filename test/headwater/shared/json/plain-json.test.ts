import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectJson } from '../../../../lib/headwater/shared/json/inspect-json.ts';
import { maxJsonDepth } from '../../../../lib/headwater/shared/json/max-json-depth.ts';
import { isPlainJson } from '../../../../lib/headwater/shared/json/plain-json.ts';
import { amount } from '../../../support/amount.ts';

const names = fc.constantFrom(
  '"a"',
  '"b"',
  '""',
  String.raw`"\u0061"`,
  '"a:b"',
  String.raw`"\""`,
  '"__proto__"',
);
const scalars = fc.constantFrom(
  ...['1', '-0', '1.5', '1e3', '9007199254740993', '9007199254740992', '1e400', '1e300', 'null', 'true'],
  ...[
    '"a:b"',
    '"\\\\"',
    String.raw`"\":"`,
    String.raw`"\\"`,
    String.raw`"\\\":\\"`,
    '":"',
    '"{"',
    '"ä\ud83d\ude00"',
  ],
  ...[String.raw`"\ud83d"`, String.raw`"\ud83d\ude00"`, '"\ud800"'],
);
const space = fc.constantFrom('', '', ' ', '\n\t');
const { value } = fc.letrec<{ readonly value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(names, space, tie('value')), { maxLength: 3 })
      .map((members) => `{${members.map(([name, gap, member]) => `${name}${gap}:${gap}${member}`).join()}}`),
  ),
}));

describe('a text is plain exactly if the inspection finds nothing', () => {
  const isFlawless = (text: string) => {
    const { error, findings } = inspectJson(text);
    return !error && findings.length === 0;
  };

  test('of random JSON', { tags: ['property'] }, () => {
    const seen = { plain: 0, flawed: 0 };
    fc.assert(
      fc.property(value, (text) => {
        const isPlain = isPlainJson(JSON.parse(text), text);
        seen[isPlain ? 'plain' : 'flawed']++;
        // Large integers that a double holds are rare, so only the inspection knows them.
        expect(isPlain).toBe(isFlawless(text) && !/9007199254740992|1e300/.test(text));
      }),
      { numRuns: amount({ few: 1_000, many: 20_000, most: 500_000 }) },
    );
    expect(Math.min(seen.plain, seen.flawed)).toBeGreaterThan(100);
  });

  test.each([maxJsonDepth - 1, maxJsonDepth, maxJsonDepth + 1, 100_000])('of %d levels', (depth) => {
    const text = `${'[{"a":'.repeat(depth / 2)}${depth % 2 === 1 ? '[1]' : '1'}${'}]'.repeat(depth / 2)}`;
    expect(isPlainJson(JSON.parse(text), text)).toBe(depth <= maxJsonDepth);
    expect(isFlawless(text)).toBe(depth <= maxJsonDepth);
  });
});

test('a text of backslashes takes time in proportion', () => {
  const text = JSON.stringify('\\"'.repeat(500_000));
  expect(isPlainJson(JSON.parse(text), text)).toBe(true);
});
