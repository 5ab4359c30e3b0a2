import { defineConfig } from 'vitest/config';

/** Apart from the other tests: these need the packages of this folder. */
export default defineConfig({
  test: {
    include: ['test/clients/**/*.test.ts'],
    // They write to the console as they please.
    silent: 'passed-only',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
