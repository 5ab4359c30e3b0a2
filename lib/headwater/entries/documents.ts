/** Documents: their types, how they are stored, changed, listed and found. */

import '../shared/rights/no-updates.ts';

export {
  changeDocument,
  createDocument,
  type DocumentChange,
  type Documents,
  documentsOf,
  getDocument,
  listConsistently,
  listDocuments,
  newContainerId,
  putDocument,
  removeDocument,
} from '../data/documents.ts';
export {
  type ContentOf,
  type DocumentType,
  documentType,
  type ManagedMembers,
} from '../data/search/document-type.ts';
export {
  type ContentDefaults,
  completeContent,
  type Patch,
  patchContent,
  required,
} from '../data/search/documents/document-content.ts';
export { countHold, deleteHolds, getHolds, noteBeside } from '../data/search/documents/document-holds.ts';
export {
  checkExists,
  checkRevision,
  documentKey,
  parseDocument,
} from '../data/search/documents/document-items.ts';
export { type Beside, type DocumentAccess, findDocument } from '../data/search/documents/document-writes.ts';
export { type OpenIndex, openIndex } from '../data/search/index/open-index.ts';
export type { DocumentPage, ListRequest } from '../data/search/list/document-list.ts';
export { maxDepth } from '../data/search/list/list-cursor.ts';
