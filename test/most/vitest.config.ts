import { defineConfig } from 'vitest/config';
import { namesTag, suiteConfig } from '../support/suite-config.ts';

/** The random tests of the whole suite, with the most cases. */
export default defineConfig({
  test: suiteConfig({ amounts: 'most', includes: (path) => namesTag(path, 'random'), hasTypeTests: false }),
});
