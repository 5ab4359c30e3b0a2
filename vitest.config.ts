import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: ['test/support/build-project.ts'],
    // By default one core is left idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...timeouts,
          name: 'project',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/clients/**', 'test/gateways/**'],
          typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'], tsconfig: 'tsconfig.json' },
        },
      },
      // Apart, so that the service that they share is started only for them.
      {
        test: {
          ...timeouts,
          name: 'http',
          include: ['test/gateways/**/*.test.ts'],
          globalSetup: ['test/gateways/serverless-offline.ts'],
        },
      },
    ],
  },
});
