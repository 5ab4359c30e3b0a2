import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../../../support/suite-config.ts';
import { originSuites } from '../../gateways/origin-suites.ts';

/** The HTTP suite over the deployed API, on an emulator of AWS. */
export default defineConfig({
  test: {
    ...timeouts,
    ...originSuites,
    tags: tagsFor('many'),
    maxWorkers: 2,
    globalSetup: ['test/support/build-project.ts', 'test/service/ministack/http/service.ts'],
    setupFiles: ['test/support/after-file.ts'],
    env: { ACCESS: 'open' },
  },
});
