import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../../../support/suite-config.ts';

/** Tests the deployed templates of services of any size. */
export default defineConfig({
  test: {
    ...timeouts,
    // cfn-lint takes half a minute for the template of 298 operations.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    tags: tagsFor('many'),
    include: ['test/headwater/deploy/template/**/*.test.ts'],
    setupFiles: ['test/support/after-file.ts'],
  },
});
