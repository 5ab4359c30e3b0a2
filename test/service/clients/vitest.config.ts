import { defineConfig } from 'vitest/config';
import { timeouts } from '../../support/suite-config.ts';

/** A separate configuration, since these tests need the packages of this folder. */
export default defineConfig({
  test: {
    ...timeouts,
    globalSetup: ['test/support/build-project.ts'],
    setupFiles: ['test/support/after-file.ts'],
    include: ['test/service/clients/**/*.test.ts'],
    // The clients write to the console.
    silent: 'passed-only',
  },
});
