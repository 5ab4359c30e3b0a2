import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/longest-first.ts';
import { isGuard, suiteConfig } from './test/support/suite-config.ts';

/** Each takes three seconds or more. */
const longest = [
  'service/sources/pages.test.ts',
  'function/pipeline.test.ts',
  'compiler/hostile.test.ts',
  'import/init.test.ts',
  'service/sources/source-repository.test.ts',
  'compiler/handler-types.test.ts',
  'import/check.test.ts',
  'compiler/invalid.test.ts',
  'compiler/defects.test.ts',
  'service/simulation/simulation.test.ts',
  'access/generated-services.test.ts',
  'service/sources/random-queries.test.ts',
  'aws/cors.test.ts',
  'service/sources/races.test.ts',
  'compiler/golden.test.ts',
  'service/access/access-cases.test.ts',
  'service/store/idempotency-crashes.test.ts',
  'search/streams.test.ts',
  'function/conditional.test.ts',
  'service/search/books.test.ts',
  'service/search/query/random-queries.test.ts',
  'local/dynamodb.test.ts',
  'local/embedded-transactions.test.ts',
  'local/transactions.test.ts',
  'service/function/preprocessors.test.ts',
  'service/function/preprocessor-preview.test.ts',
  'service/faults/kill.test.ts',
];

/** `npm test` skips the tests of `npm run test:all` by their tag, and does not even load a file of nothing else; properties have few cases. */
export default defineConfig({
  test: {
    ...suiteConfig({ amounts: 'few', includes: (path) => !isGuard(path), hasTypeTests: true }),
    sequence: { sequencer: longestFirst(longest) },
  },
});
