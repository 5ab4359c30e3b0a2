import { defineConfig } from 'vitest/config';
import { isLong, suiteConfig } from './test/support/suite-config.ts';

/** `npm test` skips the long tests by their tag, and does not even load a file of nothing else; random ones run few cases. */
export default defineConfig({
  test: suiteConfig({ amounts: 'few', includes: (path) => !isLong(path), hasTypeTests: true }),
});
