import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../../support/suite-config.ts';

/** The tests of the data layer and of transactions once more, on the engine that AWS wrote. */
export default defineConfig({
  test: {
    ...timeouts,
    // As in the suite that they are of: it halves the start-up time of a file.
    isolate: false,
    globalSetup: ['test/support/build-project.ts', 'test/headwater/dynamodb-local/dynamodb-local.ts'],
    setupFiles: ['test/support/after-file.ts', 'test/headwater/dynamodb-local/differences.ts'],
    include: [
      'test/headwater/data/**/*.test.ts',
      'test/service/{store,search,sources}/**/*.test.ts',
      'test/headwater/tools/local/{,random-}transactions.test.ts',
      'test/service/streams/log/**/{log-protocol,earlier-pushes,replay-protocol}.test.ts',
      'test/service/streams/{replay-jobs,forwarding,source-in-use}.test.ts',
    ],
    // Builds, the query language and lists by a search engine do not depend on the engine of the table.
    exclude: [
      'test/service/sources/descriptor-changes.test.ts',
      'test/service/search/query/**',
      'test/service/search/engine-lists.test.ts',
    ],
    // The most cases of random tests take hours.
    provide: { amounts: process.env['AMOUNTS'] === 'most' ? 'most' : 'few' },
    // `.ci/run` leaves to `npm run test:all` what `npm test` has no time for.
    tags: tagsFor(process.env['AMOUNTS'] === 'few' ? 'few' : 'many'),
  },
});
