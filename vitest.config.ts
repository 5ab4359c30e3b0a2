import { defineConfig } from 'vitest/config';
import { suiteConfig } from './test/support/suite-config.ts';

/** `npm test` skips the long tests by their tag; random ones run few cases. */
export default defineConfig({ test: suiteConfig({ amounts: 'few', hasTypeTests: true }) });
