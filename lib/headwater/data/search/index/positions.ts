/**
 * Positions in a list: the id of a document, or, in a list by a field, the sort key of its value and then the id. They are
 * hexadecimal digits in the order of the list.
 */

import { everySortKey, type SortRange, sortKeyOf } from '../../../shared/query/sort-keys.ts';
import { firstId, lastId } from '../../store/ids.ts';
import type { DocumentType } from '../document-type.ts';
import { everyId, type IdRange } from './terms.ts';

/** The order of a list. */
export interface ListOrder {
  /** The field with `sort` that is sorted by; undefined: ids, which are in the order of creation. */
  readonly sortField: string | undefined;
  readonly isDescending: boolean;
}

type SortedIndex<Document> = Pick<DocumentType<Document>, 'fields' | 'idOf'>;

export function idOfPosition(position: string): string {
  return position.slice(-firstId.length);
}

/** Where a list in this order has the document. */
export function listPositionOf<Document>(
  index: SortedIndex<Document>,
  { sortField, isDescending }: ListOrder,
  document: Document,
): string {
  const id = index.idOf(document);
  const field = sortField === undefined ? undefined : index.fields.get(sortField);
  return field ? sortKeyOf(index, { field, isDescending }, document) + id : id;
}

/** The positions of documents whose sort keys are in the range. */
export function positionsOf({ low, high }: SortRange): IdRange {
  return { low: low + firstId, high: high + lastId };
}

/** All positions of a list. */
export function everyPosition({ sortField, isDescending }: ListOrder): IdRange {
  return sortField === undefined ? everyId : positionsOf(everySortKey(isDescending));
}
