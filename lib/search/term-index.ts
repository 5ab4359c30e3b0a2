/**
 * Documents of one type in the table, and the fields by which queries find them.
 *
 * The table of fields is the only place that says what is indexed and how a
 * value is read. The maker of index terms, the planner of lists and the
 * evaluator of queries all read it, so they cannot disagree.
 */

import { timeOfId } from '../store/ids.ts';

/** `keyword` compares the whole value, `text` its words; a `date` is in milliseconds since 1970. */
export type FieldKind = 'keyword' | 'text' | 'date' | 'integer';

/** `value` reads the one value that every document has, `values` any number of them. */
type Reader<Document, Value> =
  | { readonly value: (document: Document) => Value }
  | { readonly values: (document: Document) => readonly Value[] };

interface TextField {
  readonly kind: 'keyword' | 'text';
  /**
   * The kind of index term that stands for a value of the field, such as `t`.
   * Fields may share one. Without it the field is checked on the document.
   */
  readonly terms?: string;
  /** A word without a field is searched in this field. */
  readonly isDefault?: true;
}

interface NumberField {
  readonly kind: 'date' | 'integer';
}

/** The id itself, or the time that it contains (store/ids.ts). Entries sort by id, so both are ranges of ids. */
interface IdField {
  readonly kind: 'keyword' | 'date';
  readonly from: 'id';
}

export type Field<Document> =
  | (TextField & Reader<Document, string>)
  | (NumberField & Reader<Document, number>)
  | IdField;

/** The fields that a query may name. */
export type Fields<Document> = ReadonlyMap<string, Field<Document>>;

/** The members of a type by name, without an index signature. */
type NamesOf<Type> = keyof {
  [Name in keyof Type as string extends Name ? never : number extends Name ? never : Name]: unknown;
} &
  string;

/** The members of the value of a member, or of each item of a list; the member alone when none is declared. */
type PathsOf<Name extends string, Value> = Value extends readonly (infer Item)[]
  ? PathsOf<Name, Item>
  : Value extends object
    ? [NamesOf<Value>] extends [never]
      ? Name
      : `${Name}.${NamesOf<Value>}`
    : Name;

/** The paths of the values of a document, such as `name` and `preprocessors.type`. */
type FieldPath<Document> = {
  [Name in NamesOf<Document>]: PathsOf<Name, Exclude<Document[Name & keyof Document], undefined>>;
}[NamesOf<Document>];

/** Every value of a document, so that a member that the document type gains must be declared here. */
export type FieldTable<Document> = {
  readonly [Path in FieldPath<Document>]: Field<Document> | 'not searchable';
};

/** @example fieldsOf({ name: { kind: 'text', ... }, secret: 'not searchable' }) // a map with the field `name` */
export function fieldsOf<Document>(table: FieldTable<Document>): Fields<Document> {
  const rows = Object.entries<Field<Document> | 'not searchable'>(table);
  return new Map(rows.flatMap(([name, field]) => (field === 'not searchable' ? [] : [[name, field]])));
}

/** What is needed to read the fields of a document. */
export interface SearchFields<Document> {
  readonly fields: Fields<Document>;
  readonly idOf: (document: Document) => string;
}

/** Several indexes can share the table when their names and kinds of terms differ. */
export interface TermIndex<Document> extends SearchFields<Document> {
  /** Names one document in messages, and is the first part of its key, such as `source`. */
  readonly name: string;
  /** The term of all documents, such as `sources`. It has no slash, unlike the terms of values. */
  readonly all: string;
}

/** Texts as they are stored; dates and integers as numbers. */
export function valuesOf<Document>(
  { idOf }: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): readonly (string | number)[] {
  if ('value' in field) return [field.value(document)];
  if ('values' in field) return field.values(document);
  const id = idOf(document);
  return [field.kind === 'date' ? timeOfId(id) : id];
}

export function isAlwaysPresent(field: Field<never>): boolean {
  return !('values' in field);
}

/** The names of the fields in which a word without a field is searched. */
export function defaultFields(fields: Fields<never>): readonly string[] {
  return [...fields].flatMap(([name, field]) => ('isDefault' in field && field.isDefault ? [name] : []));
}

/** @example optional(undefined) // [] */
export function optional<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}
