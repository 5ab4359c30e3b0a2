/** Documents of one type in the table, and the fields by which queries find them. */

import { timeOfId } from '../../shared/id-time.ts';
import { type Field, type FieldTable, fieldsOf, type SearchFields } from '../../shared/query/fields.ts';
import { checkSorting } from '../../shared/query/sort-keys.ts';
import { isId } from '../store/ids.ts';
import type { DocumentRule } from './document-rule.ts';
import type { DocumentVersions, VersionDeclaration } from './document-versions.ts';
import type { OwnedBy } from './ownership.ts';

function memberNames<Document>(table: FieldTable<Document>): readonly string[] {
  return [...new Set(Object.keys(table).map((path) => path.split('.')[0] ?? path))];
}

/** Attributes of an item beside the members of its document. DynamoDB deletes an item when the time in `expiresAt` is over. */
const reserved = ['pk', 'sk', 'stored', 'expiresAt'];

export interface StoredMembers {
  /** In the order in which documents have them. */
  readonly members: readonly string[];
  /** Members of any shape, stored as JSON text: DynamoDB's numbers have 38 digits and its maps 32 levels. */
  readonly texts: readonly string[];
}

/** A type of documents. Several types share the table; their names and kinds of terms differ. */
export interface DocumentType<Document, By extends OwnedBy = OwnedBy>
  extends SearchFields<Document>,
    StoredMembers,
    DocumentVersions {
  /** Names one document in messages, and is a part of its key, such as `bookmark`. */
  readonly name: string;
  /** Whose the documents are. */
  readonly ownedBy: By;
  /** The term of all documents, such as `s`. It has no slash, unlike the terms of values. */
  readonly all: string;
  /** Kinds of terms that no field has any more. */
  readonly formerTerms: readonly string[];
  /** Each document has a posting in a term of all owners, too. */
  readonly isListedForAdmins?: true | undefined;
  /** Clients name the documents: an id may come back after a removal. */
  readonly isNamed?: true | undefined;
  /** What must hold between its documents and others (document-rule.ts). */
  readonly rules: readonly DocumentRule<Document>[];
}

export interface DocumentName {
  /** The name of its type. */
  readonly type: string;
  readonly owner: string;
  readonly id: string;
}

/** The members of a document that the service sets; clients write all others. */
export interface ManagedMembers {
  readonly _id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly updated: string;
  readonly revision: number;
}

/** The members that clients write. `Omit` would lose their names if the model is open, and has any others. */
export type ContentOf<Document> = {
  [Name in keyof Document as Exclude<Name, keyof ManagedMembers>]: Document[Name];
};

/**
 * Makes the members of revision 1. The id contains the time of creation, so sorting by id sorts by `created`.
 *
 * @param time Of the creation, in milliseconds since 1970, if the id is made of a name.
 * @throws Error if no read would accept the id.
 */
export function firstMembers(_id: string, time = timeOfId(_id)): ManagedMembers {
  if (!isId(_id))
    throw new Error(
      `No document can have the id ${JSON.stringify(_id)}: an id has 24 hexadecimal digits in lower case. Make it of a name with idOfName.`,
    );
  const created = new Date(time).toISOString();
  return { _id, created, updated: created, revision: 1 };
}

/**
 * Makes the members of a later revision. `updated` never goes back, even if a clock does.
 *
 * @param now Milliseconds since 1970.
 */
export function laterMembers(
  { _id, created, updated: before }: ManagedMembers,
  { revision, now }: { readonly revision: number; readonly now: number },
): ManagedMembers {
  const updated = new Date(Math.max(now, Date.parse(before))).toISOString();
  return { _id, created, updated, revision };
}

const managedFields: FieldTable<ManagedMembers> = {
  _id: { kind: 'keyword', from: 'id' },
  created: { kind: 'date', from: 'id' },
  updated: { kind: 'date', value: ({ updated }) => Date.parse(updated) },
  revision: { kind: 'integer' },
};

const storedTime: Field<ManagedMembers> = {
  kind: 'date',
  value: ({ created }) => Date.parse(created),
};

interface DocumentTypeDeclaration<Document>
  extends Pick<DocumentType<Document>, 'name' | 'all'>,
    VersionDeclaration<Document, ContentOf<Document>> {
  /** Every member that clients write. Queries know the managed members, too; `updated` may be declared, with a `sort`. */
  readonly fields: FieldTable<ContentOf<Document>> & Partial<Pick<FieldTable<ManagedMembers>, 'updated'>>;
  /** The default is none. */
  readonly texts?: DocumentType<Document>['texts'];
  /** Clients name the documents: their ids are made of the names (`idOfName`), and contain no time. */
  readonly isNamed?: true;
  /** What must hold between documents: `unique`, `reference`, `keptWhileReferenced`. The default is none. */
  readonly rules?: readonly DocumentRule<Document>[];
}

/** The declaration of a type whose documents have several owners. */
interface OwnedTypeDeclaration<Document> extends DocumentTypeDeclaration<Document> {
  /**
   * Admins may list the documents of all owners (`listAllOwners`). Each new document then has one more posting. Raise `version`
   * with it. Documents that clients name have no such list: two owners may use the same name.
   */
  readonly isListedForAdmins?: true;
}

/**
 * A type whose documents belong to their callers: each has their own.
 *
 * @example documentType<Bookmark>({ name: 'bookmark', all: 'b', fields: { url: { kind: 'keyword' } } })
 */
export function documentType<Document extends ManagedMembers>(
  declaration: OwnedTypeDeclaration<Document>,
): DocumentType<Document, 'caller'> {
  return typeOwnedBy('caller', declaration);
}

/**
 * A type whose documents belong to the tenants of their callers, which `x-tenant` of the listing declares.
 *
 * @example tenantDocumentType<Order>({ name: 'order', all: 'o', fields: { state: { kind: 'keyword' } } })
 */
export function tenantDocumentType<Document extends ManagedMembers>(
  declaration: OwnedTypeDeclaration<Document>,
): DocumentType<Document, 'tenant'> {
  return typeOwnedBy('tenant', declaration);
}

/**
 * A type whose documents all callers share: everybody reads the same ones, and may write what the operations allow.
 *
 * @example sharedDocumentType<Product>({ name: 'product', all: 'p', fields: { title: { kind: 'text' } } })
 */
export function sharedDocumentType<Document extends ManagedMembers>(
  declaration: DocumentTypeDeclaration<Document>,
): DocumentType<Document, 'all'> {
  return typeOwnedBy('all', declaration);
}

/** @throws Error if a member would be lost in the item, or with it. */
function checkNames(type: string, members: readonly string[]): void {
  const wrong = members.find((name) => reserved.includes(name) || name.startsWith('~'));
  if (wrong === undefined) return;
  throw new Error(
    `The document type ${type} has a member ${wrong}, a name that items have for something else. Give it another one than ${reserved.join(', ')}, and no ~ at its beginning.`,
  );
}

function typeOwnedBy<Document extends ManagedMembers, By extends OwnedBy>(
  ownedBy: By,
  declaration: OwnedTypeDeclaration<Document>,
): DocumentType<Document, By> {
  const { name, all, fields: ownFields, isNamed, isListedForAdmins } = declaration;
  const { texts = [], version = 1, upgrade, downgrade, rules = [], formerTerms = [] } = declaration;
  if (version < 2 && (upgrade ?? downgrade))
    throw new Error(`The type ${name} has an "upgrade" or a "downgrade" of version 1: raise its "version".`);
  if (isNamed && isListedForAdmins)
    throw new Error(`Clients name each ${name}, so the type cannot be isListedForAdmins.`);
  // Together they are all members of a document.
  const fields = {
    ...managedFields,
    ...(isNamed ? { created: storedTime } : {}),
    ...ownFields,
  } as unknown as FieldTable<Document>;
  const searched = fieldsOf(fields);
  checkSorting(name, searched);
  const terms = [...searched.values()].flatMap((field) => ('terms' in field ? (field.terms ?? []) : []));
  checkKeyParts(name, [name, all, ...terms]);
  checkNames(name, memberNames(fields));
  return {
    name,
    ownedBy,
    isListedForAdmins,
    all,
    fields: searched,
    version,
    isNamed,
    idOf: ({ _id }) => _id,
    members: memberNames(fields),
    texts,
    rules,
    formerTerms,
    upgrade,
    // The store calls it with documents of the type.
    downgrade: downgrade as DocumentVersions['downgrade'],
  };
}

/** They begin the keys of documents without a prefix of an owner, and must not look like one, or like the marks of other items. */
function checkKeyParts(name: string, parts: readonly string[]): void {
  const wrong = parts.find((part) => !/^[^:/~*][^:/]*$/.test(part));
  if (wrong === undefined) return;
  throw new Error(
    `The type ${name} has the key part ${JSON.stringify(wrong)}: "name", "all" and "terms" have no : or /, and do not begin with ~ or *.`,
  );
}
