/** `npx headwater keys create|list|revoke`: the keys of a service. */

import { accessTable, type TableAccess } from '../../data/store/table-access.ts';
import { createKey, listKeys, revokeKey } from '../../run/access/api-keys.ts';
import type { KeyRecord } from '../../run/access/stored-keys.ts';
import { mayBeOfToken } from '../../run/access/token-owner.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type {
  createKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  TableChoice,
} from '../command-line/declared-commands.ts';
import { readClaims } from './caller-claims.ts';
import { openTable } from './open-table.ts';
import { readKeyScopes, readServiceAccess } from './scopes.ts';

export async function createServiceKey({
  owner: named,
  scopes: scopeText = '',
  tenant,
  claim,
  expires: lifetime,
  json,
  ...choice
}: CommandLine<typeof createKeyCommand>): Promise<CommandResult> {
  // The keys of a tenant then have the same data, so that one can replace another.
  const owner = named ?? tenant;
  if (owner === undefined)
    throw new CommandError('keys create needs --owner, or --tenant, whose keys share their data.');
  if (named === undefined && mayBeOfToken(owner))
    throw new CommandError(
      `The tenant ${owner} has 16 characters, as the owner of a token has: the key could have what belongs to somebody. Add --owner with another name, the same for all keys of the tenant.`,
    );
  const access = await readServiceAccess();
  const scopes = readKeyScopes(scopeText, access);
  const claims = readClaims({ tenant, claim }, access);
  const { key, record } = await withTable(choice, (table) => {
    const ends = lifetime === undefined ? {} : { expires: Date.now() + lifetime * 1_000 };
    return createKey(table, { owner, scopes, ...omitUndefined({ claims }), ...ends });
  });
  if (json) return { output: JSON.stringify({ key, ...shown(record) }, null, 2), exitCode: 0 };
  return { output: `${key}\n\nNobody can read this key again. ${describe(record)}`, exitCode: 0 };
}

export async function listServiceKeys({
  json,
  ...choice
}: CommandLine<typeof listKeysCommand>): Promise<CommandResult> {
  const found = await withTable(choice, listKeys);
  const records = found.toSorted((one, other) => one.created - other.created);
  if (json) return { output: JSON.stringify(records.map(shown), null, 2), exitCode: 0 };
  return { output: [...records.map(describe), `${count(records.length, 'key')}.`].join('\n'), exitCode: 0 };
}

/** The id is the beginning of the hash, as the list shows it. */
export async function revokeServiceKey({
  id,
  json,
  ...choice
}: CommandLine<typeof revokeKeyCommand>): Promise<CommandResult> {
  return withTable(choice, async (table) => {
    const found = (await listKeys(table)).filter((record) => record.id === id);
    const [record] = found;
    if (!record)
      throw new CommandError(`There is no key ${JSON.stringify(id)}; npx headwater keys list shows all.`, 1);
    await Promise.all(found.map((each) => revokeKey(table, each)));
    if (json) return { output: JSON.stringify(shown(record), null, 2), exitCode: 0 };
    return {
      output: `The key ${id} of ${record.owner} is revoked. Within 60 s no function takes it.`,
      exitCode: 0,
    };
  });
}

async function withTable<T>(choice: TableChoice, use: (table: TableAccess) => Promise<T>): Promise<T> {
  const { client, tableName, close } = await openTable(choice);
  try {
    return await use(accessTable(client, tableName));
  } finally {
    await close();
  }
}

function shown({ hash: _, created, expires, lastUsed, ...record }: KeyRecord) {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return { ...record, created: time(created), expires: time(expires), lastUsed: time(lastUsed) };
}

function describe(record: KeyRecord): string {
  const { id, owner, scopes, claims = {}, created, expires, lastUsed } = shown(record);
  const names = scopes.length === 0 ? 'no scopes' : scopes.join(' ');
  const isOver = record.expires !== undefined && record.expires <= Date.now();
  const end = expires === null ? 'does not expire' : `${isOver ? 'expired' : 'expires'} ${expires}`;
  const said = Object.entries(claims).map(
    ([name, value]) => `, ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${id}  ${owner}: ${names}${said.join('')}; created ${created}, ${end}, ${lastUsed === null ? 'not used yet' : `last used ${lastUsed}`}.`;
}
