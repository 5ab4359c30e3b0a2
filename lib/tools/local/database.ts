/** The database of `npm start`: the local engine, with its data in a folder. */

import { access, constants, mkdir, stat } from 'node:fs/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ClassicLevel } from 'classic-level';
import { createTable } from '../../data/store/table.ts';
import { CommandError } from '../commands/command-line.ts';
import { startDynamodb } from './dynamodb.ts';
import { noteDatabase } from './running-database.ts';

export interface LocalDatabase {
  /** The environment variables by which functions find the engine. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The engine requires credentials and accepts any. */
const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** @throws CommandError if the folder cannot be written or its data cannot be read. */
export async function openDatabase(folder: string, tableName: string): Promise<LocalDatabase> {
  await makeFolder(folder);
  await probe(folder);
  const { port, close } = await startDynamodb(folder);
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`, ...credentials };
  await ensureTable(environment.AWS_ENDPOINT_URL_DYNAMODB, tableName);
  await noteDatabase(folder, environment.AWS_ENDPOINT_URL_DYNAMODB);
  return { environment, close };
}

/** @throws CommandError if the folder cannot be written. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    // Not recursive: a mistyped path should not create folders.
    await mkdir(folder).catch(ignoreExisting);
    await access(folder, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const advice = 'make it writable, or choose another with --data';
    throw new CommandError(`The data folder ${folder} cannot be written (${code}); ${advice}.`, 1, { cause });
  }
  const stats = await stat(folder);
  if (!stats.isDirectory())
    throw new CommandError(`The data folder ${folder} is not a folder; choose another with --data.`, 1);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Opens the data once before the engine does, because the engine does not report data that it cannot open. */
async function probe(folder: string): Promise<void> {
  const level = new ClassicLevel(folder);
  try {
    await level.open();
  } catch (error) {
    const cause = (error as Error).cause as { code?: string; message: string };
    if (cause.code === 'LEVEL_LOCKED') {
      throw new CommandError(
        `Another process uses the data folder ${folder}; stop it, or choose another with --data.`,
        1,
        { cause },
      );
    }
    const advice = 'delete the folder to begin without data, or choose another with --data';
    throw new CommandError(`The data in ${folder} cannot be read (${cause.message.trim()}); ${advice}.`, 1, {
      cause,
    });
  } finally {
    await level.close();
  }
}

async function ensureTable(endpoint: string, tableName: string): Promise<void> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = credentials;
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
  });
  try {
    await createTable(client, tableName);
  } finally {
    client.destroy();
  }
}
