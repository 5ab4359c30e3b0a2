import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/longest-first.ts';
import { isGuard, suiteConfig } from './test/support/suite-config.ts';

/** Each takes three seconds or more. */
const longest = [
  'service/streams/fair-turns.test.ts',
  'compiler/defects.test.ts',
  'aws/live-deployment.test.ts',
  'service/preprocessors/exported-options.test.ts',
  'service/prices/prices.test.ts',
  'service/preprocessors/large-integers.test.ts',
  'service/suggestions/kept-text.test.ts',
  'compiler/invalid.test.ts',
  'service/streams/named-pipelines.test.ts',
  'function/pipeline.test.ts',
  'service/sources/pages.test.ts',
  'service/preprocessors/compilation.test.ts',
  'oas/random-references.test.ts',
  'import/check.test.ts',
  'service/preprocessors/hostile-pipelines.test.ts',
  'oas/generators.test.ts',
  'compiler/golden.test.ts',
  'service/streams/sink.test.ts',
  'oas/every-word.test.ts',
  'service/streams/unnest.test.ts',
  'service/function/preprocessor-preview.test.ts',
  'service/streams/record.test.ts',
  'service/access/access-cases.test.ts',
  'import/init.test.ts',
];

/** `npm test` skips the tests of `npm run test:all` by their tag, and does not even load a file of nothing else; properties have few cases. */
export default defineConfig({
  test: {
    ...suiteConfig({ amounts: 'few', includes: (path) => !isGuard(path), hasTypeTests: true }),
    sequence: { sequencer: longestFirst(longest) },
  },
});
