import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../../support/suite-config.ts';
import { originSuites } from '../gateways/origin-suites.ts';

const common = { ...timeouts, tags: tagsFor('many'), setupFiles: ['test/support/after-file.ts'] };

/** The archives in AWS's own runtime client for Node.js, as Lambda runs them: each of them, and the HTTP suite. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts'],
    projects: [
      { test: { ...common, name: 'functions', include: ['test/service/runtime/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'http',
          ...originSuites,
          globalSetup: ['test/service/runtime/service.ts'],
          env: { ACCESS: 'open' },
        },
      },
    ],
  },
});
