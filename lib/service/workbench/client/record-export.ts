/** What is shown, as a file. */

import { writeJson } from 'headwater/json';
import { memberAt } from './member-at.ts';
import type { StoredRecord } from './stream-records.ts';

export function toNdjson(records: readonly StoredRecord[]): string {
  return records.map(({ document }) => `${writeJson(document ?? null)}\n`).join('');
}

/** RFC 4180: the columns in their order, after the position and the time of each record. */
export function toCsv(records: readonly StoredRecord[], columns: readonly string[]): string {
  const rows = records.map(({ position, pushed, document = {} }) => [
    String(position),
    pushed,
    ...columns.map((path) => textOf(memberAt(document, path))),
  ]);
  return [['position', 'pushed', ...columns], ...rows]
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('');
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : writeJson(value);
}

/** A spreadsheet would run a text that begins like a formula. */
function quoted(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function download(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
