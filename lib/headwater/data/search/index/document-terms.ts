/**
 * The terms under which a document is listed: the term of all documents, one for each value of an indexed field, and those
 * by whose values lists sort.
 */

import { valuesOf } from '../../../shared/query/fields.ts';
import { fold } from '../../../shared/query/fold.ts';
import { indexedParts } from '../../../shared/query/searched-words.ts';
import { sortedFields, sortKeysOf } from '../../../shared/query/sort-keys.ts';
import type { DocumentType } from '../document-type.ts';
import { allOwnersTerm, sortTerm, termOf, withSortKey } from './terms.ts';

/** The parts of a document type on which the terms of a document depend. */
type TermFields<Document> = Pick<DocumentType<Document>, 'all' | 'fields' | 'idOf' | 'isListedForAdmins'>;

export function termsOf<Document>(index: TermFields<Document>, document: Document): Set<string> {
  const parts = indexedParts(index, document);
  const terms = parts.map(([kind, part]) => termOf(kind, part));
  const ofAllOwners = index.isListedForAdmins ? [allOwnersTerm(index.all)] : [];
  return new Set([index.all, ...ofAllOwners, ...terms, ...sortTermsOf(index, document)]);
}

function sortTermsOf<Document>(index: TermFields<Document>, document: Document): string[] {
  const { all, fields } = index;
  return sortedFields(fields).flatMap(({ name, field, within }) => {
    const values = within.flatMap((other) => {
      const its = fields.get(other);
      return (its ? valuesOf(index, its, document) : []).map((value) => ({
        field: other,
        text: fold(String(value)),
      }));
    });
    const terms = [undefined, ...values].map((value) => sortTerm(all, name, value));
    const keys = sortKeysOf(index, field, document);
    return terms.flatMap((term) => keys.map((key) => withSortKey(term, key)));
  });
}
