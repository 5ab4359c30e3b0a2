/** Invalid queries, with offset and message. */

import { expect, test } from 'vitest';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import { sourceType } from '../../../../lib/service/sources/source-fields.ts';

const context = { fields: sourceType.fields, now: 0 };
const names = [...sourceType.fields.keys()].join(', ');
const noField = `Expected the name of a field before the colon at 0: the fields are ${names}; write \\: for the character.`;
const wildcard = 'a search by the beginning of a word is possible, as in foo*; write \\* for the character.';
const ranges = 'the fields that have ranges are created, updated, revision.';
const dateForms =
  'Expected a date such as 2014, 2014-05, 2014-05-01, 2014-05-01T10:30Z, now or now-7d, with the units s m h d w M y';

const rows: readonly [query: string, detail: string, offset: number][] = [
  ['()', 'Expected a word, a field or ( at 1.', 1],
  ['(a', 'Expected ) at 2.', 2],
  ['a)', 'Expected a ( before the ) at 1.', 1],
  ['a (b))', 'Expected a ( before the ) at 5.', 5],
  ['(a)(b)', 'Expected white space, AND or OR at 3.', 3],
  ['a(b)', 'Expected white space, AND or OR at 1.', 1],
  ['a\\ (b)', 'Expected white space, AND or OR at 3.', 3],
  ['"a""b"', 'Expected white space, AND or OR at 3.', 3],
  ['"a"*', 'Expected white space, AND or OR at 3.', 3],
  ['"a":b', 'Expected white space, AND or OR at 3.', 3],
  ['a]', 'Expected white space, AND or OR at 1.', 1],
  ['a }', 'Expected a word, a field or ( at 2.', 2],
  ['AND a', 'Expected a word, a field or ( at 0: write "AND" for the word.', 0],
  ['a AND', 'Expected a word, a field or ( at 5.', 5],
  ['a OR OR b', 'Expected a word, a field or ( at 5: write "OR" for the word.', 5],
  ['a ||', 'Expected a word, a field or ( at 4.', 4],
  ['a && || b', 'Expected a word, a field or ( at 5: write \\|| for the character.', 5],
  ['a OR||b', 'Expected a word, a field or ( at 4: write \\|| for the character.', 4],
  ['NOT', 'Expected a word, a field or ( at 3.', 3],
  ['(NOT)', 'Expected a word, a field or ( at 4.', 4],
  ['a - b', 'Expected a word, a field or ( right after - at 3.', 3],
  ['!', 'Expected a word, a field or ( right after ! at 1.', 1],
  ['*foo', `Expected the end of the word after * at 1: ${wildcard}`, 1],
  ['tags:f*o', `Expected the end of the word after * at 7: ${wildcard}`, 7],
  ['fo**', `Expected the end of the word after * at 3: ${wildcard}`, 3],
  ['f*', 'Expected at least 2 characters before * at 0.', 0],
  ['tags:\u{1f600}*', 'Expected at least 2 characters before * at 5.', 5],
  ['f?o', 'A wildcard for one character is not supported at 1: write \\? for the character.', 1],
  ['fo~2', 'Fuzzy search is not supported at 2: write \\~ for the character.', 2],
  ['"a b"~2', 'Fuzzy search is not supported at 5: write \\~ for the character.', 5],
  ['(a)^2', 'Weights are not supported at 3: write \\^ for the character.', 3],
  ['\u{1f600} ^', 'Weights are not supported at 2: write \\^ for the character.', 2],
  ['/a/', 'Regular expressions are not supported at 0: write \\/ for the character.', 0],
  ['tags:/a/', 'Regular expressions are not supported at 5: write \\/ for the character.', 5],
  [
    '+a',
    'A + before a required word is not needed, since white space means AND at 0: write \\+ for the character.',
    0,
  ],
  ['a "b', 'Expected " at 4: it ends the phrase that begins at 2.', 4],
  ['"a\\"', 'Expected " at 4: it ends the phrase that begins at 0.', 4],
  ['" "', 'Expected a word between the quotes at 1.', 1],
  ['\\ ', 'Expected a word, a field or ( at 0.', 0],
  ['a\\', 'Expected a character after \\ at 2.', 2],
  ['"a\\', 'Expected a character after \\ at 3.', 3],
  [':a', noField, 0],
  ['taggs:a', noField, 0],
  ['Tags:a', noField, 0],
  ['__proto__:a', noField, 0],
  ['*:*', noField, 0],
  ['tags*:a', noField, 0],
  ['tags:fo*:a', 'Expected white space, AND or OR at 8.', 8],
  ['tags:', 'Expected a value of tags at 5.', 5],
  ['tags:()', 'Expected a value of tags at 6.', 6],
  ['tags:AND', 'Expected a value of tags at 5: write "AND" for the word.', 5],
  ['tags:-a', 'Expected a value of tags at 5: write \\- for the character.', 5],
  ['tags:(a OR name:b)', 'Expected a value of tags at 11: write \\: for the character.', 11],
  ['name:"?!"', 'Expected a letter or a digit at 5: name is searched by words.', 5],
  ['description:--*', 'Expected a value of description at 12: write \\- for the character.', 12],
  ['description:\\--*', 'Expected a letter or a digit at 12: description is searched by words.', 12],
  ['[a TO b]', `Expected a word, a field or ( at 0: ${ranges}`, 0],
  ['>5', `Expected a word, a field or ( at 0: ${ranges}`, 0],
  ['tags:[a TO b]', `Expected a value of tags at 5: ${ranges}`, 5],
  ['name:>=a', `Expected a value of name at 5: ${ranges}`, 5],
  ['created:[2014 TO 2015', 'Expected ] or } at 21.', 21],
  ['created:[2014 TO 2015)', 'Expected ] or } at 21.', 21],
  ['created:[2014 2015]', 'Expected TO at 14.', 14],
  ['created:[2014 to 2015]', 'Expected TO at 14.', 14],
  ['created:[2014', 'Expected TO at 13.', 13],
  ['created:[TO 2015]', 'Expected a value or * alone at 9.', 9],
  ['created:[2014 TO ]', 'Expected a value or * alone at 17.', 17],
  ['created:[201* TO *]', 'Expected a value or * alone at 9.', 9],
  ['created:>=', 'Expected a value or * alone at 10.', 10],
  ['created:2014*', `${dateForms}, without * at 8.`, 8],
  ['created:2026-02-30', 'Expected a day of the calendar at 8: 2026-02 has 28 days.', 8],
  ['created:[2024-02-30T10:00Z TO *]', 'Expected a day of the calendar at 9: 2024-02 has 29 days.', 9],
  ['created:>=1900-02-29', 'Expected a day of the calendar at 10: 1900-02 has 28 days.', 10],
  ['created:0004-02-30', 'Expected a day of the calendar at 8: 0004-02 has 29 days.', 8],
  ['created:2026-04-00', 'Expected a day of the calendar at 8: 2026-04 has 30 days.', 8],
  ['created:2026-13', 'Expected a day of the calendar at 8: a year has the months 01 to 12.', 8],
  ['revision:1*', 'Expected an integer of at most 15 digits, without * at 9.', 9],
  ['revision:1.5', 'Expected an integer of at most 15 digits at 9.', 9],
  ['revision:[1 TO 1000000000000000]', 'Expected an integer of at most 15 digits at 15.', 15],
  ['a '.repeat(17), 'Expected the end, after 16 clauses, at 32.', 32],
  ['((((((a))))))', 'Expected at most 5 nested parentheses at 5.', 5],
  ['tags:((((((a))))))', 'Expected at most 5 nested parentheses at 10.', 10],
  ['\u{1f600}'.repeat(513), 'Expected the end, after 512 characters, at 512.', 512],
  [' '.repeat(513), 'Expected the end, after 512 characters, at 512.', 512],
];

test.each(rows)('%j', (query, detail, offset) => {
  expect(refusalOf(query)).toEqual({
    code: 'invalid_query',
    status: 400,
    message: detail,
    members: { offset },
  });
});

const noDates = [
  'yesterday',
  '201',
  '20140501',
  '2014-05-01T24:00',
  '2014-05-01T10:60',
  '2014-05-01T10:00:60',
  '2014-05-01T10:00:00.1234Z',
  '2014Z',
  '2014-05-01Z',
  '2014-05-01T10:00+24:00',
  '2014-05-01T10:00+02:60',
  'Now',
  'now-7',
  'now-7D',
  'now-7d/d',
  'now-999999999y',
  'now+999999999w',
  'now+8030y',
  '0000-01-01T00+01:00',
  '9999-12-31T23:59-00:01',
  '1398938400000',
];

test.each(noDates)('%s is not a date', (value) => {
  expect(refusalOf(`created:${value}`).message).toBe(`${dateForms} at 8.`);
});

function refusalOf(query: string) {
  try {
    parseQuery(query, context);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, status, message, members } = error;
    return { code, status, message, members };
  }
  throw new Error(`${query} is not refused.`);
}
