/** Letter case and composition make no difference, for any character. */

import { expect, test } from 'vitest';
import { fold, foldPrefix } from '../../../../lib/headwater/shared/query/fold.ts';
import { amount } from '../../../support/amount.ts';

/** The planes beyond the third have no character with another form today. */
const lastCode = amount({ few: 0, many: 0x2_ffff, most: 0x10_ffff });

const forms: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase().toLowerCase(),
  (text) => text.toLowerCase().toUpperCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC'),
  fold,
];

test('every character folds as its other forms do', { tags: ['storage', 'property'] }, () => {
  const different: string[] = [];
  for (let code = 0; code <= lastCode; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const text = `a${String.fromCodePoint(code)}b`;
    const folded = fold(text);
    // Nearly all characters have no other form.
    if (forms.every((form) => form(text) === text)) continue;
    if (forms.some((form) => fold(form(text)) !== folded)) different.push(code.toString(16));
  }
  expect(different).toEqual([]);
});

test.each([
  ['STRASSE', 'straße'],
  ['STRAẞE', 'straße'],
  ['ﬁle', 'FILE'],
  ['İstanbul', 'i̇stanbul'],
  ['ΟΔΟΣ', 'οδος'],
  ['K', 'k'],
])('%s and %s', (one, other) => {
  expect(fold(one)).toBe(fold(other));
  expect(fold(`${one} and more`).startsWith(foldPrefix(other))).toBe(true);
});
