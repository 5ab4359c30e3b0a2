/** What the log stores of the documents of a record: the document itself, or a list if the record has parts. */

import type { DataRecord } from '@headwater/ingest';
import type { LogRecord, RecordDocument } from './log-types.ts';

type StoredParts = Pick<LogRecord, 'documents' | 'claim'>;

/** A document is an object, so a list is never one. */
export function storedValue({ documents, claim }: StoredParts): unknown {
  const [first] = documents;
  if (first && documents.length === 1 && first.part === undefined && !claim) return first.document;
  const columns = [documents.map(({ part = null }) => part), documents.map(({ document }) => document)];
  return claim ? [...columns, claim] : columns;
}

/** @param value A result of `storedValue`. */
export function storedParts(value: unknown): StoredParts {
  if (!Array.isArray(value)) return { documents: [{ document: value as DataRecord }] };
  const [parts, documents, claim] = value as [(string | null)[], DataRecord[], LogRecord['claim']];
  return {
    documents: documents.map((document, index): RecordDocument => {
      const part = parts[index];
      return typeof part === 'string' ? { part, document } : { document };
    }),
    ...(claim ? { claim } : {}),
  };
}
