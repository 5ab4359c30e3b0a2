/** All of the product that a run drives. A mutation copies this file with what it imports. */

import { getDocument, listDocuments, openDocuments } from '../../../lib/headwater/data/documents.ts';
import type { DocumentType } from '../../../lib/headwater/data/search/document-type.ts';
import { changeDocument, createDocument, removeDocument } from '../../../lib/headwater/data/writes.ts';
import { newProgress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import { deleteSample } from '../../../lib/service/samples/sample-items.ts';
import { putSample, removeSample } from '../../../lib/service/samples/sample-store.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import { appendBatch } from '../../../lib/service/streams/log/write/append-batch.ts';
import { findAppended } from '../../../lib/service/streams/log/write/request-bindings.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import type { StreamRecord } from '../../../lib/service/streams/stream-record.ts';
import { changeStream, createStream, removeStream } from '../../../lib/service/streams/stream-repository.ts';
import { refuseUsed } from '../../../lib/service/streams/used-sources.ts';

type Sorting = true | { readonly within: readonly string[] };

/** A type whose lists are also sorted by fields that each change may change. */
function sortedBy<Document>(
  type: DocumentType<Document>,
  sorting: Readonly<Record<string, Sorting>>,
): DocumentType<Document> {
  const fields = new Map(
    [...type.fields].map(([name, field]) => {
      const sort = sorting[name];
      return [name, sort === undefined || 'from' in field ? field : ({ ...field, sort } as typeof field)];
    }),
  );
  return { ...type, fields };
}

export const product = {
  appendBatch,
  changeDocument,
  changeStream,
  createDocument,
  createStream,
  deleteSample,
  findAppended,
  getDocument,
  listDocuments,
  newProgress,
  openDocuments,
  putSample,
  removeDocument,
  removeSample,
  removeStream,
  refuseUsed,
  sourceType: sortedBy<SourceRecord>(sourceType, { updated: { within: ['format', 'tags'] } }),
  streamType: sortedBy<StreamRecord>(streamType, {
    retention_days: { within: ['state', 'tags'] },
    updated: true,
  }),
  verifyTable,
};
