/** Characters are counted as iterating a text counts them. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCharacters } from '../../../../lib/headwater/shared/json/count-characters.ts';

const halves = fc.constantFrom('a', 'é', '\ud7ff', '\ud800', '\udbff', '\udc00', '\udfff', '\ue000', '😀');

test('with any halves of surrogate pairs in any order', () => {
  fc.assert(
    fc.property(fc.array(halves), (parts) => {
      const text = parts.join('');
      expect(countCharacters(text)).toBe([...text].length);
    }),
  );
});
