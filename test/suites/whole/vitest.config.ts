import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../../support/longest-first.ts';
import { hasGuard, hasProperty, suiteConfig } from '../../support/suite-config.ts';

/** These files take longest. */
const longest = [
  'service/prices/prices.test.ts',
  'service/project/newcomer.test.ts',
  'service/sources/descriptor-changes.test.ts',
  'service/simulation/mutations.test.ts',
  'service/local/start.test.ts',
  'local/functions.test.ts',
  'service/streams/fair-turns.test.ts',
  'project/new-project.test.ts',
  'service/function/hostile.test.ts',
  'project/rebuild.test.ts',
  'service/preprocessors/check.test.ts',
  'service/project/benches.test.ts',
  'service/openapi/statuses.test.ts',
  'service/preprocessors/large-integers.test.ts',
  'local/tutorial.test.ts',
  'store/lean-client.test.ts',
  'service/sources/costs.test.ts',
  'aws/injection.test.ts',
  'service/client/documented-client.test.ts',
  'service/access/gateways.test.ts',
  'service/streams/replay-jobs.test.ts',
  'local/response-check.test.ts',
  'oas/frameworks.test.ts',
  'oas/ignored-members.test.ts',
  'import/init.test.ts',
  'function/heap.test.ts',
  'service/local/access.test.ts',
  'service/preprocessors/locales.test.ts',
  'service/local/readme.test.ts',
  'service/streams/log/failures/replay-protocol.test.ts',
  'compiler/invalid.test.ts',
  'service/operations/verify-command.test.ts',
  'service/samples/reading.test.ts',
  'service/suggestions/suggest.test.ts',
  'service/streams/malformed-records.test.ts',
  'service/preprocessors/compilation.test.ts',
];

/** What `npm test` has no time for, and properties of many random cases: files without a tag have neither. */
export default defineConfig({
  test: {
    ...suiteConfig({
      amounts: 'many',
      includes: (path) => hasGuard(path) || hasProperty(path),
      hasTypeTests: false,
    }),
    // A third of their time is waiting for other processes.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: longestFirst(longest) },
  },
});
