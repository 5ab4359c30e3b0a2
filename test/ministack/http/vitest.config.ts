import { defineConfig } from 'vitest/config';
import { originSuites } from '../../gateways/origin-suites.ts';
import { tagsFor, timeouts } from '../../support/suite-config.ts';

/** The HTTP suite over the deployed API, on an emulator of AWS. */
export default defineConfig({
  test: {
    ...timeouts,
    ...originSuites,
    tags: tagsFor('many'),
    maxWorkers: 2,
    globalSetup: ['test/support/build-project.ts', 'test/ministack/http/service.ts'],
    setupFiles: ['test/support/after-file.ts'],
    env: { ACCESS: 'open' },
  },
});
