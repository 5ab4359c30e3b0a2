/**
 * Lists the documents of all owners, for admins and background work. Beside the postings of its owner, each document of the type
 * has one in a term of all owners, which says whose it is (index/terms.ts). A query is checked on the documents: every other term
 * has the documents of one owner.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { writeLog } from '../../../shared/log.ts';
import { adminScope } from '../../../shared/owner.ts';
import type { Field, Fields } from '../../../shared/query/fields.ts';
import type { InvocationTime } from '../../store/invocation-time.ts';
import { queryItems } from '../../store/table-reads.ts';
import { parsePosting } from '../index/postings.ts';
import { allOwnersTerm } from '../index/terms.ts';
import { type DocumentPage, findPage, type ListContext, type ListRequest } from '../list/document-list.ts';
import { tableIndex } from '../table-index/table-index.ts';

/** A document, and whose it is. */
export interface OwnedDocument<Document> {
  /** The name to send as `X-Owner`. */
  readonly owner: string;
  readonly document: Document;
}

/** The context of an operation that needs a credential, of a schedule, or of a consumer. */
export type AllOwnersInvocation = InvocationTime & (AdminInvocation | { readonly functionId: string });

interface AdminInvocation {
  readonly owner: string;
  readonly caller: { readonly subject: string; readonly credential: string };
  readonly requireScope: (scope: string) => void;
}

/** @throws ServiceError forbidden unless the caller has the scope `admin`. */
export function requireAdmin(invocation: AllOwnersInvocation): void {
  if ('functionId' in invocation) return;
  // Where everybody may call, `requireScope` has no credential to check.
  if (invocation.caller === undefined)
    throw new ServiceError('forbidden', 'The documents of all owners need a credential.');
  invocation.requireScope(adminScope);
}

type Documents<Document> = Omit<ListContext<Document>, 'searchIndex'>;

/** As `listAllOwners` (data/documents.ts), for a caller who may. */
export async function findOfAllOwners<Document>(
  documents: Documents<Document>,
  invocation: AllOwnersInvocation,
  request: ListRequest,
): Promise<DocumentPage<OwnedDocument<Document>>> {
  const index = { ...documents.index, fields: withoutTerms(documents.index.fields) };
  if (!index.isListedForAdmins)
    throw new Error(`The type ${index.name} has no list of all owners: declare isListedForAdmins: true.`);
  const owners = new Map<string, string>();
  const ownerOf = (id: string) => owners.get(id) ?? index.owner;
  const ofAll = { index: { ...index, all: allOwnersTerm(index.all) }, table: documents.table };
  const searchIndex = tableIndex(ofAll, notingOwners(owners));
  const page = await findPage({ ...documents, index, searchIndex, ownerOf }, request);
  const hits = page.hits.map((document) => ({ owner: ownerOf(index.idOf(document)), document }));
  writeAuditLine(index.name, invocation, { ...request, total: page.total, hits: hits.length });
  return { ...page, hits };
}

/** Reads postings. @param owners takes the owner of each, by the id of its document. */
function notingOwners(owners: Map<string, string>): typeof queryItems {
  return async (...given) => {
    const output = await queryItems(...given);
    for (const item of output.items) {
      const { id, owner } = parsePosting(item) ?? {};
      if (id !== undefined && owner !== undefined) owners.set(id, owner);
    }
    return output;
  };
}

/** The terms of a field lead to the documents of one owner, and so does the order of its values. */
function withoutTerms<Document>(fields: Fields<Document>): Fields<Document> {
  return new Map([...fields].map(([name, field]) => [name, plainField(field)]));
}

function plainField<Document>(field: Field<Document>): Field<Document> {
  if ('from' in field) return field;
  const { terms: _terms, sort: _sort, ...rest }: typeof field & { terms?: unknown; sort?: unknown } = field;
  return rest;
}

/** Writes to the log who has seen the data of others. */
function writeAuditLine(type: string, invocation: AllOwnersInvocation, list: object): void {
  const { requestId } = invocation;
  const who =
    'functionId' in invocation
      ? { functionId: invocation.functionId }
      : { subject: invocation.caller.subject, credential: invocation.caller.credential };
  writeLog('WARN', { message: `A list of each ${type} of all owners`, ...who, ...list, requestId });
}
