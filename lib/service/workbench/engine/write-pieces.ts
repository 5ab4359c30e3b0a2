/** The records of a text as bodies of pushes: NDJSON, which every source accepts. */

import { type ReadRecord, sentOf } from '@headwater/ingest/records';
import { writeJson } from 'headwater/json';

/** A push takes 500 records and 4 MiB; a character has up to three bytes of UTF-8. */
const maxRecords = 500;
const maxCharacters = 1_000_000;

/** A record that cannot be read is sent as it is, and fails in the service as it does here. */
export function writePieces(records: readonly ReadRecord[]): readonly string[] {
  const pieces: string[] = [];
  let lines: string[] = [];
  let size = 0;
  for (const record of records) {
    const { raw } = sentOf(record);
    const line = typeof raw === 'string' ? raw.replaceAll(/\r?\n/g, ' ') : writeJson(raw);
    if (lines.length === maxRecords || (lines.length > 0 && size + line.length > maxCharacters)) {
      pieces.push(lines.join('\n'));
      lines = [];
      size = 0;
    }
    lines.push(line);
    size += line.length;
  }
  return lines.length > 0 ? [...pieces, lines.join('\n')] : pieces;
}
