import { defineConfig } from 'vitest/config';

/** Schemathesis on the running service. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts'],
    include: ['test/service/contract/**/*.test.ts'],
    setupFiles: ['test/support/after-file.ts'],
    testTimeout: 900_000,
    hookTimeout: 240_000,
  },
});
