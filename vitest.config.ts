import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/longest-first.ts';
import { isLong, suiteConfig } from './test/support/suite-config.ts';

/** Each takes three seconds or more. */
const longest = [
  'sources/pages.test.ts',
  'function/pipeline.test.ts',
  'compiler/hostile.test.ts',
  'import/init.test.ts',
  'sources/source-repository.test.ts',
  'compiler/handler-types.test.ts',
  'import/check.test.ts',
  'compiler/invalid.test.ts',
  'compiler/defects.test.ts',
  'simulation/simulation.test.ts',
  'access/generated-services.test.ts',
  'sources/random-queries.test.ts',
  'aws/cors.test.ts',
  'sources/races.test.ts',
  'compiler/golden.test.ts',
  'access/access-cases.test.ts',
  'store/idempotency-crashes.test.ts',
  'search/streams.test.ts',
  'function/conditional.test.ts',
  'search/books.test.ts',
  'search/query/random-queries.test.ts',
  'local/dynamodb.test.ts',
  'project/expressions.test.ts',
  'function/preprocessors.test.ts',
  'function/preprocessor-preview.test.ts',
  'faults/kill.test.ts',
];

/** `npm test` skips the long tests by their tag, and does not even load a file of nothing else; random ones run few cases. */
export default defineConfig({
  test: {
    ...suiteConfig({ amounts: 'few', includes: (path) => !isLong(path), hasTypeTests: true }),
    sequence: { sequencer: longestFirst(longest) },
  },
});
