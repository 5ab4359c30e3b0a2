import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../support/longest-first.ts';
import { namesTag, suiteConfig } from '../support/suite-config.ts';

/** These files take longest. */
const longest = [
  'project/new-project.test.ts',
  'service/project/newcomer.test.ts',
  'service/function/hostile.test.ts',
  'service/sources/descriptor-changes.test.ts',
  'service/local/start.test.ts',
  'local/functions.test.ts',
  'local/segments.test.ts',
  'local/tutorial.test.ts',
  'function/heap.test.ts',
  'service/simulation/mutations.test.ts',
  'service/aws/alarms.test.ts',
  'service/local/dev.test.ts',
  'service/local/access.test.ts',
  'oas/frameworks.test.ts',
  'local/foreign.test.ts',
  'service/streams/log/failures/replay-protocol.test.ts',
  'project/benches.test.ts',
  'aws/budget-template.test.ts',
  'service/faults/database-faults.test.ts',
  'aws/injection.test.ts',
  'service/aws/package.test.ts',
  'aws/stacks.test.ts',
  'service/access/gateways.test.ts',
  'aws/cors.test.ts',
  'service/project/benches.test.ts',
  'service/openapi/statuses.test.ts',
  'local/response-check.test.ts',
  'store/lean-client.test.ts',
  'service/client/documented-client.test.ts',
  'compiler/random-services.test.ts',
  'aws/region.test.ts',
  'service/sources/pages.test.ts',
  'project/rebuild.test.ts',
  'service/local/readme.test.ts',
  'service/sources/costs.test.ts',
  'service/operations/verify-command.test.ts',
];

/** The long tests, and random tests with many cases: files without a tag have neither. */
export default defineConfig({
  test: {
    ...suiteConfig({
      amounts: 'many',
      includes: (path) => namesTag(path),
      hasTypeTests: false,
    }),
    // A third of their time is waiting for other processes.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: longestFirst(longest) },
  },
});
