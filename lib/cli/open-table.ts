/** The table of a stage, or that of the local database. */

import { resolve } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readDeployment } from '../aws/deployment.ts';
import { CommandError } from '../import/command.ts';
import type { LocalDatabase } from '../local/database.ts';
import { forkDatabase } from '../local/forked-database.ts';
import { LocalError } from '../local/local-error.ts';
import { localTableName } from '../local/local-table.ts';
import { findDatabase } from '../local/running-database.ts';
import { readSettings, type Settings } from '../settings.ts';
import { documentClient } from '../store/client.ts';

export interface OpenTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly shards: Settings['shards'];
  /** AWS counts the items of a table every six hours. */
  readonly approximateItems: number;
  readonly close: () => Promise<void>;
}

interface TableChoice {
  /** Undefined: the local database. */
  readonly stage: string | undefined;
  readonly dataFolder: string;
  /** The local database then has a process of its own: it starts a fifth of a second later, and has its own memory. */
  readonly isReadWhole?: boolean;
}

/** @throws CommandError when there is no such table, or when it cannot be reached. */
export async function openTable({ stage, ...local }: TableChoice): Promise<OpenTable> {
  const { plain, tableName, shards, close } =
    stage === undefined ? await openLocal(local) : await openStage(stage);
  try {
    const { Table } = await plain.send(new DescribeTableCommand({ TableName: tableName }));
    const client = documentClient(plain);
    return { client, tableName, shards, close, approximateItems: Table?.ItemCount ?? 0 };
  } catch (error) {
    await close();
    throw new CommandError(describeFailure(error as Error, tableName));
  }
}

interface Opened extends Pick<OpenTable, 'tableName' | 'shards' | 'close'> {
  readonly plain: DynamoDBClient;
}

async function openLocal({ dataFolder, isReadWhole = false }: Omit<TableChoice, 'stage'>): Promise<Opened> {
  const shards = shardsFor(localTableName);
  try {
    const { environment, close } = await openEngine(resolve(dataFolder), isReadWhole);
    const plain = new DynamoDBClient({
      endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const closeBoth = () => {
      plain.destroy();
      return close();
    };
    return { plain, tableName: localTableName, shards, close: closeBoth };
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

/** Region, credentials and endpoint come from the environment, as for every tool of AWS. */
async function openStage(stage: string): Promise<Opened> {
  const { deployment } = await readDeployment(process.cwd());
  if (!deployment)
    throw new CommandError('There is no serverless.yml in this folder, which names the table of a stage.');
  const tableName = `${deployment.service}-${stage}`;
  const declared = Object(deployment.provider['environment'])['INDEX_SHARDS'];
  const shards = shardsFor(tableName, typeof declared === 'string' ? declared : undefined);
  const plain = new DynamoDBClient({ maxAttempts: 8 });
  return { plain, tableName, shards, close: async () => plain.destroy() };
}

/** Those of the functions, or else entries would seem to be in the wrong place. @param declared In serverless.yml. */
function shardsFor(TABLE_NAME: string, declared?: string): Settings['shards'] {
  const INDEX_SHARDS = process.env['INDEX_SHARDS'] ?? declared;
  try {
    return readSettings({ TABLE_NAME, INDEX_SHARDS }).shards;
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function describeFailure({ name, message }: Error, tableName: string): string {
  if (name === 'ResourceNotFoundException')
    return `There is no table ${tableName} in this account and region.`;
  const where = 'Region and credentials come from the environment, such as AWS_REGION and AWS_PROFILE.';
  return `The table ${tableName} cannot be reached: ${message.replace(/\.$/, '')}. ${where}`;
}
