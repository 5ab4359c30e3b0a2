/** Starts what stands in for AWS under `npm start`: tables, emulator, secrets. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readAwsUses } from '../../compile/aws/resources/aws-uses.ts';
import type { AwsSettings } from '../../config/aws-resources.ts';
import { type AwsEmulator, startEmulator } from './aws-emulator.ts';
import type { LocalDatabase } from './database.ts';
import { environmentHint, localVariables, missingOnMachine, readEnvironmentFile } from './local-aws.ts';
import { localTableName } from './local-table.ts';
import { ensureTables } from './local-tables.ts';
import { refuseAskingAws } from './osls-variables.ts';

export interface LocalAws {
  /** The variables of functions, with those of the database. */
  readonly environment: Readonly<Record<string, string>>;
  /** Reads again what the config and .env declare, and makes what is missing. @throws as `startAws`. */
  update(): Promise<void>;
  /** Closes the database, too. */
  close(): Promise<void>;
}

/**
 * Says in the terminal what this machine lacks.
 *
 * @param database has the table of the service; closed with the rest.
 * @throws CommandError if that is impossible, or a local table has other keys.
 */
export async function startAws(projectFolder: string, database: LocalDatabase): Promise<LocalAws> {
  let emulator: AwsEmulator | undefined;
  const makeAll = async (): Promise<LocalAws['environment']> => {
    const ofFile = await readEnvironmentFile(projectFolder);
    const values = { ...ofFile, ...process.env };
    await refuseAskingAws(projectFolder, values);
    const { settings } = readAwsUses(projectFolder);
    await ensureLocalTables(settings, database.environment);
    if (emulator) await emulator.make(settings);
    else emulator = await startEmulator(projectFolder, settings);
    const variables = localVariables(settings, {
      serviceTable: localTableName,
      emulator,
      values,
      hintFor: environmentHint,
    });
    for (const line of missingOnMachine(variables)) console.error(line);
    // The variables of this process are those of others that it starts, too.
    return { ...withoutOwn(ofFile), ...database.environment, ...emulator?.environment, ...variables };
  };
  let environment = await makeAll();
  return {
    get environment() {
      return environment;
    },
    update: async () => {
      environment = await makeAll();
    },
    close: async () => {
      await Promise.all([database.close(), emulator?.close()]);
    },
  };
}

/** What the environment of this process has wins. */
function withoutOwn(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => process.env[name] === undefined));
}

async function ensureLocalTables(
  settings: AwsSettings,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint = '',
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
  } = environment;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  try {
    await ensureTables(client, localTableName, settings);
  } finally {
    client.destroy();
  }
}
