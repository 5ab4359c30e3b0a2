/**
 * Every difference between DynamoDB Local and dynalite with its reason. These tests
 * must fail on DynamoDB Local; a difference that no longer exists fails.
 */

import { beforeEach } from 'vitest';

/** The tests by the difference. */
const differences: Readonly<Record<string, readonly string[]>> = {
  'DynamoDB gives the reason for each operation that cancels; DynamoDB Local refuses the request at the first.':
    [
      'an update of a key cancels',
      'an update beyond 400 KB cancels',
      'an update of a value of another type cancels',
      'an update with an attribute that is missing cancels',
      'an update of a path that is missing cancels',
      'a put without a key cancels',
      'a delete with a part of the key cancels',
      'an update with a part of the key cancels',
      'a check with a part of the key cancels',
      'a read with a part of the key cancels',
      'the first key that does not fit cancels, before conditions and doubles',
    ],
  'DynamoDB Local makes the operations one after the other, so a check finds what the others have written.': [
    'two operations on one item are invalid',
  ],
  'DynamoDB Local has a message of its own.': [
    'a put with a key of another type cancels',
    'a delete with a key of another type cancels',
    'an update with a key of another type cancels',
    'a check with a key of another type cancels',
    'a transaction without items is invalid',
    'a table that does not exist is reported before conditions',
    'a name that no table can have is invalid',
    'a read without items is invalid',
    'a read of nothing is invalid',
    'a read without a key is invalid',
    'a read of a table that does not exist',
    'a token has at most 36 characters',
  ],
  'DynamoDB Local fails with an internal error.': [
    'items that are not a list cannot be read',
    'an unknown way to return an item is invalid',
  ],
  'DynamoDB requires these members; DynamoDB Local does not.': [
    'an update without an expression is invalid',
    'a token is not empty',
  ],
  'DynamoDB Local counts the units of transactions in another way than the documents.': [
    'INDEXES also shows the units of the table alone',
    'a check takes two units for each KB',
    'a version costs as much as its document again, and a list what it has',
    'a write takes two units for each KB of the larger of the old and the new item',
  ],
};
const differing: ReadonlySet<string> = new Set(Object.values(differences).flat());

beforeEach(({ task }) => {
  // What `test.fails` sets.
  if (differing.has(task.name)) Object.assign(task, { fails: true });
});
