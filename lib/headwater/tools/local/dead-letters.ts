/** The dead letters of the local service: a file for each in the data folder, with the event that failed. */

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DeadLetter {
  /** The name of its file, without its ending. */
  readonly id: string;
  /** The id of the function. */
  readonly functionId: string;
  /** When it was buried, in ISO 8601. */
  readonly time: string;
  /** What the function was called with. */
  readonly event: object;
}

const folderIn = (dataFolder: string) => join(dataFolder, 'dead-letters');

/** @param now ms since 1970. */
export async function buryEvent(
  dataFolder: string,
  functionId: string,
  event: object,
  now: number,
): Promise<DeadLetter> {
  const time = new Date(now).toISOString();
  const id = `${time.replaceAll(/[^\dT]/g, '')}-${functionId}-${crypto.randomUUID().slice(0, 4)}`;
  const letter = { id, functionId, time, event };
  await mkdir(folderIn(dataFolder), { recursive: true });
  await writeFile(join(folderIn(dataFolder), `${id}.json`), `${JSON.stringify(letter, undefined, 2)}\n`);
  return letter;
}

/** The oldest first. */
export async function readDeadLetters(dataFolder: string): Promise<readonly DeadLetter[]> {
  const names = await readdir(folderIn(dataFolder)).catch(() => []);
  const letters = names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map(async (name) => JSON.parse(await readFile(join(folderIn(dataFolder), name), 'utf8')) as DeadLetter);
  return Promise.all(letters);
}

export function removeDeadLetter(dataFolder: string, { id }: DeadLetter): Promise<void> {
  return rm(join(folderIn(dataFolder), `${id}.json`), { force: true });
}
