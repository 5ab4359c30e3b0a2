/** The database of `npm start`: the local engine, with its data in a folder. */

import { access, constants, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ClassicLevel } from 'classic-level';
import { createTable } from '../../data/store/table.ts';
import { CommandError } from '../command-line/command-line.ts';
import { startDynamodb } from './dynamodb.ts';
import { findDamagedTable } from './level-checksums.ts';
import type { OnChange } from './table-stream.ts';

export interface LocalDatabase {
  /** The environment variables by which functions find the engine. */
  readonly environment: Readonly<Record<string, string>> & { readonly AWS_ENDPOINT_URL_DYNAMODB: string };
  close(): Promise<void>;
}

/** The engine requires credentials and accepts any. */
const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/**
 * @param onChange gets each change of an item.
 * @throws CommandError if the folder cannot be written or its data cannot be read.
 */
export async function openDatabase(
  folder: string,
  tableName: string,
  onChange?: OnChange,
): Promise<LocalDatabase> {
  await makeFolder(folder);
  await probe(folder);
  const { port, close } = await startDynamodb(folder, onChange);
  const stopExplaining = explainDamage(folder);
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`, ...credentials };
  await ensureTable(environment.AWS_ENDPOINT_URL_DYNAMODB, tableName);
  return {
    environment,
    close: async () => {
      await close();
      stopExplaining();
    },
  };
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
    throw await refusalOf(folder, (error as Error).cause as LevelError);
  } finally {
    await level.close();
  }
  // After the data are open: that has read the log into a table.
  const table = await findDamagedTable(folder);
  if (table !== undefined) throw damaged(folder, `the checksums of ${table} differ`);
}

interface LevelError {
  readonly code?: string;
  readonly message: string;
}

const elsewhere = 'choose another with --data';

/** LevelDB names the cause of a failed read or write in words alone, so a file of our own shows it. */
async function refusalOf(folder: string, cause: LevelError): Promise<CommandError> {
  const refuse = (message: string) => new CommandError(message, 1, { cause });
  if (cause.code === 'LEVEL_LOCKED')
    return refuse(`Another process uses the data folder ${folder}; stop it, or ${elsewhere}.`);
  const code = await failureIn(folder);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return refuse(
      `There is no room for the data folder ${folder} (${code}): its data are kept; free some space and start again, or ${elsewhere}.`,
    );
  if (code !== undefined)
    return refuse(
      `The data in ${folder} cannot be read and written (${code}): make all files readable and writable, or ${elsewhere}.`,
    );
  return damaged(folder, cause.message.trim(), cause);
}

/** A copy may still be read by other tools. */
function damaged(folder: string, reason: string, cause?: LevelError): CommandError {
  const advice = `put back a copy of the folder; or move it away to begin without data, or ${elsewhere}`;
  return new CommandError(`The data in ${folder} are damaged (${reason}): ${advice}.`, 1, { cause });
}

/** As much as LevelDB writes when it opens data. */
const probeBytes = 65_536;

/** @returns the code of the system for a file that cannot be read, or for a folder that takes no new one. */
async function failureIn(folder: string): Promise<string | undefined> {
  const path = join(folder, 'probe');
  try {
    for (const name of await readdir(folder))
      await access(join(folder, name), constants.R_OK | constants.W_OK);
    await writeFile(path, Buffer.alloc(probeBytes));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    await rm(path, { force: true });
  }
}

/** A value that is damaged while the database runs ends the process, which then says why. */
function explainDamage(folder: string): () => void {
  const explain = (error: Error) => {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('LEVEL_')) return;
    console.error(damaged(folder, error.message).message);
  };
  process.on('uncaughtExceptionMonitor', explain);
  return () => process.off('uncaughtExceptionMonitor', explain);
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
