/**
 * Every difference between DynamoDB Local and dynalite with its reason. These tests
 * must fail on DynamoDB Local; a difference that no longer exists fails.
 */

import { beforeEach } from 'vitest';

/** The differences by the name of the test. */
const differences: Readonly<Record<string, string>> = {
  'a batch too large for one response is requested in parts':
    'DynamoDB returns up to 16 MB of a batch; DynamoDB Local returns all of it.',
};

beforeEach(({ task }) => {
  // What `test.fails` sets.
  if (Object.hasOwn(differences, task.name)) Object.assign(task, { fails: true });
});
