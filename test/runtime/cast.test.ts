import { describe, expect, test } from 'vitest';
import type { CastType } from '../../lib/plan/operation-plan.ts';
import { castText } from '../../lib/runtime/cast.ts';

/** The value, or the code of the refusal. */
function outcome(type: CastType, text: string): unknown {
  const result = castText(type, text);
  return 'code' in result ? { code: result.code } : result.value;
}

const refused = (code: string) => ({ code });

const integers: readonly [text: string, int32: unknown, int64: unknown][] = [
  ['0', 0, 0],
  ['-0', 0, 0],
  ['7', 7, 7],
  ['-7', -7, -7],
  ['2147483647', 2147483647, 2147483647],
  ['2147483648', refused('out_of_range'), 2147483648],
  ['-2147483649', refused('out_of_range'), -2147483649],
  ['9007199254740991', refused('out_of_range'), 9007199254740991],
  ['9007199254740993', refused('out_of_range'), refused('out_of_range')],
  ['', refused('empty'), refused('empty')],
  [' ', refused('blank'), refused('blank')],
  [' 7', refused('surrounding_space'), refused('surrounding_space')],
  ['7\n', refused('surrounding_space'), refused('surrounding_space')],
  ['+7', refused('plus_sign'), refused('plus_sign')],
  ['007', refused('leading_zero'), refused('leading_zero')],
  ['0x10', refused('not_decimal'), refused('not_decimal')],
  ['0b1', refused('not_decimal'), refused('not_decimal')],
  ['1e3', refused('exponent'), refused('exponent')],
  ['3.2', refused('fraction'), refused('fraction')],
  ['7.0', refused('fraction'), refused('fraction')],
  ['Infinity', refused('not_finite'), refused('not_finite')],
  ['-Infinity', refused('not_finite'), refused('not_finite')],
  ['NaN', refused('not_finite'), refused('not_finite')],
  ['abc', refused('not_an_integer'), refused('not_an_integer')],
  ['1,000', refused('not_an_integer'), refused('not_an_integer')],
  ['1_000', refused('not_an_integer'), refused('not_an_integer')],
  ['٣', refused('not_an_integer'), refused('not_an_integer')],
  ['true', refused('not_an_integer'), refused('not_an_integer')],
  ['null', refused('not_an_integer'), refused('not_an_integer')],
];

test.each(integers)('the integer text %j', (text, int32, int64) => {
  expect([outcome('int32', text), outcome('int64', text)]).toEqual([int32, int64]);
});

const decimals: readonly [text: string, float: unknown, double: unknown][] = [
  ['0', 0, 0],
  ['3.2', 3.2, 3.2],
  ['-1e-3', -0.001, -0.001],
  ['1E3', 1000, 1000],
  ['1e39', refused('out_of_range'), 1e39],
  ['1e400', refused('out_of_range'), refused('out_of_range')],
  ['.5', refused('not_a_number'), refused('not_a_number')],
  ['5.', refused('not_a_number'), refused('not_a_number')],
  ['Infinity', refused('not_finite'), refused('not_finite')],
  ['0x10', refused('not_decimal'), refused('not_decimal')],
  ['01.5', refused('leading_zero'), refused('leading_zero')],
  ['', refused('empty'), refused('empty')],
];

test.each(decimals)('the decimal text %j', (text, float, double) => {
  expect([outcome('float', text), outcome('double', text)]).toEqual([float, double]);
});

const others: readonly [type: CastType, text: string, want: unknown][] = [
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['boolean', 'True', refused('not_a_boolean')],
  ['boolean', '1', refused('not_a_boolean')],
  ['boolean', '', refused('empty')],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2023-02-29', refused('not_a_date')],
  ['date', '2024-13-01', refused('not_a_date')],
  ['date', '2024-1-1', refused('not_a_date')],
  ['date', '2024-02-29T00:00:00Z', refused('not_a_date')],
  ['date-time', '2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z'],
  ['date-time', '2024-02-29t12:00:00.123+05:30', '2024-02-29t12:00:00.123+05:30'],
  ['date-time', '2016-12-31T23:59:60Z', '2016-12-31T23:59:60Z'],
  ['date-time', '2017-01-01T01:59:60+02:00', '2017-01-01T01:59:60+02:00'],
  ['date-time', '2016-12-31T12:59:60Z', refused('not_a_date_time')],
  ['date-time', '2024-02-29T24:00:00Z', refused('not_a_date_time')],
  ['date-time', '2024-02-29T12:00:00', refused('not_a_date_time')],
  ['date-time', '2024-02-29 12:00:00Z', refused('not_a_date_time')],
  ['byte', 'aGVhZA==', 'aGVhZA=='],
  ['byte', 'aGVhZA', refused('not_base64')],
  ['byte', 'a_-=', refused('not_base64')],
  ['json', '{"a":[1]}', { a: [1] }],
  ['json', 'null', refused('not_json')],
  ['json', '[1]', refused('not_json')],
  ['json', '5', refused('not_json')],
  ['json', '', refused('empty')],
  ['json', '{a:1}', refused('not_json')],
  ['json', '{"__proto__":1}', refused('not_json')],
  ['json', '['.repeat(65) + ']'.repeat(65), refused('not_json')],
  ['text', '', ''],
  ['text', ' as it is ', ' as it is '],
];

test.each(others)('as %s the text %j', (type, text, want) => {
  expect(outcome(type, text)).toEqual(want);
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

test.each(unions)('as one of %j the text %j', (types, text, want) => {
  const result = castText(types, text);
  expect('code' in result ? { code: result.code } : result.value).toEqual(want);
});

describe('the message', () => {
  test('of a union names each type', () => {
    expect(castText(['boolean', 'date'], '?')).toEqual({
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
    ['json', 'must be a JSON object (RFC 8259), nested no deeper than 64 levels'],
    ['date-time', 'must be a time such as 2024-02-29T12:00:00Z (RFC 3339)'],
  ];
  test.each(messages)('of %s says what would be accepted', (type, message) => {
    expect(castText(type, '?')).toMatchObject({ message });
  });
});
