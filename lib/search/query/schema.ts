/** Which fields a query can name, and how they compare. */

/** `keyword` compares whole, `text` by words; `date` is milliseconds since 1970. */
export type FieldKind = 'keyword' | 'text' | 'date' | 'integer';

export interface Field {
  readonly kind: FieldKind;
}

/** What the parser needs to know. */
export type Fields = ReadonlyMap<string, Field>;

/** What the evaluator needs to know of a document. */
export interface QuerySchema<Document> {
  readonly fields: ReadonlyMap<string, Field & ValuesOf<Document>>;
  /** Keywords and texts in which a word without a field is searched. */
  readonly searched: readonly string[];
}

interface ValuesOf<Document> {
  /** Texts as they are, dates and integers as numbers; none when the document does not have the field. */
  readonly valuesOf: (document: Document) => readonly (string | number)[];
}
