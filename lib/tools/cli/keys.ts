/** `npx headwater keys create|list|revoke`: the keys of a service. */

import { parseArgs } from 'node:util';
import { accessTable, type TableAccess } from '../../data/store/table-access.ts';
import { createKey, type KeyRecord, listKeys, revokeKey } from '../../run/access/api-keys.ts';
import { isOwner } from '../../shared/owner.ts';
import { CommandError, type CommandResult, count } from '../import/command.ts';
import { readLifetime } from './access-options.ts';
import { readKeyScopes } from './key-scopes.ts';
import { openTable } from './open-table.ts';
import { readTableChoice, type TableChoice, tableOptions, tableUsage } from './table-options.ts';

interface Settings extends TableChoice {
  readonly isJson: boolean;
}

type Action = (table: TableAccess, settings: Settings) => Promise<CommandResult>;

const usage = `keys create --owner OWNER [--scopes "SCOPE SCOPE"] [--expires TIME], keys list, or keys revoke ID; each with ${tableUsage} [--json]`;

export async function keys(args: readonly string[]): Promise<CommandResult> {
  const { action, settings } = await read(args);
  const { client, tableName, close } = await openTable(settings);
  try {
    return await action(accessTable(client, tableName), settings);
  } finally {
    await close();
  }
}

/** Everything is checked before the table is opened. */
async function read(
  args: readonly string[],
): Promise<{ readonly action: Action; readonly settings: Settings }> {
  const { values, positionals } = parse(args);
  const { owner, scopes, expires, json } = values;
  const settings = { ...readTableChoice(values), isJson: json };
  const [name, id, ...others] = positionals;
  const isCreating = name === 'create';
  if (
    others.length > 0 ||
    (id !== undefined && name !== 'revoke') ||
    (!isCreating && (owner ?? scopes ?? expires))
  )
    throw misused();
  if (isCreating) return { action: await creator({ owner, scopes, expires }), settings };
  if (name === 'list') return { action: list, settings };
  if (name === 'revoke' && id !== undefined) return { action: revoker(id), settings };
  throw misused();
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        owner: { type: 'string' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        ...tableOptions,
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandError(`${sentence}: npx headwater ${usage}`);
  }
}

function misused(): CommandError {
  return new CommandError(`The command is one of: npx headwater ${usage}`);
}

async function creator(options: {
  readonly owner: string | undefined;
  readonly scopes: string | undefined;
  readonly expires: string | undefined;
}): Promise<Action> {
  const { owner, expires } = options;
  if (owner === undefined || !isOwner(owner))
    throw new CommandError(
      '--owner takes 1 to 64 letters, digits, - or _: whose data the key reads and writes.',
    );
  const lifetime = expires === undefined ? undefined : readLifetime(expires);
  const scopes = await readKeyScopes(options.scopes ?? '');
  return async (table, { isJson }) => {
    const ends = lifetime === undefined ? {} : { expires: Date.now() + lifetime * 1_000 };
    const { key, record } = await createKey(table, { owner, scopes, ...ends });
    if (isJson) return { output: JSON.stringify({ key, ...shown(record) }, null, 2), exitCode: 0 };
    return { output: `${key}\n\nNobody can read this key again. ${describe(record)}`, exitCode: 0 };
  };
}

const list: Action = async (table, { isJson }) => {
  const records = (await listKeys(table)).toSorted((one, other) => one.created - other.created);
  if (isJson) return { output: JSON.stringify(records.map(shown), null, 2), exitCode: 0 };
  return { output: [...records.map(describe), `${count(records.length, 'key')}.`].join('\n'), exitCode: 0 };
};

/** @param id the beginning of the hash, as the list shows it. */
function revoker(id: string): Action {
  return async (table) => {
    const found = (await listKeys(table)).filter((record) => record.id === id);
    const [record] = found;
    if (!record)
      throw new CommandError(`There is no key ${JSON.stringify(id)}; npx headwater keys list shows all.`, 1);
    await Promise.all(found.map((each) => revokeKey(table, each)));
    return {
      output: `The key ${id} of ${record.owner} is revoked. Within 60 s no function takes it.`,
      exitCode: 0,
    };
  };
}

function shown({ hash: _, created, expires, lastUsed, ...record }: KeyRecord) {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return { ...record, created: time(created), expires: time(expires), lastUsed: time(lastUsed) };
}

function describe(record: KeyRecord): string {
  const { id, owner, scopes, created, expires, lastUsed } = shown(record);
  const names = scopes.length === 0 ? 'no scopes' : scopes.join(' ');
  const isOver = record.expires !== undefined && record.expires <= Date.now();
  const end = expires === null ? 'does not expire' : `${isOver ? 'expired' : 'expires'} ${expires}`;
  return `${id}  ${owner}: ${names}; created ${created}, ${end}, ${lastUsed === null ? 'not used yet' : `last used ${lastUsed}`}.`;
}
