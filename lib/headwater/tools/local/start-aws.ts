/** Starts what stands in for AWS under `npm start`: tables, emulator, secrets. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readAwsUses } from '../../compile/aws/resources/aws-uses.ts';
import type { AwsSettings } from '../../config/aws-resources.ts';
import { startEmulator } from './aws-emulator.ts';
import type { LocalDatabase } from './database.ts';
import { environmentHint, localVariables, missingOnMachine, readEnvironmentFile } from './local-aws.ts';
import { localTableName } from './local-table.ts';
import { ensureTables } from './local-tables.ts';
import { refuseAskingAws } from './osls-variables.ts';

export interface LocalAws {
  /** The variables of functions, with those of the database. */
  readonly environment: Readonly<Record<string, string>>;
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
  const ofFile = await readEnvironmentFile(projectFolder);
  const values = { ...ofFile, ...process.env };
  await refuseAskingAws(projectFolder, values);
  const { settings } = readAwsUses(projectFolder);
  await ensureLocalTables(settings, database.environment);
  const emulator = await startEmulator(projectFolder, settings);
  const variables = localVariables(settings, {
    serviceTable: localTableName,
    emulator,
    values,
    hintFor: environmentHint,
  });
  for (const line of missingOnMachine(variables)) console.error(line);
  return {
    // The variables of this process are those of others that it starts, too.
    environment: { ...withoutOwn(ofFile), ...database.environment, ...emulator?.environment, ...variables },
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
