import { describe, expect, test } from 'vitest';
import { castText } from '../../../../lib/headwater/run/http/request/cast.ts';
import { type CastType, castTypes } from '../../../../lib/headwater/shared/plan/operation-plan.ts';
import { allCasters } from '../../../support/casters.ts';
import { castTable } from './cast-table.ts';

/** The value, or the code of the refusal. */
function outcome(type: CastType, text: string): unknown {
  const result = castText(type, text, allCasters);
  return 'code' in result ? { code: result.code } : result.value;
}

const refused = (code: string) => ({ code });

test('the table has at least 31 texts and 8 types, and no cell is empty', () => {
  const sizes = castTable.map(([, cells]) => cells.length);
  expect(new Set(castTable.map(([text]) => text)).size).toBe(castTable.length);
  expect(castTable.length).toBeGreaterThanOrEqual(31);
  expect(new Set(sizes)).toEqual(new Set([castTypes.length]));
});

test.each(castTable)('the text %j', (text, cells) => {
  // toEqual distinguishes -0 from 0.
  expect(cells.map(([type]) => [type, outcome(type, text)])).toEqual(cells);
});

test('JSON nested too deep is refused', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  expect(outcome('json', nested(64))).toMatchObject({ a: { a: {} } });
  expect(outcome('json', nested(65))).toEqual(refused('not_json'));
});

const unions: readonly [types: readonly CastType[], text: string, want: unknown][] = [
  [['boolean', 'int32'], '5', 5],
  [['boolean', 'int32'], 'true', true],
  [['boolean', 'int32'], 'x', refused('no_match')],
  [['int32', 'text'], '5', 5],
  [['int32', 'text'], '5a', '5a'],
  [['int32', 'text'], '', ''],
  [['json', 'text'], '{"a":1}', { a: 1 }],
  [['json', 'text'], '5', '5'],
  [['int32', 'double'], '5', 5],
  [['int32', 'double'], '5.5', 5.5],
];

test.each(unions)('cast to one of %j, the text %j', (types, text, want) => {
  const result = castText(types, text, allCasters);
  expect('code' in result ? { code: result.code } : result.value).toEqual(want);
});

describe('the message', () => {
  test('for a union names each type', () => {
    expect(castText(['boolean', 'date'], '?', allCasters)).toEqual({
      code: 'no_match',
      message: 'must be true or false, or a date such as 2024-02-29 (RFC 3339)',
    });
  });

  const messages: readonly [CastType, string][] = [
    ['int32', 'must be an integer from -2147483648 to 2147483647, in decimal digits'],
    ['int64', 'must be an integer from -9007199254740991 to 9007199254740991, in decimal digits'],
    ['float', 'must be a finite decimal number of single precision, as JSON writes numbers'],
    ['double', 'must be a finite decimal number, as JSON writes numbers'],
    ['boolean', 'must be true or false'],
    ['byte', 'must be base64 with padding (RFC 4648 section 4)'],
    ['date', 'must be a date such as 2024-02-29 (RFC 3339)'],
    ['json', 'must be a JSON object (RFC 8259), nested no deeper than 64 levels, without repeated names'],
    [
      'json-array',
      'must be a JSON array (RFC 8259), nested no deeper than 64 levels, without repeated names',
    ],
    ['date-time', 'must be a time such as 2024-02-29T12:00:00Z (RFC 3339)'],
  ];
  test.each(messages)('for %s says what is accepted', (type, message) => {
    expect(castText(type, '?', allCasters)).toMatchObject({ message });
  });
});

test('a cast to JSON needs a reader', () => {
  expect(() => castText('json', '{}', {})).toThrow('no caster of json');
});
