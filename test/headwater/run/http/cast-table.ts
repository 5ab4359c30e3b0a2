/**
 * How each text is cast to each type. A cell is the value as JSON, `=` for the
 * text itself, or the code of the refusal: `space` for surrounding_space, and
 * `.` for the default refusal of the type. In the first column `'` stands for
 * a quote within the text.
 */

import type { CastType } from '../../../../lib/headwater/shared/plan/operation-plan.ts';

const table = `
text                              | int32        | int64            | float            | double           | boolean | date  | date-time | byte  | json      | json-array | text
""                                | empty        | empty            | empty            | empty            | empty   | empty | empty     | =     | empty     | empty      | =
" "                               | blank        | blank            | blank            | blank            | blank   | blank | blank     | blank | blank     | blank      | =
"\\t"                              | blank        | blank            | blank            | blank            | blank   | blank | blank     | blank | blank     | blank      | =
"0"                               | 0            | 0                | 0                | 0                | .       | .     | .         | .     | .         | .          | =
"-0"                              | 0            | 0                | -0               | -0               | .       | .     | .         | .     | .         | .          | =
"007"                             | leading_zero | leading_zero     | leading_zero     | leading_zero     | .       | .     | .         | .     | .         | .          | =
"+1"                              | plus_sign    | plus_sign        | plus_sign        | plus_sign        | .       | .     | .         | .     | .         | .          | =
"1.0"                             | fraction     | fraction         | 1                | 1                | .       | .     | .         | .     | .         | .          | =
"3.2"                             | fraction     | fraction         | 3.2              | 3.2              | .       | .     | .         | .     | .         | .          | =
".5"                              | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"5."                              | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"1e3"                             | exponent     | exponent         | 1000             | 1000             | .       | .     | .         | .     | .         | .          | =
"-1E-3"                           | exponent     | exponent         | -0.001           | -0.001           | .       | .     | .         | .     | .         | .          | =
"1e39"                            | exponent     | exponent         | out_of_range     | 1e+39            | .       | .     | .         | =     | .         | .          | =
"1e400"                           | exponent     | exponent         | out_of_range     | out_of_range     | .       | .     | .         | .     | .         | .          | =
"0x10"                            | not_decimal  | not_decimal      | not_decimal      | not_decimal      | .       | .     | .         | =     | .         | .          | =
"0b1"                             | not_decimal  | not_decimal      | not_decimal      | not_decimal      | .       | .     | .         | .     | .         | .          | =
"Infinity"                        | not_finite   | not_finite       | not_finite       | not_finite       | .       | .     | .         | =     | .         | .          | =
"-Infinity"                       | not_finite   | not_finite       | not_finite       | not_finite       | .       | .     | .         | .     | .         | .          | =
"NaN"                             | not_finite   | not_finite       | not_finite       | not_finite       | .       | .     | .         | .     | .         | .          | =
"1,000"                           | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"1_000"                           | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2147483647"                      | 2147483647   | 2147483647       | 2147483647       | 2147483647       | .       | .     | .         | .     | .         | .          | =
"2147483648"                      | out_of_range | 2147483648       | 2147483648       | 2147483648       | .       | .     | .         | .     | .         | .          | =
"-2147483648"                     | -2147483648  | -2147483648      | -2147483648      | -2147483648      | .       | .     | .         | .     | .         | .          | =
"-2147483649"                     | out_of_range | -2147483649      | -2147483649      | -2147483649      | .       | .     | .         | .     | .         | .          | =
"9007199254740991"                | out_of_range | 9007199254740991 | 9007199254740991 | 9007199254740991 | .       | .     | .         | =     | .         | .          | =
"9007199254740993"                | out_of_range | out_of_range     | 9007199254740992 | 9007199254740992 | .       | .     | .         | =     | .         | .          | =
"0.1"                             | fraction     | fraction         | 0.1              | 0.1              | .       | .     | .         | .     | .         | .          | =
"1e-400"                          | exponent     | exponent         | 0                | 0                | .       | .     | .         | .     | .         | .          | =
"3.5e38"                          | exponent     | exponent         | out_of_range     | 3.5e+38          | .       | .     | .         | .     | .         | .          | =
"true"                            | .            | .                | .                | .                | true    | .     | .         | =     | .         | .          | =
"false"                           | .            | .                | .                | .                | false   | .     | .         | .     | .         | .          | =
"TRUE"                            | .            | .                | .                | .                | .       | .     | .         | =     | .         | .          | =
"1"                               | 1            | 1                | 1                | 1                | .       | .     | .         | .     | .         | .          | =
"yes"                             | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"null"                            | .            | .                | .                | .                | .       | .     | .         | =     | .         | .          | =
"abc"                             | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"\\u0663"                          | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"\\uff17"                          | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
" 7"                              | space        | space            | space            | space            | space   | space | space     | space | space     | space      | =
"7 "                              | space        | space            | space            | space            | space   | space | space     | space | space     | space      | =
"7\\n"                             | space        | space            | space            | space            | space   | space | space     | space | space     | space      | =
"\\u00a07"                         | space        | space            | space            | space            | space   | space | space     | space | space     | space      | =
"7\\u0000"                         | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"\\u0000"                          | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29"                      | .            | .                | .                | .                | .       | =     | .         | .     | .         | .          | =
"2023-02-29"                      | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"1900-02-29"                      | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2000-02-29"                      | .            | .                | .                | .                | .       | =     | .         | .     | .         | .          | =
"2024-13-01"                      | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-00-10"                      | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-04-31"                      | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-1-1"                        | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"20240229"                        | 20240229     | 20240229         | 20240229         | 20240229         | .       | .     | .         | =     | .         | .          | =
"0000-01-01"                      | leading_zero | leading_zero     | leading_zero     | leading_zero     | .       | =     | .         | .     | .         | .          | =
"+2024-01-01"                     | plus_sign    | plus_sign        | plus_sign        | plus_sign        | .       | .     | .         | .     | .         | .          | =
"2024-02-29T12:00:00Z"            | .            | .                | .                | .                | .       | .     | =         | .     | .         | .          | =
"2024-02-29t12:00:00.1+05:30"     | .            | .                | .                | .                | .       | .     | =         | .     | .         | .          | =
"2024-02-29T12:00:00"             | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29 12:00:00Z"            | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29T24:00:00Z"            | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29T12:60:00Z"            | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29T12:00:00+24:00"       | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29T12:00:00-00:00"       | .            | .                | .                | .                | .       | .     | =         | .     | .         | .          | =
"2016-12-31T23:59:60Z"            | .            | .                | .                | .                | .       | .     | =         | .     | .         | .          | =
"2017-01-01T01:59:60+02:00"       | .            | .                | .                | .                | .       | .     | =         | .     | .         | .          | =
"2016-12-31T12:59:60Z"            | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29T12:00:00.Z"           | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"2024-02-29T12:00Z"               | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"aGVhZA=="                        | .            | .                | .                | .                | .       | .     | .         | =     | .         | .          | =
"aGVhZA"                          | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"aGVhZA="                         | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"aGVh"                            | .            | .                | .                | .                | .       | .     | .         | =     | .         | .          | =
"a_-="                            | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"aGVh\\n"                          | space        | space            | space            | space            | space   | space | space     | space | space     | space      | =
"===="                            | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{}"                              | .            | .                | .                | .                | .       | .     | .         | .     | {}        | .          | =
" {} "                            | space        | space            | space            | space            | space   | space | space     | space | {}        | space      | =
"{'a':[1]}"                       | .            | .                | .                | .                | .       | .     | .         | .     | {"a":[1]} | .          | =
"[1]"                             | .            | .                | .                | .                | .       | .     | .         | .     | .         | [1]        | =
"'x'"                             | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{a:1}"                           | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'a':1,}"                        | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'a':1,'a':2}"                   | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'a':9007199254740993}"          | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'a':1e400}"                     | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'a':'\\ud800'}"                 | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'__proto__':1}"                 | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'constructor':{'prototype':1}}" | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"{'a':NaN}"                       | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"\\ufeff{}"                        | space        | space            | space            | space            | space   | space | space     | space | space     | space      | =
"\\ud83d\\ude00"                    | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"\\ud800"                          | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"size=1"                          | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
"%37"                             | .            | .                | .                | .                | .       | .     | .         | .     | .         | .          | =
`;

/** The codes of `.`; the type `text` refuses nothing. */
const notOfType: Readonly<Record<string, string>> = {
  int32: 'not_an_integer',
  int64: 'not_an_integer',
  float: 'not_a_number',
  double: 'not_a_number',
  boolean: 'not_a_boolean',
  date: 'not_a_date',
  'date-time': 'not_a_date_time',
  byte: 'not_base64',
  json: 'not_json',
  'json-array': 'not_json',
};

export type CastCell = readonly [type: CastType, want: unknown];

/** Text -> for each type the value, or `{ code }` of the refusal. */
export const castTable: readonly (readonly [text: string, cells: readonly CastCell[]])[] = rowsOf(table);

function rowsOf(lines: string): [text: string, cells: CastCell[]][] {
  const [head = [], ...rows] = lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  // Columns are named after types.
  const types = head.slice(1) as CastType[];
  return rows.map(([first = '', ...cells]) => {
    const text: string = JSON.parse(first.replaceAll("'", '\\"'));
    return [text, types.map((type, index) => [type, wantOf(type, text, cells[index] ?? '')])];
  });
}

function wantOf(type: CastType, text: string, cell: string): unknown {
  if (cell === '=') return text;
  if (cell === '.') return { code: notOfType[type] };
  if (cell === 'space') return { code: 'surrounding_space' };
  return /^[a-z_]+$/.test(cell) && !['true', 'false'].includes(cell) ? { code: cell } : JSON.parse(cell);
}
