import { defineConfig } from 'vitest/config';
import { longestFirst } from '../../support/longest-first.ts';
import { timeouts } from '../../support/suite-config.ts';

const longest = [
  'controls.test.ts',
  'workbench.test.ts',
  'expected.test.ts',
  'stored-views.test.ts',
  'drafts.test.ts',
  'versions.test.ts',
  'editor.test.ts',
  'records-table.test.ts',
  'records-hostile.test.ts',
  'records-slow.test.ts',
  'records.test.ts',
  'people.test.ts',
  'states.test.ts',
  'settings.test.ts',
  'failures.test.ts',
  'fields.test.ts',
];

/** A separate configuration, since these tests need the packages of this folder. */
export default defineConfig({
  test: {
    ...timeouts,
    // A page shows what follows from an action a moment after it.
    expect: { poll: { timeout: 60_000 } },
    // Half of the time of a file is waiting: for the service, the browser and what they draw.
    maxWorkers: 2,
    globalSetup: ['test/support/build-project.ts'],
    setupFiles: ['test/support/after-file.ts'],
    sequence: { sequencer: longestFirst(longest) },
    include: ['test/service/browser/**/*.test.ts'],
  },
});
