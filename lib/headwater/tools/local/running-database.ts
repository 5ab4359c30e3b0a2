/** Finds the database of a running `npm start`, since only one process can open a data folder. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { membersOf } from '../../shared/json/is-object.ts';

const noteFile = 'endpoint.json';

interface Note {
  readonly endpoint: string;
  readonly pid: number;
}

/** So that commands use it. @param folder The data folder, which this process has opened until it ends. */
export async function noteDatabase(folder: string, endpoint: string): Promise<void> {
  const note: Note = { endpoint, pid: process.pid };
  await writeFile(join(folder, noteFile), JSON.stringify(note));
}

/** @returns the endpoint; undefined if no process has opened the folder. A killed process leaves its note. */
export async function findDatabase(folder: string): Promise<string | undefined> {
  try {
    const { endpoint, pid } = membersOf(JSON.parse(await readFile(join(folder, noteFile), 'utf8')));
    // Throws if there is no such process.
    process.kill(Number(pid), 0);
    const response = await fetch(String(endpoint), { signal: AbortSignal.timeout(1_000) });
    return (await response.text()).startsWith('healthy: dynamodb') ? String(endpoint) : undefined;
  } catch {
    return undefined;
  }
}
