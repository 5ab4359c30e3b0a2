import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/longest-first.ts';
import { isGuard, suiteConfig } from './test/support/suite-config.ts';

/** Each takes three seconds or more. */
const longest = [
  'service/streams/fair-turns.test.ts',
  'headwater/compile/defects.test.ts',
  'headwater/deploy/live-deployment.test.ts',
  'ingest/exported-options.test.ts',
  'service/prices/prices.test.ts',
  'ingest/large-integers.test.ts',
  'ingest/suggestions/kept-text.test.ts',
  'headwater/compile/invalid.test.ts',
  'service/streams/named-pipelines.test.ts',
  'headwater/run/functions/pipeline.test.ts',
  'service/sources/pages.test.ts',
  'ingest/compilation.test.ts',
  'headwater/compile/openapi/random-references.test.ts',
  'headwater/tools/import/check.test.ts',
  'ingest/hostile-pipelines.test.ts',
  'headwater/compile/openapi/generators.test.ts',
  'headwater/compile/golden.test.ts',
  'service/streams/sink.test.ts',
  'headwater/compile/openapi/every-word.test.ts',
  'service/streams/unnest.test.ts',
  'service/function/preprocessor-preview.test.ts',
  'service/streams/record.test.ts',
  'service/access/access-cases.test.ts',
  'headwater/tools/import/init.test.ts',
];

/** `npm test` skips the tests of `npm run test:all` by their tag, and does not even load a file of nothing else; properties have few cases. */
export default defineConfig({
  test: {
    ...suiteConfig({ amounts: 'few', includes: (path) => !isGuard(path), hasTypeTests: true }),
    sequence: { sequencer: longestFirst(longest) },
  },
});
