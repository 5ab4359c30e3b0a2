/** Names that every object inherits, in what a pipeline names: classes of patterns, processors and their options, types. */

import { expect, test } from 'vitest';
import { findProcessor } from '../../lib/ingest/elasticsearch/processor-table.ts';
import { compileGrok } from '../../lib/ingest/text/grok.ts';

const names = Object.getOwnPropertyNames(Object.prototype);

/** The name of a class is a word; anything else in brackets is a list of characters. */
test.each(names.filter((name) => /^[a-zA-Z]{1,16}$/.test(name)))(
  '%s is not a class of characters',
  (name) => {
    for (const pattern of [`[[:${name}:]]`, `[[:^${name}:]]`, `\\p{${name}}`, `[\\p{${name}}]`])
      expect(() => compileGrok([pattern], {}), pattern).toThrow(/unknown (?:class|property)/);
  },
);

test.each(names)('%s is not a processor of Elasticsearch, nor an option of one', (name) => {
  expect(findProcessor(name)).toBe('There is no such type.');
  const entry = findProcessor('set');
  expect(typeof entry === 'string' ? entry : entry.optionOf(name)).toBeNull();
});
