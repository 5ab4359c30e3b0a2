/**
 * The index of one document type in the search engine: its names, its mapping, and what it has of a document. It has what
 * queries compare, folded as the table's own index has it, and no document: hits are read from the table.
 */

import { createHash } from 'node:crypto';
import { type DocumentType, valuesOf } from '../../data/search/document-type.ts';
import { fold } from '../../data/search/query/fold.ts';
import { searchedWords } from '../../data/search/query/searched-words.ts';

type IndexedType<Document> = Pick<DocumentType<Document>, 'name' | 'fields' | 'version' | 'idOf'>;

/** The analyzer that every engine has splits longer words. It counts UTF-16 units, as JavaScript does. */
export const maxWord = 250;
/** A value of a keyword is cut here. A query has 512 characters, and folding makes at most three of one: none is so long. */
const maxKeyword = 2_000;

/** The most that a list skips and counts, and one more. */
const maxWindow = 10_001;

const settings = {
  max_result_window: maxWindow,
  refresh_interval: '1s',
  // A late request for a document does not bring it back after its deletion.
  gc_deletes: '1h',
};

const kinds = {
  keyword: { type: 'keyword', doc_values: false },
  text: { type: 'text', analyzer: 'whitespace', norms: false },
  date: { type: 'double', doc_values: false },
  integer: { type: 'double', doc_values: false },
} as const;

function mappingOf({ fields }: IndexedType<never>): object {
  const own = [...fields].filter(([, field]) => !('from' in field));
  return {
    dynamic: 'strict',
    _source: { enabled: false },
    properties: {
      owner: { type: 'keyword' },
      id: { type: 'keyword' },
      has: kinds.keyword,
      ...Object.fromEntries(own.map(([name, { kind }]) => [memberOf(name), kinds[kind]])),
    },
  };
}

/** The member of the index for a field of the type. Dots would make objects of it. */
export function memberOf(field: string): string {
  return `field/${field.replaceAll('.', '/')}`;
}

export interface IndexNames {
  readonly index: string;
  /** An alias that the index has from its beginning. It is written by this name, so that the engine never makes an index itself. */
  readonly written: string;
  /** An alias that the index has when it has all documents. It is read by this name. */
  readonly complete: string;
}

/** Another mapping, or another version of the type, is another index: functions of two versions may run side by side. */
export function indexNames(tableName: string, type: IndexedType<never>): IndexNames {
  const shape = JSON.stringify([tableName, type.version, settings, mappingOf(type)]);
  const hash = createHash('sha256').update(shape).digest('hex').slice(0, 8);
  const index = `documents-${tableName.toLowerCase()}-${type.name}-${hash}`;
  return { index, written: `${index}-written`, complete: `${index}-complete` };
}

/** The body of the request that makes the index. */
export function indexBody(type: IndexedType<never>, { written }: IndexNames): object {
  return { settings: { index: settings }, mappings: mappingOf(type), aliases: { [written]: {} } };
}

/** What the index has of a document. */
export function indexedDocument<Document>(
  type: IndexedType<Document>,
  owner: string,
  document: Document,
): object {
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
  return { owner, id: type.idOf(document), has, ...Object.fromEntries(members) };
}

export function cutWord(word: string): string {
  return word.slice(0, maxWord);
}
