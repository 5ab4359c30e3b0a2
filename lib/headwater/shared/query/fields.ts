/**
 * The fields by which queries find documents of a type, and how their values are read. The maker of index terms, the planner of lists
 * and the evaluator of queries all read the same table, so they cannot disagree.
 */

import { timeOfId } from '../id-time.ts';
import { membersOf } from '../json/is-object.ts';

/**
 * `keyword` compares the whole value, `text` its words; a `date` is in milliseconds since 1970. A `decimal` is a number of any
 * size; its comparisons are exact, since a query has at most 15 significant digits and each of these is a number of its own.
 */
export type FieldKind = 'keyword' | 'text' | NumericKind;

export type NumericKind = 'date' | 'integer' | 'decimal';

/** `value` reads the one value that every document has, `values` any number of them. */
type Reader<Document, Value> =
  | { readonly value: (document: Document) => Value }
  | { readonly values: (document: Document) => readonly Value[] };

/**
 * Lists can sort by the field, and a range of it costs what it finds (sort-keys.ts). `within`: the same among the documents
 * where one of these keyword fields has a given value, such as all orders of a customer by their total.
 */
export type Sorting<Path extends string = string> = true | { readonly within: readonly Path[] };

interface IndexedText {
  /**
   * The kind of index term that stands for a value of the field, such as `t`.
   * Fields may share one. Without it the field is checked on the document.
   */
  readonly terms?: string;
  /** A word without a field is searched in this field. */
  readonly isDefault?: true;
  /** Only the first words are searched: as many different ones as the preceding fields leave of `maxTerms`. */
  readonly isBounded?: true;
}

interface KeywordField extends IndexedText {
  readonly kind: 'keyword';
  readonly sort?: Sorting;
}

interface WordField extends IndexedText {
  readonly kind: 'text';
  readonly sort?: never;
}

type TextField = KeywordField | WordField;

interface NumberField {
  readonly kind: NumericKind;
  readonly sort?: Sorting;
}

/** The id itself, or the time that it contains (store/ids.ts). Postings sort by id, so both are ranges of ids. */
interface IdField {
  readonly kind: 'keyword' | 'date';
  readonly from: 'id';
}

export type Field<Document> =
  | (TextField & Reader<Document, string>)
  | (NumberField & Reader<Document, number>)
  | IdField;

export type Fields<Document> = ReadonlyMap<string, Field<Document>>;

/** The members of a type by name, without an index signature. */
type NamesOf<Type> = keyof {
  [Name in keyof Type as string extends Name ? never : number extends Name ? never : Name]: unknown;
} &
  string;

/** The members of a member's value, or of the items of its list; the member alone if its value declares none. */
type PathsOf<Name extends string, Value> = Value extends readonly (infer Item)[]
  ? PathsOf<Name, Item>
  : Value extends object
    ? [NamesOf<Value>] extends [never]
      ? Name
      : `${Name}.${NamesOf<Value>}`
    : Name;

/** The paths of the values of a document, such as `name` and `author.name`. */
export type DocumentPath<Document> = {
  [Name in NamesOf<Document>]: PathsOf<Name, Exclude<Document[Name & keyof Document], undefined>>;
}[NamesOf<Document>];

/** A field without a reader has the value of the member with its name. A member that may be absent needs `isOptional`. */
type MemberField<Value> = KindOf<Exclude<Value, undefined>> &
  (undefined extends Value ? { readonly isOptional: true } : { readonly isOptional?: true });

/** A `date` of a text is ISO 8601. */
type KindOf<Value> = [Value] extends [string]
  ? (TextField | (NumberField & { readonly kind: 'date' })) & { readonly isList?: never }
  : [Value] extends [number]
    ? NumberField & { readonly isList?: never }
    : [Value] extends [readonly string[]]
      ? TextField & { readonly isList: true; readonly sort?: never }
      : never;

/** Lists every value of a document, so a member that the document type gains must be declared here. */
export type FieldTable<Document> = {
  readonly [Path in DocumentPath<Document>]:
    | ((Field<Document> | (Path extends keyof Document ? MemberField<Document[Path]> : never)) & {
        readonly sort?: Sorting<DocumentPath<Document>>;
      })
    | 'not searchable';
};

/** @example fieldsOf({ name: { kind: 'text' }, secret: 'not searchable' }) // a map with the field `name` */
export function fieldsOf<Document>(table: FieldTable<Document>): Fields<Document> {
  const rows = Object.entries<Field<Document> | OwnMember | 'not searchable'>(table);
  return new Map(
    rows.flatMap(([name, field]) => (field === 'not searchable' ? [] : [[name, withReader(name, field)]])),
  );
}

type OwnMember = (TextField | NumberField) & { readonly isList?: true; readonly isOptional?: true };

function withReader<Document>(name: string, field: Field<Document> | OwnMember): Field<Document> {
  if ('value' in field || 'values' in field || 'from' in field) return field;
  const { isList, isOptional, ...kind } = field;
  const value = (document: Document) => {
    const found = membersOf(document)[name];
    return kind.kind === 'date' && typeof found === 'string' ? timeOf(found) : found;
  };
  // FieldTable says that the member is what the field declares.
  if (!isList && !isOptional) return { ...kind, value } as Field<Document>;
  const values = (document: Document) => {
    const found = value(document);
    if (isOptional && found === undefined) return [];
    return isList ? found : [found];
  };
  return { ...kind, values } as Field<Document>;
}

/** The format of a time allows a leap second, which Date.parse does not: it counts as the second before it. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/(:\d\d):60/, '$1:59'));
}

/** The parts of a document type that reading its fields needs. */
export interface SearchFields<Document> {
  readonly fields: Fields<Document>;
  readonly idOf: (document: Document) => string;
}

/** Texts as they are stored; dates, integers and decimals as numbers. */
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

/** Whether the type's fields can be read from a stored value, which anybody may have written. */
export function isDocument<Document>(index: SearchFields<Document>, value: unknown): value is Document {
  try {
    // The cast only serves this check.
    const document = value as Document;
    return [...index.fields.values()].every((field) => {
      const values: unknown = valuesOf(index, field, document);
      const isValue = (one: unknown) =>
        isNumeric(field.kind) ? Number.isFinite(one) : typeof one === 'string';
      return Array.isArray(values) && values.every(isValue);
    });
  } catch {
    return false;
  }
}

/** The names of the fields that cannot be read from the value. */
export function unreadableFields<Document>(index: SearchFields<Document>, value: unknown): readonly string[] {
  const isUnreadable = (one: readonly [string, Field<Document>]) =>
    !isDocument({ ...index, fields: new Map([one]) }, value);
  return [...index.fields].filter(isUnreadable).map(([name]) => name);
}

/** Whether the values are numbers, which have ranges. */
export function isNumeric(kind: FieldKind): kind is NumericKind {
  return kind === 'date' || kind === 'integer' || kind === 'decimal';
}

export function isAlwaysPresent(field: Field<never>): boolean {
  return !('values' in field);
}

/** The names of the fields in which a word without a field is searched. */
export function defaultFields(fields: Fields<never>): readonly string[] {
  return [...fields].flatMap(([name, field]) => ('isDefault' in field && field.isDefault ? [name] : []));
}
