/** Documents: their types, how they are stored, changed, listed and found. */

import '../shared/rights/no-gets.ts';
import '../shared/rights/no-updates.ts';

export {
  type Documents,
  documentsOf,
  getDocument,
  listAllOwners,
  listConsistently,
  listDocuments,
  newContainerId,
} from '../data/documents.ts';
export type { AllOwnersInvocation, OwnedDocument } from '../data/search/all-owners/list-all-owners.ts';
export {
  type ContentOf,
  type DocumentType,
  documentType,
  type ManagedMembers,
  sharedDocumentType,
  tenantDocumentType,
} from '../data/search/document-type.ts';
export {
  type ContentDefaults,
  completeContent,
  type Patch,
  patchContent,
  required,
} from '../data/search/documents/document-content.ts';
export { keptWhileReferenced, noteBeside } from '../data/search/documents/document-holds.ts';
export {
  checkExists,
  checkRevision,
  documentKey,
  parseDocument,
} from '../data/search/documents/document-items.ts';
export { type DocumentAccess, findDocument } from '../data/search/documents/document-writes.ts';
export { getVersion, keptVersions, listVersions } from '../data/search/documents/kept-versions.ts';
export { reference } from '../data/search/documents/references.ts';
export { findUnique, unique } from '../data/search/documents/unique-values.ts';
export type { Beside, Write } from '../data/search/documents/write-together.ts';
export { type OpenIndex, openIndex } from '../data/search/index/open-index.ts';
export type { DocumentPage, ListRequest, Sort } from '../data/search/list/document-list.ts';
export { maxDepth } from '../data/search/list/list-cursor.ts';
export type { Invocations, OwnedBy } from '../data/search/ownership.ts';
export { writeTogether } from '../data/write-together.ts';
export {
  adjustDocument,
  adjustmentOf,
  type Creation,
  changeDocument,
  changeOf,
  createDocument,
  creationOf,
  type DocumentChange,
  type DocumentRemoval,
  existenceOf,
  putDocument,
  removalOf,
  removeDocument,
} from '../data/writes.ts';
export {
  type AllOwnersInput,
  type ListInput,
  type ListPage,
  listPage,
  listPageOfAllOwners,
} from '../run/lists/list-page.ts';
