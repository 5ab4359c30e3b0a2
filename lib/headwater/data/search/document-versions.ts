/** Versions of a document type: what the members and the terms of a stored document were. */

/** Members by name, of whatever shape earlier code has given them. */
export type StoredValues = Readonly<Record<string, unknown>>;

/** The part of a declaration that says how documents of several versions live beside each other. */
export interface VersionDeclaration<Document, Content> {
  /**
   * Of the members and the terms; the default is 1. Raise it whenever either changes: `npx headwater migrate` then stores the
   * documents of earlier versions anew.
   */
  readonly version?: number;
  /**
   * Makes the members of a document of an earlier version what they are now. Every read calls it, and stores nothing: so it is quick,
   * and its result the same each time. What it throws fails the read.
   *
   * @param from The version of the code that stored the document.
   * @param stored All stored members, also those that the type no longer has. Members of now may be among them: earlier code
   * preserves them when it changes a document.
   * @returns the members that differ. All others of the type stay as they are stored.
   * @example upgrade: (from, { customer }) => (from < 2 ? { buyer: String(customer) } : {})
   */
  readonly upgrade?: (
    from: number,
    stored: StoredValues,
  ) => { readonly [Name in keyof Content]?: Content[Name] | undefined };
  /**
   * Makes the members that code of the version before needs, and that the type no longer has; `() => ({})` if it needs none. They are
   * stored beside the others, so that this code reads and changes the document, too, for as long as it runs.
   *
   * Without it, earlier code refuses the documents that a type with `upgrade` stores.
   *
   * @example downgrade: ({ buyer }) => ({ customer: buyer })
   */
  readonly downgrade?: (document: Document) => StoredValues & { readonly [Name in keyof Document]?: never };
  /**
   * Kinds of terms that no field has any more, such as `cn`. A migration deletes their postings: name them once no earlier code finds
   * documents by them.
   */
  readonly formerTerms?: readonly string[];
}

/** The same of any documents, as the store calls it. */
export interface DocumentVersions {
  readonly version: number;
  readonly upgrade?: ((from: number, stored: StoredValues) => object) | undefined;
  readonly downgrade?: ((document: unknown) => object) | undefined;
}
