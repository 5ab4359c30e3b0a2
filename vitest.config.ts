import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/clients/**'],
    globalSetup: ['test/support/build-project.ts'],
    typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'], tsconfig: 'tsconfig.json' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
