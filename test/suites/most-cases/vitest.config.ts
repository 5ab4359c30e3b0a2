import { defineConfig } from 'vitest/config';
import { hasProperty, suiteConfig } from '../../support/suite-config.ts';

/** The properties of the whole suite, with the most cases. */
export default defineConfig({
  test: suiteConfig({ amounts: 'most', includes: hasProperty, hasTypeTests: false }),
});
