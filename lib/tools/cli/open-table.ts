/** Opens the table of a stage, one that is named, or the local database. */

import { resolve } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../data/store/client.ts';
import { readSettings, type Settings } from '../../shared/settings.ts';
import { CommandError } from '../commands/command-line.ts';
import type { TableChoice } from '../commands/declared-commands.ts';
import type { LocalDatabase } from '../local/database.ts';
import { forkDatabase } from '../local/forked-database.ts';
import { LocalError } from '../local/local-error.ts';
import { localTableName } from '../local/local-table.ts';
import { findDatabase } from '../local/running-database.ts';
import { openDeployed } from './open-deployed.ts';

export interface OpenTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly shards: Settings['shards'];
  /** AWS counts the items of a table every six hours. */
  readonly approximateItems: number;
  readonly close: () => Promise<void>;
}

interface OpenOptions extends TableChoice {
  /** The local database then has a process of its own: it starts a fifth of a second later, and has its own memory. */
  readonly isReadWhole?: boolean;
}

/**
 * It says on the standard error stream which table of AWS it is.
 *
 * @throws CommandError when the options name more than one table, and when it cannot be reached.
 */
export async function openTable(choice: OpenOptions): Promise<OpenTable> {
  refuseContradiction(choice);
  const isLocal = (choice.stage ?? choice.table) === undefined;
  const { plain, tableName, shards, place, close } = await (isLocal ? openLocal(choice) : openAws(choice));
  try {
    const { Table } = await plain.send(new DescribeTableCommand({ TableName: tableName }));
    if (!isLocal) process.stderr.write(`The table is ${tableName}, ${place}.\n`);
    const client = documentClient(plain);
    return { client, tableName, shards, close, approximateItems: Table?.ItemCount ?? 0 };
  } catch (error) {
    await close();
    throw new CommandError(describeFailure(error as Error, tableName, place));
  }
}

function refuseContradiction({ stage, table, region, data }: TableChoice): void {
  if (stage !== undefined && table !== undefined)
    throw new CommandError('--table names a table itself; with --stage its stack does.');
  const option = stage === undefined ? '--table' : '--stage';
  if (data !== undefined && (stage ?? table) !== undefined)
    throw new CommandError(`--data is the folder of the local database; with ${option} there is none.`);
  if (region !== undefined && (stage ?? table) === undefined)
    throw new CommandError('--region is for the table of a --stage or of a --table: name one of them.');
}

interface Opened extends Pick<OpenTable, 'tableName' | 'shards' | 'close'> {
  readonly plain: DynamoDBClient;
  /** In messages. */
  readonly place: string;
}

async function openLocal({ data = '.data', isReadWhole = false }: OpenOptions): Promise<Opened> {
  const shards = shardsFor(localTableName);
  try {
    const { environment, close } = await openEngine(resolve(data), isReadWhole);
    const plain = new DynamoDBClient({
      endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const closeBoth = () => {
      plain.destroy();
      return close();
    };
    return { plain, tableName: localTableName, shards, place: `in ${data}`, close: closeBoth };
  } catch (error) {
    if (error instanceof LocalError) throw new CommandError(error.message);
    throw error;
  }
}

/** The engine of an `npm start` that runs, or else one of its own. A folder is read whole only when nobody changes it. */
async function openEngine(folder: string, isReadWhole: boolean): Promise<LocalDatabase> {
  if (isReadWhole) return forkDatabase(folder, localTableName);
  const endpoint = await findDatabase(folder);
  if (endpoint !== undefined)
    return { environment: { AWS_ENDPOINT_URL_DYNAMODB: endpoint }, close: async () => undefined };
  // Loaded when it is needed: the engine takes time and memory.
  const { openDatabase } = await import('../local/database.ts');
  return openDatabase(folder, localTableName);
}

async function openAws(choice: TableChoice): Promise<Opened> {
  const { plain, tableName, region, indexShards } = await openDeployed(choice);
  const shards = shardsFor(tableName, indexShards);
  return { plain, tableName, shards, place: `in ${region}`, close: async () => plain.destroy() };
}

/** Returns the shards that the functions use: with others, postings would seem to be in the wrong place. @param declared INDEX_SHARDS of the deployment. */
function shardsFor(TABLE_NAME: string, declared?: string): Settings['shards'] {
  const INDEX_SHARDS = process.env['INDEX_SHARDS'] ?? declared;
  try {
    return readSettings({ TABLE_NAME, INDEX_SHARDS }).shards;
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function describeFailure({ name, message }: Error, tableName: string, place: string): string {
  if (name === 'ResourceNotFoundException')
    return `There is no table ${tableName} ${place}, in this account.`;
  return `The table ${tableName}, ${place}, cannot be reached: ${message.replace(/\.$/, '')}. Credentials come from the environment, such as AWS_PROFILE.`;
}
