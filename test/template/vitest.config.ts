import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../support/suite-config.ts';

/** The templates of services of any size, as they are deployed. */
export default defineConfig({
  test: {
    ...timeouts,
    hookTimeout: 900_000,
    tags: tagsFor('many'),
    include: ['test/template/**/*.test.ts'],
    setupFiles: ['test/support/after-file.ts'],
  },
});
