/** Broken rules: copies of the product's code in which one of their parts is missing. */

import type { Mutation } from '../mutations.ts';

const documents = 'lib/headwater/data/search/documents';

export const shopMutations: readonly Mutation[] = [
  {
    name: 'a value is claimed although another document has it',
    file: `${documents}/unique-values.ts`,
    find: 'layout: layoutVersion }, ...isFreeOrHeldBy(before) }',
    replace: 'layout: layoutVersion } }',
    runs: 100,
  },
  {
    name: 'a change claims no value',
    file: `${documents}/unique-values.ts`,
    find: '...(has ? [claim(has, holder, refusal)] : [])',
    replace: '...(has && !before ? [claim(has, holder, refusal)] : [])',
    runs: 100,
  },
  {
    name: 'a value is released by whoever had it',
    file: `${documents}/unique-values.ts`,
    find: 'const isReleased = had !== undefined &&',
    replace: 'const isReleased = after === undefined && had !== undefined &&',
    runs: 100,
  },
  {
    name: 'an archived order still counts',
    file: `${documents}/references.ts`,
    find: 'const taken = [...held.difference(holding)]',
    replace: 'const taken = [...new Set<string>()]',
    runs: 100,
  },
  {
    name: 'a customer with orders is removed',
    file: `${documents}/document-holds.ts`,
    find: "'attribute_not_exists(#count) OR #count = :taken'",
    replace: "'attribute_not_exists(#count) OR #count >= :taken'",
    runs: 100,
  },
  {
    name: 'an adjustment has no least value',
    file: `${documents}/number-limits.ts`,
    find: '-mostSum) - added }',
    replace: '-mostSum) - 1_000 }',
    runs: 100,
  },
  {
    name: 'an adjustment does not raise the revision',
    file: `${documents}/adjustments.ts`,
    find: "':one': 1,",
    replace: "':one': 0,",
    runs: 500,
  },
  {
    name: 'a later adjustment of a document in one write is lost',
    file: `${documents}/adjustments.ts`,
    find: '{ ...adjusted, numbers: [...adjusted.numbers, ...others] }',
    replace: 'adjusted',
    runs: 500,
  },
  {
    name: 'a write of several documents does not start over when one has changed',
    file: `${documents}/document-items.ts`,
    find: 'documentItem(index, written), ...isUnchanged(current)',
    replace: 'documentItem(index, written), ...isPresent',
    runs: 500,
  },
  {
    name: 'a change of a removed customer is made on the next one with its id',
    file: `${documents}/document-items.ts`,
    find: 'AND #updated = :updated`',
    replace: 'AND #updated >= :updated`',
    runs: 200,
    from: 2_300,
  },
  {
    name: 'a repeated request makes its order again',
    file: 'lib/headwater/data/writes.ts',
    find: 'const claims = claim ? claimed(claim) : [];',
    replace: 'const claims = claim && !reservedId ? [] : [];',
    runs: 500,
  },
];
