import { documentType, optional } from '../../data/search/document-type.ts';
import type { StreamRecord } from './stream-record.ts';

/**
 * Kinds of terms have two letters, since the kinds of sources have one. At most 32 tags leave room for words of the
 * name.
 */
export const streamType = documentType<StreamRecord>({
  name: 'stream',
  all: 'f',
  fields: {
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
  },
});
