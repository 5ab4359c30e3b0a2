import { defineConfig } from 'vitest/config';
import { suiteConfig } from '../../support/suite-config.ts';

/** The same tests as in the whole suite with many more runs. */
export default defineConfig({
  test: suiteConfig({
    amounts: 'most',
    includes: (path) => path.startsWith('test/service/simulation/'),
    hasTypeTests: false,
  }),
});
