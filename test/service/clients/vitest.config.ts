import { defineConfig } from 'vitest/config';

/** A separate configuration, since these tests need the packages of this folder. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts'],
    include: ['test/service/clients/**/*.test.ts'],
    // The clients write to the console.
    silent: 'passed-only',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
