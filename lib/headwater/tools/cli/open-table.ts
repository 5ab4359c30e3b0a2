/** Opens the table of a stage, one that is named, or the local database. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { stackNameOf } from '../../compile/aws/deploy-order.ts';
import { type Deployment, readDeployment } from '../../compile/aws/deployment.ts';
import { documentClient } from '../../data/store/client.ts';
import { type DeployedTable, findDeployedTable } from '../../deploy/deployed-stack.ts';
import { findRegion } from '../../deploy/region.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { readSettings, type Settings } from '../../shared/settings.ts';
import { CommandError } from '../command-line/command-line.ts';
import type { TableChoice } from '../command-line/declared-commands.ts';
import { readStackSettings, stackPlace } from '../deploy/stack-settings.ts';
import type { LocalDatabase } from '../local/database.ts';
import { forkDatabase } from '../local/forked-database.ts';
import { localTableName } from '../local/local-table.ts';
import { findDatabase } from '../local/running-database.ts';

export interface OpenTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly shards: Settings['shards'];
  /** AWS counts the items of a table every six hours. */
  readonly approximateItems: number;
  readonly close: () => Promise<void>;
}

interface OpenOptions extends TableChoice {
  /** An engine of its own then has a process of its own: it starts a fifth of a second later, and has its own memory. */
  readonly isReadWhole?: boolean;
}

/**
 * It says on the standard error stream which table of AWS it is.
 *
 * @throws CommandError when the options name more than one table, and when it cannot be reached.
 */
export async function openTable(choice: OpenOptions): Promise<OpenTable> {
  refuseContradiction(choice);
  const { plain, tableName, shards, place, close } = await (isLocal(choice)
    ? openLocal(choice)
    : openAws(choice));
  try {
    const { Table } = await plain.send(new DescribeTableCommand({ TableName: tableName }));
    if (!isLocal(choice)) process.stderr.write(`The table is ${tableName}, ${place}.\n`);
    const client = documentClient(plain);
    return { client, tableName, shards, close, approximateItems: Table?.ItemCount ?? 0 };
  } catch (error) {
    await close();
    throw new CommandError(describeFailure(error as Error, tableName, place));
  }
}

/** Whether no option names a table of AWS. The local table has the same name in every project. */
export function isLocal({ stage, table }: TableChoice): boolean {
  return (stage ?? table) === undefined;
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

interface ConnectedTable extends Pick<OpenTable, 'tableName' | 'shards' | 'close'> {
  readonly plain: DynamoDBClient;
  /** In messages. */
  readonly place: string;
}

async function openLocal({ data = '.data', isReadWhole = false }: OpenOptions): Promise<ConnectedTable> {
  // A misspelt folder would be a database without a mistake.
  if (isReadWhole && data !== '.data' && !existsSync(data))
    throw new CommandError(`There is no database in ${data}: no such folder.`);
  const shards = shardsFor(localTableName);
  try {
    const { environment, close } = await openEngine(resolve(data), isReadWhole);
    const plain = new DynamoDBClient({
      endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const closeBoth = () => {
      plain.destroy();
      return close();
    };
    return { plain, tableName: localTableName, shards, place: `in ${data}`, close: closeBoth };
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(error.message);
    throw error;
  }
}

/** The engine of an `npm start` that runs, or else one of its own. */
async function openEngine(folder: string, isReadWhole: boolean): Promise<LocalDatabase> {
  const endpoint = await findDatabase(folder);
  if (endpoint !== undefined)
    return { environment: { AWS_ENDPOINT_URL_DYNAMODB: endpoint }, close: async () => undefined };
  if (isReadWhole) return forkDatabase(folder, localTableName);
  // Loaded when it is needed: the engine takes time and memory.
  const { openDatabase } = await import('../local/database.ts');
  return openDatabase(folder, localTableName);
}

/**
 * The stack of a stage names the table, or the command line. Credentials and endpoint come from the environment, as for every
 * tool of AWS.
 */
async function openAws(choice: TableChoice): Promise<ConnectedTable> {
  const { deployment } = await readDeployment(process.cwd());
  const region = choice.region ?? (await regionOf(deployment));
  const { tableName, indexShards } =
    choice.table === undefined
      ? await askStack(await stackName(deployment, choice.stage), region)
      : { tableName: choice.table, indexShards: declaredShards(deployment) };
  const shards = shardsFor(tableName, indexShards);
  const plain = new DynamoDBClient({ region, maxAttempts: 8 });
  return { plain, tableName, shards, place: `in ${region}`, close: async () => plain.destroy() };
}

async function regionOf(deployment: Deployment | undefined): Promise<string> {
  try {
    return await findRegion({ declared: deployment?.provider['region'] });
  } catch (error) {
    throw new CommandError(`The profile has no region that AWS knows: ${(error as Error).message}`);
  }
}

function declaredShards(deployment: Deployment | undefined): string | undefined {
  const declared: unknown = membersOf(deployment?.provider['environment'])['INDEX_SHARDS'];
  return typeof declared === 'string' ? declared : undefined;
}

async function stackName(deployment: Deployment | undefined, stage = ''): Promise<string> {
  if (!deployment)
    throw new CommandError(
      'There is no serverless.yml in this folder, which names the service of a stage; --table NAME needs none.',
    );
  const { service, provider } = deployment;
  if (provider['stackName'] === undefined) return stackNameOf({ service, stage });
  // A name of its own has variables of the framework, such as the stage.
  return stackPlace(await readStackSettings(stage), stage).stack;
}

/** The deployment is the truth: after a restore, or beside another checkout, serverless.yml names another table. */
async function askStack(
  stack: string,
  region: string,
): Promise<DeployedTable & { readonly tableName: string }> {
  const found = await findDeployedTable(region, stack).catch((error: Error) => {
    throw new CommandError(
      `The stack ${stack} in ${region}, which names the table, cannot be read: ${error.message.replace(/\.$/, '')}. It takes cloudformation:DescribeStacks; --table NAME names a table without it.`,
    );
  });
  if (!found)
    throw new CommandError(
      `There is no stack ${stack} in ${region}, in this account, to name the table of the stage. --region REGION looks elsewhere, and --table NAME needs no stack.`,
    );
  const { tableName, indexShards } = found;
  if (tableName !== undefined) return { tableName, indexShards };
  throw new CommandError(
    `The stack ${stack} in ${region} does not name the table of its functions, as an older version has deployed it. Deploy it again, or name the table with --table NAME.`,
  );
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
