import { defineConfig } from 'vitest/config';
import { longestFirst } from '../support/longest-first.ts';
import { namesTag, suiteConfig } from '../support/suite-config.ts';

/** Each takes twenty seconds or more. The first runs all of `npm test`. */
const longest = [
  'project/newcomer.test.ts',
  'function/hostile.test.ts',
  'sources/descriptor-changes.test.ts',
  'local/start.test.ts',
  'project/benches.test.ts',
  'aws/budget-template.test.ts',
  'faults/database-faults.test.ts',
  'aws/injection.test.ts',
  'aws/package.test.ts',
  'aws/stacks.test.ts',
  'access/gateways.test.ts',
  'aws/cors.test.ts',
  'compiler/random-services.test.ts',
  'aws/region.test.ts',
  'sources/pages.test.ts',
  'project/rebuild.test.ts',
  'local/readme.test.ts',
  'sources/costs.test.ts',
  'operations/verify-command.test.ts',
];

/** The long tests, and random tests with many cases: files without a tag have neither, except for the tables of test/gateways. */
export default defineConfig({
  test: {
    ...suiteConfig({
      amounts: 'many',
      includes: (path) => namesTag(path) || path.startsWith('test/gateways/'),
      hasTypeTests: false,
    }),
    sequence: { sequencer: longestFirst(longest) },
  },
});
