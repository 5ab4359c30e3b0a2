/** The terms of a text are those that its words give, also where no text is made for each word. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, wordsOf } from '../../lib/headwater/shared/query/fold.ts';
import { RecordTerms } from '../../lib/ingest/conditions/record-terms.ts';
import { hashOf } from '../../lib/ingest/text/hash.ts';

const kinds = { spaced: 0x243f6a88, word: 0x85a308d3, whole: 0x13198a2e };

function termsOf(text: string): number[] {
  const folded = fold(text);
  const words = wordsOf(folded);
  const isSpaced = /\s/.test(folded);
  const isWhole = !isSpaced && words[0] !== folded && words.every(({ length }) => length <= 4);
  const hashes = words.map((word) => hashOf(word, isSpaced ? kinds.spaced : kinds.word));
  return [...hashes, ...(isWhole ? [hashOf(folded, kinds.whole)] : [])].map((hash) => hash | 0);
}

const parts = fc.constantFrom(
  '',
  ' ',
  '\t',
  '\u001c',
  '\u007f',
  'é',
  'a',
  'Z',
  '09',
  'Error',
  '-',
  '_',
  '.',
  ':',
  '~',
  '@',
  '[',
  '`',
  '{',
);

function check(text: string): void {
  const known = new RecordTerms();
  known.add({ text });
  expect([...known.terms].toSorted()).toEqual([...new Set(termsOf(text))].toSorted());
}

test('for any text', () => {
  fc.assert(fc.property(fc.array(parts), (all) => check(all.join(''))));
});

test.each([1_023, 1_024, 1_025, 2_048, 5_000])('for %d characters, none or all of ASCII', (length) => {
  check('é'.repeat(length));
  check('e'.repeat(length));
});
