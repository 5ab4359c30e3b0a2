/**
 * The index of one document type in the search engine: its names, its mapping, and how it has words. It has what queries
 * compare, folded as the table's own index has it, and no document: hits are read from the table.
 */

import { sortedFields } from '../../../shared/query/sort-keys.ts';
import type { DocumentType } from '../document-type.ts';
import type { IndexShape } from './index-shape.ts';

/** The analyzer that every engine has splits longer words. It counts UTF-16 units, as JavaScript does. */
export const maxWord = 250;

const kinds = {
  keyword: { type: 'keyword', doc_values: false },
  text: { type: 'text', analyzer: 'whitespace', norms: false },
  date: { type: 'double', doc_values: false },
  integer: { type: 'double', doc_values: false },
  decimal: { type: 'double', doc_values: false },
} as const;

/** Lists sort by it. */
const position = { type: 'keyword' } as const;

export function documentShape({
  name,
  version,
  fields,
}: Pick<DocumentType<never>, 'name' | 'fields' | 'version'>): IndexShape {
  const own = [...fields].filter(([, field]) => !('from' in field));
  const properties = {
    owner: { type: 'keyword' },
    id: { type: 'keyword' },
    has: kinds.keyword,
    ...Object.fromEntries(own.map(([field, { kind }]) => [memberOf(field), kinds[kind]])),
    ...Object.fromEntries(sortedFields(fields).map((sorted) => [positionMember(sorted.name), position])),
  };
  return { name, version, properties };
}

/** The member of the index for a field of the type. Dots would make objects of it. */
export function memberOf(field: string): string {
  return `field/${field.replaceAll('.', '/')}`;
}

/** The member with the positions of the document in lists by the field (index/positions.ts). */
export function positionMember(field: string): string {
  return `position/${field.replaceAll('.', '/')}`;
}

export function cutWord(word: string): string {
  return word.slice(0, maxWord);
}
