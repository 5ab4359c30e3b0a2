/** All of the product that a run drives. A mutation copies this file with what it imports. */

import { getDocument, listDocuments, openDocuments } from '../../../lib/headwater/data/documents.ts';
import { changeDocument, createDocument, removeDocument } from '../../../lib/headwater/data/writes.ts';
import { newProgress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import { deleteSample } from '../../../lib/service/samples/sample-items.ts';
import { putSample, removeSample } from '../../../lib/service/samples/sample-store.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { appendBatch } from '../../../lib/service/streams/log/write/append-batch.ts';
import { findAppended } from '../../../lib/service/streams/log/write/request-bindings.ts';
import { streamType } from '../../../lib/service/streams/stream-fields.ts';
import { changeStream, createStream, removeStream } from '../../../lib/service/streams/stream-repository.ts';
import { refuseUsed } from '../../../lib/service/streams/used-sources.ts';

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
  sourceType,
  streamType,
  verifyTable,
};
