/**
 * Where AWS's engine for local use does otherwise than dynalite, and why: all of
 * it. These tests are expected to fail on it; a difference that disappears fails.
 */

import { beforeEach } from 'vitest';

/** By the name of the test. */
const differences: Readonly<Record<string, string>> = {
  'a batch that is too large for one answer is asked for in parts':
    'DynamoDB answers a batch up to 16 MB; DynamoDB Local, whole whatever its size.',
};

beforeEach(({ task }) => {
  // What `test.fails` sets.
  if (Object.hasOwn(differences, task.name)) Object.assign(task, { fails: true });
});
