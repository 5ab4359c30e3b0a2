import { defineConfig } from 'vitest/config';
import { timeouts } from '../support/suite-config.ts';

/** The cases of access once more, on the deployed service: HTTP API, Lambda, IAM, DynamoDB and CloudWatch Logs. */
export default defineConfig({
  test: {
    ...timeouts,
    include: ['test/ministack/**/*.test.ts'],
    setupFiles: ['test/support/after-file.ts'],
  },
});
