/** The records of a text, with the readers of the service. */

import {
  csvIssues,
  mediaTypeOfFormat,
  multilineIssues,
  ReadError,
  type ReadRecord,
  readRecords,
} from '@headwater/ingest/records';
import { parseWithDecimals } from 'headwater/json';
import type { RecordsInput } from './protocol.ts';

interface ReadInput {
  readonly records: readonly ReadRecord[];
  /** Why the text cannot be read. */
  readonly problem?: string;
}

/** JSON may be an array or one object a line. */
export function readInput({ text, limit, ...format }: RecordsInput): ReadInput {
  const [issue] = [...csvIssues(format), ...multilineIssues(format)];
  if (issue) return { records: [], problem: `${issue.pointer} ${issue.message}.` };
  const isArray = format.format === 'json' && text.trimStart().startsWith('[');
  const mediaType = isArray ? 'application/json' : mediaTypeOfFormat[format.format];
  try {
    return {
      records: readRecords({ mediaType, content: text }, { ...format, limit, reparse: parseWithDecimals }),
    };
  } catch (error) {
    if (error instanceof ReadError) return { records: [], problem: error.message };
    throw error;
  }
}

/** Keeps the records of the last text: most requests have the same one. */
export class InputReader {
  #last: { readonly key: string; readonly text: string; readonly read: ReadInput } | undefined;

  read(input: RecordsInput): ReadInput {
    const { text, ...rest } = input;
    const key = JSON.stringify(rest);
    if (this.#last?.key === key && this.#last.text === text) return this.#last.read;
    const read = readInput(input);
    this.#last = { key, text, read };
    return read;
  }
}
