/** Only one process can open a data folder. This is how a command finds the database of an `npm start` that runs. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const noteFile = 'endpoint.json';

interface Note {
  readonly endpoint: string;
  readonly pid: number;
}

/** @param folder the data folder, which this process has opened. */
export async function noteDatabase(folder: string, endpoint: string): Promise<void> {
  const note: Note = { endpoint, pid: process.pid };
  await writeFile(join(folder, noteFile), JSON.stringify(note));
}

/** @returns the endpoint; undefined if no process has opened the folder. The note of one that was killed stays. */
export async function findDatabase(folder: string): Promise<string | undefined> {
  try {
    const { endpoint, pid } = Object(JSON.parse(await readFile(join(folder, noteFile), 'utf8')));
    // Throws if there is no such process.
    process.kill(pid, 0);
    const response = await fetch(String(endpoint), { signal: AbortSignal.timeout(1_000) });
    return (await response.text()).startsWith('healthy: dynamodb') ? String(endpoint) : undefined;
  } catch {
    return undefined;
  }
}
