import { defineConfig } from 'vitest/config';

/** A separate configuration, since these tests need the packages of this folder. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts'],
    include: ['test/service/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
