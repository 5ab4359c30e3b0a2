/** The fields by which queries find streams. */

import { documentType, type FieldTable, optional } from '../../data/search/document-type.ts';
import type { StreamRecord } from './stream-record.ts';

/**
 * Kinds of terms have two letters, since the kinds of sources have one. At most 32 tags leave room for words of the
 * name.
 */
const fields: FieldTable<StreamRecord> = {
  _id: { kind: 'keyword', from: 'id' },
  created: { kind: 'date', from: 'id' },
  updated: { kind: 'date', value: ({ updated }) => Date.parse(updated) },
  revision: { kind: 'integer', value: ({ revision }) => revision },
  source: { kind: 'keyword', terms: 'fs', value: ({ source }) => source },
  state: { kind: 'keyword', terms: 'fx', value: ({ state }) => state },
  name: {
    kind: 'text',
    terms: 'fw',
    isDefault: true,
    isBounded: true,
    values: ({ name }) => optional(name),
  },
  tags: { kind: 'keyword', terms: 'ft', isDefault: true, values: ({ tags }) => tags },
  on_error: { kind: 'keyword', value: ({ on_error: policy }) => policy },
  retention_days: { kind: 'integer', value: ({ retention_days: days }) => days },
};

export const streamType = documentType({
  name: 'stream',
  all: 'f',
  fields,
  version: 1,
  schema: 1,
});
