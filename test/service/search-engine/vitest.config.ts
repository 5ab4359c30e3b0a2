import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../../support/suite-config.ts';

const amounts = process.env['AMOUNTS'] === 'most' ? 'most' : 'many';

/** Sinks with a real engine, where Java and its artefacts are; elsewhere each test is skipped, with the reason. */
export default defineConfig({
  test: {
    ...timeouts,
    env: { ACCESS: 'open' },
    setupFiles: ['test/support/after-file.ts'],
    // As in the other suites (suite-config.ts).
    server: { deps: { external: [/\/\.generated\/bundles\//] } },
    include: ['test/service/search-engine/**/*.test.ts'],
    provide: { amounts },
    tags: tagsFor(amounts),
  },
});
