/** Whose a document is must follow from its key alone, whatever owners and types are called. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentType } from '../../../../lib/headwater/data/search/document-type.ts';
import { documentKey } from '../../../../lib/headwater/data/search/documents/document-items.ts';
import { openIndex } from '../../../../lib/headwater/data/search/index/open-index.ts';
import { placeOfPosting } from '../../../../lib/headwater/data/search/index/terms.ts';
import { splitOwnedKey } from '../../../../lib/headwater/data/store/layout.ts';
import { amount } from '../../../support/amount.ts';

interface Thing {
  readonly _id: string;
  readonly created: string;
  readonly updated: string;
  readonly revision: number;
  readonly title: string;
}

const typeOf = (name: string, all: string, terms: string) =>
  documentType<Thing>({ name, all, fields: { title: { kind: 'keyword', terms } } });

const message = 'have no : or /, and do not begin with ~ or *.';

test.each([
  ['acme:order', 'o', 'ot'],
  ['order', 'acme:o', 'ot'],
  ['order', 'o', 'acme:ot'],
  ['order/x', 'o', 'ot'],
  ['~keys', 'o', 'ot'],
  ['order', '*o', 'ot'],
  ['', 'o', 'ot'],
])('a type %j with the kinds %j and %j is refused: its keys could be those of somebody else', (...parts) => {
  expect(() => typeOf(...parts)).toThrow(message);
});

const id = '6b0ce9900f901fec0b5c8afa';
const text = fc.string({ unit: fc.constantFrom(...'aaabbb:/~*.>-'), maxLength: 4 });
const owner = fc.oneof(
  fc.constant('public'),
  fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 5 }),
);

test('two owners never share a key, and the owner of each is read from it', { tags: ['property'] }, () => {
  let kept = 0;
  const seen = new Map<string, string>();
  const check = fc.property(owner, text, text, text, (whose, name, all, terms) => {
    let keys: string[];
    try {
      const index = openIndex(typeOf(name, all, terms), { owner: whose });
      const places = [all, `${terms}/red`].map((term) => placeOfPosting(index, term, id).partition);
      keys = [String(documentKey(index, id)['pk']), ...places];
    } catch (error) {
      expect(String(error)).toContain(message);
      return;
    }
    kept += 1;
    for (const key of keys) {
      expect(splitOwnedKey(key).owner).toBe(whose);
      expect(seen.get(key) ?? whose).toBe(whose);
      seen.set(key, whose);
    }
  });
  fc.assert(check, { numRuns: amount({ few: 2_000, many: 20_000 }), seed: 64 });
  expect(kept).toBeGreaterThan(50);
});
