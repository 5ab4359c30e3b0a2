/** What responses show of records and failures. */

import { omitUndefined } from 'headwater/json';
import type { Models } from '#generated/models/stream.ts';
import type { LogFailure, LogRecord, RecordDocument } from './log/log-types.ts';

export type RecordHit = Models['StoredRecord'];
export type RecordView = 'document' | 'raw' | 'both';

/** The raw record is in the first hit, and is the only one with the view `raw`. */
export function recordHits(
  record: LogRecord,
  chosen: readonly number[],
  view: RecordView,
): readonly RecordHit[] {
  const documents = record.documents.filter((_, index) => chosen.includes(index));
  const shown = view === 'raw' ? documents.slice(0, 1).map(({ document }) => ({ document })) : documents;
  return shown.map((one, index) => hitOf({ ...record, ...one }, index > 0 ? 'document' : view));
}

export function hitOf(
  { position, at, raw, part, document }: LogRecord & RecordDocument,
  view: RecordView,
): RecordHit {
  return {
    position,
    ...omitUndefined({ part }),
    pushed: new Date(at).toISOString(),
    ...(view === 'raw' ? {} : { document }),
    ...(view === 'document' ? {} : { raw }),
  };
}

export function failureHit({ position, at, claim: _, ...failure }: LogFailure): Models['StoredFailure'] {
  const part = failure.failed_parts?.[0]?.part;
  return { position, ...omitUndefined({ part }), pushed: new Date(at).toISOString(), ...failure };
}
