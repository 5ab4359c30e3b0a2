/** The keys of the smoke test. They are gone when it ends, and expire if it is killed. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ServiceAccess } from '../../../compile/aws/access-json.ts';
import { wrongClaims } from '../../../compile/read/common/checked-values.ts';
import { documentClient } from '../../../data/store/client.ts';
import { accessTable, type TableAccess } from '../../../data/store/table-access.ts';
import { createKey, revokeKey } from '../../../run/access/api-keys.ts';
import type { KeyRecord } from '../../../run/access/stored-keys.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';

/** Nobody else's: it has no data before the smoke test, and none after it. */
export const smokeOwner = 'smoke-test';

const lifetimeMs = 15 * 60_000;

/** What the keys of the smoke test have. */
export interface SmokeRights {
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The claims without which every function would refuse the keys: the examples. The tenant is nobody's, if the listing admits its
 * name.
 */
export function smokeClaims({ claims }: Pick<ServiceAccess, 'claims'>): SmokeRights['claims'] {
  if (claims?.tenant === undefined) return claims?.examples;
  const schema = ownMember(claims.schema.properties, claims.tenant) ?? {};
  const isRefused = wrongClaims([{ value: smokeOwner, schema, use: 'model' }], new Map()).length > 0;
  return isRefused ? claims.examples : { ...claims.examples, [claims.tenant]: smokeOwner };
}

export interface SmokeKeys {
  /** Has no scopes. */
  readonly plain: string;
  readonly scoped: string;
}

/**
 * Makes both keys, calls `use` with them, and revokes them whatever happens.
 *
 * @throws Error if a key cannot be made or revoked, and what `use` throws.
 */
export async function withSmokeKeys<T>(
  tableName: string,
  { scopes, claims }: SmokeRights,
  use: (keys: SmokeKeys) => Promise<T>,
): Promise<T> {
  const client = new DynamoDBClient();
  const table = accessTable(documentClient(client), tableName);
  const made: KeyRecord[] = [];
  try {
    const plain = await makeKey(table, { scopes: [], claims }, made);
    const scoped = await makeKey(table, { scopes, claims }, made);
    return await use({ plain, scoped });
  } finally {
    await Promise.all(made.map((record) => revoke(table, record)));
    client.destroy();
  }
}

/** @param made gets the record of the key. @returns its text. */
async function makeKey(
  table: TableAccess,
  { scopes, claims }: SmokeRights,
  made: KeyRecord[],
): Promise<string> {
  try {
    const expires = Date.now() + lifetimeMs;
    const content = { owner: smokeOwner, scopes, expires, ...omitUndefined({ claims }) };
    const { key, record } = await createKey(table, content);
    made.push(record);
    return key;
  } catch (cause) {
    throw new Error(`No key could be written to the table ${table.tableName}: ${reasonOf(cause)}`, { cause });
  }
}

async function revoke(table: TableAccess, record: KeyRecord): Promise<void> {
  try {
    await revokeKey(table, record);
  } catch (cause) {
    const end = new Date(record.expires ?? 0).toISOString();
    const left = `The key ${record.id} is left in the table ${table.tableName}, and expires ${end}`;
    throw new Error(`${left}: ${reasonOf(cause)}`, { cause });
  }
}

/** The service reports errors of AWS in its own words; the cause is AWS's. */
function reasonOf(error: unknown): string {
  const { cause, message }: { cause?: unknown; message?: unknown } = membersOf(error);
  return String(membersOf(cause).message ?? message);
}
