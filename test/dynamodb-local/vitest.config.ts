import { defineConfig } from 'vitest/config';

/** The tests of the data layer once more, on the engine that AWS wrote. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts', 'test/dynamodb-local/dynamodb-local.ts'],
    setupFiles: ['test/dynamodb-local/differences.ts'],
    include: ['test/{store,search,sources}/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
