/** The documents of a type in their index. */

import { isOwner } from '../../../shared/owner.ts';
import { valuesOf } from '../../../shared/query/fields.ts';
import { fold } from '../../../shared/query/fold.ts';
import { searchedWords } from '../../../shared/query/searched-words.ts';
import { sortedFields, sortKeysOf } from '../../../shared/query/sort-keys.ts';
import { splitOwnedKey } from '../../store/layout.ts';
import { logMalformed } from '../../store/malformed.ts';
import type { DocumentType } from '../document-type.ts';
import { documentKey, parseDocument } from '../documents/document-items.ts';
import { openIndex } from '../index/open-index.ts';
import { cutWord, documentShape, memberOf, positionMember } from './document-shape.ts';
import type { IndexedType } from './write-documents.ts';

/** @throws Error if clients name the documents: the index keeps for good that an id was deleted. */
export function indexedDocuments(type: DocumentType<never>): IndexedType {
  if (type.isNamed)
    throw new Error(`A search engine cannot index the type ${type.name}: clients name its documents.`);
  return {
    shape: documentShape(type),
    sortKeyPrefix: 'document',
    atOnce: 200,
    nameOf: ({ pk, sk }) => {
      const { owner, key } = splitOwnedKey(String(pk));
      const [name, id = '', ...others] = key.split('/');
      const isDocument =
        sk === 'document' && others.length === 0 && /^[0-9a-f]{24}$/.test(id) && isOwner(owner);
      return isDocument && name === type.name ? { type: type.name, owner, id } : undefined;
    },
    keyOf: ({ owner, id }) => documentKey({ name: type.name, owner }, id),
    read: async (table, item, { owner }) => {
      // Earlier code left an item with an expiry in place of a deleted document.
      if (item['expiresAt'] !== undefined) return 'gone';
      const stored = parseDocument(openIndex(type, { owner }), item);
      if (!stored) logMalformed(table, item);
      return stored && { version: stored.revision, document: indexedDocument(type, owner, stored.document) };
    },
  };
}

/** A value of a keyword is cut here. A query has 512 characters, and folding makes at most three of one: none is so long. */
const maxKeyword = 2_000;

/** What the index has of a document. */
function indexedDocument<Document>(type: DocumentType<Document>, owner: string, document: Document): object {
  const own = [...type.fields].filter(([, field]) => !('from' in field));
  const has = own.flatMap(([name, field]) => (valuesOf(type, field, document).length > 0 ? [name] : []));
  const members = own.map(([name, field]) => {
    if (field.kind === 'text')
      return [
        memberOf(name),
        searchedWords(type, field, document).map((words) => words.map(cutWord).join(' ')),
      ];
    const values = valuesOf(type, field, document);
    const isText = field.kind === 'keyword';
    return [
      memberOf(name),
      isText ? values.map((value) => fold(String(value)).slice(0, maxKeyword)) : values,
    ];
  });
  const id = type.idOf(document);
  const positions = sortedFields(type.fields).map(({ name, field }) => [
    positionMember(name),
    sortKeysOf(type, field, document).map((key) => key + id),
  ]);
  return { owner, id, has, ...Object.fromEntries([...members, ...positions]) };
}
