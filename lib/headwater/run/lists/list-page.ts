/** A whole list operation: the page that a request asks for, and links to the other pages. */

import { type Documents, listAllOwners, listDocuments } from '../../data/documents.ts';
import type { AllOwnersInvocation, OwnedDocument } from '../../data/search/all-owners/list-all-owners.ts';
import type { DocumentType } from '../../data/search/document-type.ts';
import type { DocumentPage, Sort } from '../../data/search/list/document-list.ts';
import { maxDepth } from '../../data/search/list/list-cursor.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { DocumentPath } from '../../shared/query/fields.ts';
import type { Comparison, Filter } from '../../shared/query/syntax-tree.ts';
import type { OperationContext } from '../http/operation-context.ts';
import { nextLink, pageLinks } from '../http/response/pagination.ts';

/** The parameters of a list, by the names that handlers get: `size`, and as many of the others as the operation declares. */
export interface ListInput<Document> {
  readonly size: number;
  readonly from?: number;
  readonly after?: string;
  readonly query?: string;
  readonly sort?: Sort<Document>;
  readonly track_total?: boolean;
}

/** The context of a handler, with the conditions of its parameters with `x-filter`. */
export interface ListRequestContext<Document> extends Pick<OperationContext, 'query' | 'response'> {
  readonly filters?: readonly Filter<DocumentPath<Document>>[];
  readonly declaredFilters?: readonly Comparison[];
}

/** The members of a list that every model of one has. Not an interface, which would not be an open model. */
export type ListPage<Document> = {
  /** Exact up to 1,000, or up to 10,000 with `track_total`; beyond that, the list has at least so many. */
  readonly total: number;
  readonly hits: Document[];
  /** The cursor of the next page; absent on the last one. */
  readonly after?: string;
};

/**
 * Lists what the query and the filters of a request select, in its order. The response links to the next page, and to the first and
 * the previous one if the operation has a parameter `from`.
 *
 * @param input The input of the handler.
 * @param context The context of the handler.
 * @throws ServiceError invalid_query, and invalid_request when `from`, `size`, `after` or `sort` are not valid.
 * @example
 *   export const handle: Handle = (input, _body, context) => listPage(products(context), input, context);
 */
export async function listPage<Document>(
  documents: Documents<Document>,
  input: ListInput<Document>,
  context: ListRequestContext<Document>,
): Promise<ListPage<Document>> {
  const { filters, declaredFilters } = context;
  const asked = { ...requestOf(input), ...omitUndefined({ filters, declaredFilters }) };
  return linked(await listDocuments(documents, asked), input, context);
}

/** The parameters of a list of all owners, which has no other order than the newest first. */
export type AllOwnersInput = Omit<ListInput<never>, 'sort'>;

/**
 * As `listPage`, of the documents of all owners: for an operation of admins. Each hit says whose it is.
 *
 * @throws ServiceError forbidden unless the caller has the scope `admin`, and what `listPage` throws.
 * @example
 *   export const handle: Handle = (input, _body, context) => listPageOfAllOwners(orderType, input, context);
 */
export async function listPageOfAllOwners<Document>(
  type: DocumentType<Document>,
  input: AllOwnersInput,
  context: AllOwnersInvocation & ListRequestContext<Document>,
): Promise<ListPage<OwnedDocument<Document>>> {
  const { filters, declaredFilters } = context;
  const asked = { ...requestOf(input), ...omitUndefined({ filters, declaredFilters }) };
  return linked(await listAllOwners(type, context, asked), input, context);
}

/** The input of an operation may have other parameters, too. */
function requestOf<Document>({ size, from, after, query, sort, track_total }: ListInput<Document>) {
  return { size, ...omitUndefined({ from, after, query, sort, track_total }) };
}

function linked<Hit>(
  { total, hits, ...page }: DocumentPage<Hit>,
  { from, size }: Pick<ListInput<never>, 'from' | 'size'>,
  context: Pick<OperationContext, 'query' | 'response'>,
): ListPage<Hit> {
  const next = page.after === undefined ? {} : { after: page.after };
  if (from !== undefined)
    context.response.pages = pageLinks({ from, size, total, ...next, maxDepth }, context);
  else if (next.after !== undefined)
    context.response.pages = [nextLink({ name: 'after', value: next.after }, context)];
  return { total, hits: [...hits], ...next };
}
