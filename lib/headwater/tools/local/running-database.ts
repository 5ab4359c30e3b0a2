/** Finds a running `npm start`, and its database: only one process can open a data folder. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { membersOf } from '../../shared/json/is-object.ts';

const noteFile = 'endpoint.json';

interface Note {
  readonly endpoint: string;
  /** Where the service itself takes commands. */
  readonly control?: string | undefined;
  readonly pid: number;
}

/** So that commands find the service and its database. @param folder The data folder, which this process has opened until it ends. */
export async function noteDatabase(folder: string, endpoint: string, control?: string): Promise<void> {
  const note: Note = { endpoint, control, pid: process.pid };
  await writeFile(join(folder, noteFile), JSON.stringify(note));
}

/** @returns undefined if no process has opened the folder. A killed process leaves its note. */
async function findNote(folder: string): Promise<Note | undefined> {
  try {
    const { endpoint, control, pid } = membersOf(JSON.parse(await readFile(join(folder, noteFile), 'utf8')));
    // Throws if there is no such process.
    process.kill(Number(pid), 0);
    const response = await fetch(String(endpoint), { signal: AbortSignal.timeout(10_000) });
    if (!(await response.text()).startsWith('healthy: dynamodb')) return undefined;
    return {
      endpoint: String(endpoint),
      control: control === undefined ? control : String(control),
      pid: Number(pid),
    };
  } catch {
    return undefined;
  }
}

/** @returns the endpoint; undefined if no process has opened the folder. */
export async function findDatabase(folder: string): Promise<string | undefined> {
  return (await findNote(folder))?.endpoint;
}

/** @returns where a running service of this data folder takes commands. */
export async function findService(folder: string): Promise<string | undefined> {
  return (await findNote(folder))?.control;
}
