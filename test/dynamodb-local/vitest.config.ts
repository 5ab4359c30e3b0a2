import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../support/suite-config.ts';

/** The tests of the data layer and of transactions once more, on the engine that AWS wrote. */
export default defineConfig({
  test: {
    ...timeouts,
    // As in the suite that they are of: it halves the start-up time of a file.
    isolate: false,
    globalSetup: ['test/support/build-project.ts', 'test/dynamodb-local/dynamodb-local.ts'],
    setupFiles: ['test/support/after-file.ts', 'test/dynamodb-local/differences.ts'],
    include: [
      'test/{store,search}/**/*.test.ts',
      'test/service/{store,search,sources}/**/*.test.ts',
      'test/local/{,random-}transactions.test.ts',
      'test/service/streams/{log-protocol,replay-protocol,replay-jobs,forwarding,source-in-use}.test.ts',
    ],
    // Builds and the query language use no engine.
    exclude: ['test/service/sources/descriptor-changes.test.ts', 'test/{,service/}search/query/**'],
    // The most cases of random tests take hours.
    provide: { amounts: process.env['AMOUNTS'] === 'most' ? 'most' : 'few' },
    tags: tagsFor('many'),
  },
});
