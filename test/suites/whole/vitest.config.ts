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
  'headwater/tools/local/functions.test.ts',
  'service/streams/fair-turns.test.ts',
  'project/examples.test.ts',
  'project/new-project.test.ts',
  'service/function/hostile.test.ts',
  'project/rebuild.test.ts',
  'ingest/check.test.ts',
  'service/project/benches.test.ts',
  'service/openapi/statuses.test.ts',
  'ingest/large-integers.test.ts',
  'headwater/data/store/lean-client.test.ts',
  'service/sources/costs.test.ts',
  'headwater/deploy/injection.test.ts',
  'service/client/documented-client.test.ts',
  'service/access/gateways.test.ts',
  'service/streams/replay-jobs.test.ts',
  'headwater/tools/local/response-check.test.ts',
  'headwater/compile/openapi/frameworks.test.ts',
  'headwater/compile/openapi/ignored-members.test.ts',
  'headwater/tools/import/init.test.ts',
  'headwater/run/functions/heap.test.ts',
  'service/local/access.test.ts',
  'ingest/locales.test.ts',
  'service/local/readme.test.ts',
  'service/streams/log/failures/replay-protocol.test.ts',
  'headwater/compile/invalid.test.ts',
  'service/operations/verify-command.test.ts',
  'ingest/records/reading.test.ts',
  'ingest/suggestions/suggest.test.ts',
  'service/streams/malformed-records.test.ts',
  'ingest/compilation.test.ts',
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
