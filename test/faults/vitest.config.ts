import { defineConfig } from 'vitest/config';

/** The same tests as in the whole suite, with many more runs. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts'],
    include: ['test/faults/**/*.test.ts'],
    env: { FAULT_RUNS: '100', KILL_ROUNDS: '100' },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
