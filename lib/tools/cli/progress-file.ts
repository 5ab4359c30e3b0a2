/** How far a verification has come, in a file: a later command goes on from there. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import type { StoredTypes } from '../../data/stored-types.ts';
import { newReport } from '../admin/report.ts';
import { newProgress, type Progress } from '../admin/verify-table.ts';
import { CommandError } from '../commands/command-line.ts';

interface ProgressStart {
  readonly tableName: string;
  readonly types: StoredTypes;
  /** How many are read at the same time. */
  readonly segments: number;
}

/** @throws CommandError when the file is of another table, or of something else. */
export async function readProgress(
  path: string | undefined,
  { tableName, types, segments }: ProgressStart,
): Promise<Progress> {
  const text = path === undefined ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return newProgress(tableName, types, segments);
  const progress = parse(text);
  if (progress?.report.table === tableName) return progress;
  const found = progress ? `a verification of ${progress.report.table}` : 'not a verification';
  throw new CommandError(`${path} is ${found}; choose another file, or delete it to begin anew.`);
}

function parse(text: string): Progress | undefined {
  try {
    const { report, segments } = JSON.parse(text);
    if (!Array.isArray(segments) || typeof report.table !== 'string') return undefined;
    // Earlier code may have stored a report without all members.
    return { report: { ...newReport(report.table, []), ...report }, segments };
  } catch {
    return undefined;
  }
}

export async function writeProgress(path: string, progress: Progress): Promise<void> {
  await writeFile(path, JSON.stringify(progress));
}

export async function removeProgress(path: string): Promise<void> {
  await rm(path, { force: true });
}
