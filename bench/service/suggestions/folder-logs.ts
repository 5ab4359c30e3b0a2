/**
 * Public logs that are not of this project: each has a file NAME_2k.log with a record a line, and a table NAME_2k.log_structured.csv of
 * its columns. Loghub has such files (https://github.com/logpai/loghub, for research alone).
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestionEngine } from '../../../lib/ingest/suggestions/engine.ts';
import type { Task, TaskColumn, TaskRecord } from './task.ts';

const ending = '_2k.log';
const engine = await suggestionEngine({ limit: 100_000 });

/** What the table adds, and parts of a time, whose form the table does not say. */
const left = new Set(['LineId', 'EventId', 'EventTemplate', 'Date', 'Time', 'Day', 'Month', 'Timestamp']);

const synonyms: Readonly<Record<string, readonly string[]>> = {
  Content: ['message'],
  Level: ['log.level', 'severity'],
  Component: ['logger', 'program', 'process.name', 'app', 'tag', 'log.logger'],
  Process: ['thread', 'process.thread.name'],
  Pid: ['process.pid', 'pid'],
  PID: ['process.pid', 'pid'],
  Tid: ['thread', 'process.thread.id'],
  Program: ['process.name', 'program'],
  Node: ['host', 'host.name', 'thread', 'process.thread.name'],
  User: ['host', 'host.name'],
  Location: ['host', 'host.name'],
};

export function folderTasks(folder: string): readonly Task[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.toSorted().map((name) => folderTask(name.slice(0, -ending.length), join(folder, name)));
}

function folderTask(name: string, path: string): Task {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));
  const rows = engine.read(readFileSync(`${path}_structured.csv`, 'utf8'), { format: 'csv' }) ?? [];
  const columns = Object.keys(rows[0] ?? {})
    .filter((column) => !left.has(column))
    .map((column): TaskColumn => ({ name: column, synonyms: synonyms[column] ?? [], type: 'text' }));
  const records = rows.map(
    (row, index): TaskRecord => ({
      text: lines[index] ?? '',
      values: Object.fromEntries(
        columns.map((column) => [column.name, String(row?.[column.name] ?? '') || undefined]),
      ),
    }),
  );
  return { name, columns, records };
}
