import { defineConfig } from 'vitest/config';
import { originSuites } from '../gateways/origin-suites.ts';
import { tagsFor, timeouts } from '../support/suite-config.ts';

const common = { ...timeouts, tags: tagsFor('many'), setupFiles: ['test/support/after-file.ts'] };

/** The archives in AWS's own runtime client for Node.js, as Lambda runs them: each of them, and the HTTP suite. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts'],
    projects: [
      { test: { ...common, name: 'functions', include: ['test/runtime/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'http',
          ...originSuites,
          globalSetup: ['test/runtime/service.ts'],
          env: { ACCESS: 'open' },
        },
      },
    ],
  },
});
