import { documentType, reference } from 'headwater/documents';
import { sourceType } from '../sources/source-fields.ts';
import type { StreamRecord } from './stream-record.ts';

/**
 * Kinds of terms have two letters, since the kinds of sources have one. At most 32 tags leave room for words of the
 * name and the description.
 */
export const streamType = documentType<StreamRecord>({
  name: 'stream',
  all: 'f',
  rules: [reference('source', () => sourceType, { while: { state: ['open', 'paused'] } })],
  fields: {
    source: { kind: 'keyword', terms: 'fs' },
    state: { kind: 'keyword', terms: 'fx' },
    name: { kind: 'text', terms: 'fw', isDefault: true, isBounded: true, isOptional: true },
    description: { kind: 'text', terms: 'fw', isDefault: true, isBounded: true, isOptional: true },
    tags: { kind: 'keyword', terms: 'ft', isDefault: true, isList: true },
    on_error: { kind: 'keyword' },
    retention_days: { kind: 'integer' },
    'sink.kind': 'not searchable',
    'sink.index': 'not searchable',
    'alerts.failure_share': 'not searchable',
    'alerts.silence_minutes': 'not searchable',
    'alerts.lag': 'not searchable',
  },
});
