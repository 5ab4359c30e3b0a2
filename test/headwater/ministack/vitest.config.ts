import { defineConfig } from 'vitest/config';
import { tagsFor, timeouts } from '../../support/suite-config.ts';

/** Deployments on an emulator of AWS: HTTP API, Lambda, IAM, DynamoDB, CloudFormation and CloudWatch Logs. */
export default defineConfig({
  test: {
    ...timeouts,
    // A deployment runs a dozen commands and cold starts, one after the other.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    tags: tagsFor('many'),
    // They wait for each other: for MiniStack, commands and functions.
    maxWorkers: 2,
    globalSetup: ['test/support/build-project.ts', 'test/support/run-folder.ts'],
    include: ['test/{headwater,service}/ministack/**/*.test.ts'],
    setupFiles: ['test/support/after-file.ts'],
  },
});
