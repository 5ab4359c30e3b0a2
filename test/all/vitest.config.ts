import { defineConfig } from 'vitest/config';
import { namesTag, suiteConfig } from '../support/suite-config.ts';

/** What `npm test` leaves out, and many cases of what it runs few of: files that name no tag have neither, but for the tables of test/gateways. */
export default defineConfig({
  test: suiteConfig({
    amounts: 'many',
    includes: (path) => namesTag(path) || path.startsWith('test/gateways/'),
    hasTypeTests: false,
  }),
});
