/** Keys for the requests of the smoke test. They are gone when it ends, and expire if it is killed. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient } from '../lib/data/store/client.ts';
import { accessTable } from '../lib/data/store/table-access.ts';
import { createKey, revokeKey } from '../lib/run/access/api-keys.ts';

/** Nobody else's: its lists are empty. */
const owner = 'smoke-test';
const lifetimeMs = 15 * 60_000;

/**
 * Makes a key for each list of scopes, calls `use` with them, and revokes them, whatever happens.
 *
 * @throws Error if a key cannot be made or revoked, and what `use` throws.
 */
export async function withKeys(tableName, scopeLists, use) {
  const table = accessTable(documentClient(new DynamoDBClient()), tableName);
  const made = [];
  const revokeAll = () => Promise.all(made.splice(0).map((record) => revoke(table, record)));
  const stop = () => revokeAll().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  try {
    const keys = [];
    for (const scopes of scopeLists) keys.push(await makeKey(table, scopes, made));
    return await use(...keys);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
    await revokeAll();
  }
}

async function makeKey(table, scopes, made) {
  try {
    const { key, record } = await createKey(table, { owner, scopes, expires: Date.now() + lifetimeMs });
    made.push(record);
    return key;
  } catch (cause) {
    throw new Error(`No key could be written to the table ${table.tableName}: ${reasonOf(cause)}`, { cause });
  }
}

async function revoke(table, record) {
  try {
    await revokeKey(table, record);
  } catch (cause) {
    const end = new Date(record.expires).toISOString();
    const left = `The key ${record.id} is left in the table ${table.tableName}, and expires ${end}`;
    throw new Error(`${left}: ${reasonOf(cause)}`, { cause });
  }
}

/** The service reports errors of AWS in its own words; the cause is AWS's. */
function reasonOf(error) {
  return (error.cause ?? error).message;
}
