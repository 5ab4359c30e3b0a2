/** The names and settings of the indexes that follow the table. */

import { createHash } from 'node:crypto';

/** What an index has of an item. */
export interface IndexShape {
  readonly name: string;
  /** Another one is of another index. */
  readonly version: number;
  /** The mapping of its members. Each index has `owner` and `id`. */
  readonly properties: object;
}

/** The most that a list skips and counts, and one more. */
export const maxWindow = 10_001;

const settings = {
  max_result_window: maxWindow,
  refresh_interval: '1s',
  // A late request for a document does not bring it back after its deletion.
  gc_deletes: '1h',
};

function mappingOf({ properties }: IndexShape): object {
  return { dynamic: 'strict', _source: { enabled: false }, properties };
}

export interface IndexNames {
  readonly index: string;
  /** An alias that the index has from its beginning. It is written by this name, so that the engine never makes an index itself. */
  readonly written: string;
  /** An alias that the index has when it has all documents. It is read by this name. */
  readonly complete: string;
}

/** Another mapping, or another version of the type, is another index: functions of two versions may run side by side. */
export function namesOfIndex(tableName: string, shape: IndexShape): IndexNames {
  const text = JSON.stringify([tableName, shape.version, settings, mappingOf(shape)]);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const index = `documents-${tableName.toLowerCase()}-${shape.name}-${hash}`;
  return { index, written: `${index}-written`, complete: `${index}-complete` };
}

/** The body of the request that makes the index. */
export function indexBody(shape: IndexShape, { written }: IndexNames): object {
  return { settings: { index: settings }, mappings: mappingOf(shape), aliases: { [written]: {} } };
}
