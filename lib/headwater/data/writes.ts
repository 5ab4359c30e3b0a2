/**
 * Writes of documents: how handlers create, change and remove one, or several at once.
 *
 * Each function of one document has a form that writes nothing yet, such as `creation` of `createDocument`: `writeTogether`, and the
 * writes of other documents, make it with others.
 */

import { type DeclaredProblem, ServiceError } from '../shared/errors.ts';
import type { GuardedChange } from './search/document-rule.ts';
import {
  type ContentOf,
  firstMembers,
  laterMembers,
  type ManagedMembers,
  type StoredMembers,
} from './search/document-type.ts';
import {
  type AdjustmentOptions,
  adjustDowngraded,
  adjustedNumbers,
  adjustNumbers,
  type NumberChanges,
} from './search/documents/adjustments.ts';
import { withUnits } from './search/documents/document-items.ts';
import {
  type DocumentAccess,
  type DocumentChanges,
  findDocument,
  getStored,
  newDocument,
  removedDocument,
  replacement,
  type WriteContext,
} from './search/documents/document-writes.ts';
import { requireDocument } from './search/documents/references.ts';
import { presentMembers } from './search/documents/stored-members.ts';
import {
  type DocumentClaim,
  type DocumentWrite,
  type Prepared,
  prepareAll,
  sendWrite,
  type Write,
  type WriteAttempt,
} from './search/documents/write-together.ts';
import type { ItemChange } from './store/transactions.ts';

export interface Creation {
  /** Reserved for this document: if it exists, an earlier try has created it, and it is returned. */
  readonly reservedId?: string | undefined;
  /** The claim of the handler's Idempotency-Key, `context.claim`: a repeated request returns the earlier document. */
  readonly claim?: DocumentClaim | undefined;
  /**
   * Makes what the transaction writes besides; nothing by default.
   *
   * @param id The id of the new document.
   */
  readonly besideOf?: (id: string) => readonly Write[];
}

/** @throws ServiceError content_too_large, too_many_changes, already_exists, write_conflict, and refusals. */
export function createDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  content: ContentOf<Document>,
  options?: Creation,
): Promise<Document> {
  return sendWrite(creationOf(documents, content, options));
}

/** `createDocument`, to be made with other writes. */
export function creationOf<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  content: ContentOf<Document>,
  { reservedId, claim, besideOf }: Creation = {},
): DocumentWrite<Document> {
  const { index, table, newId, now } = documents;
  const idOf = ({ idOf: reserved, place }: WriteAttempt) =>
    claim?.reservedId ?? reservedId ?? reserved?.(place);
  return {
    table,
    subject: `a new ${index.name}`,
    claim,
    prepare: async (attempt) => {
      const reserved = idOf(attempt);
      const id = reserved ?? newId();
      const document = assembleDocument(index, firstMembers(id, index.isNamed && now()), content);
      const written = withUnits(index, { id, revision: 1, document, others: {} });
      const refusal = async () => {
        const isRepeated = reserved !== undefined && !attempt.isBeside;
        const earlier = isRepeated ? await findDocument(documents, id) : undefined;
        if (earlier) return { earlier: earlier.document };
        const detail = `A ${index.name} of the same new id was created at the same time; send it again.`;
        return new ServiceError('already_exists', detail);
      };
      const claims = claim ? claimed(claim) : [];
      return withBesides(besideOf?.(id) ?? [], attempt, document, (others) =>
        newDocument(documents, written, {
          own: { refusal, isDecisive: true },
          attempt,
          beside: [...claims, ...others],
        }),
      );
    },
    recover: async (attempt) => (await getStored(documents, idOf(attempt) ?? '')).document,
  };
}

/** If the claim of another request has lapsed, the document is created under the id of that claim. */
function claimed(claim: DocumentClaim): GuardedChange[] {
  const { change } = claim;
  if (!change) return [];
  return [
    { change: change as ItemChange, refusal: async () => void (await claim.takeOver()), isDecisive: true },
  ];
}

/** Prepares what is written beside a document, and then the document. Undefined if one of them must start over. */
async function withBesides<Result>(
  writes: readonly Write[],
  attempt: WriteAttempt,
  result: Result,
  prepare: (beside: readonly GuardedChange[]) => Promise<DocumentChanges | undefined>,
): Promise<Prepared<Result> | undefined> {
  const beside = await prepareAll(writes, { ...attempt, isBeside: true, idOf: undefined });
  const own = beside && (await prepare(beside.changes));
  return own && { changes: own.changes, postings: own.postings + beside.postings, result };
}

/**
 * What a later read returns: the members of the type. An open model admits others, which nothing stores, and
 * managed members, which clients do not set.
 */
function assembleDocument<Document extends ManagedMembers>(
  { members }: Pick<StoredMembers, 'members'>,
  managed: ManagedMembers,
  content: ContentOf<Document>,
): Document {
  // The managed members, and all others.
  return Object.fromEntries(presentMembers(members, { ...content, ...managed })) as unknown as Document;
}

/** In the order of the calls: `check`, `contentOf`, `besideOf`. They are called again after a conflict with another change. */
export interface DocumentChange<Document> {
  /**
   * Makes the members that clients write, all of them.
   *
   * @param current The stored document, which the change replaces.
   */
  readonly contentOf: (current: Document) => ContentOf<Document> | Promise<ContentOf<Document>>;
  /**
   * Throws unless the document may be changed.
   *
   * @param current The stored document, before `contentOf` is called.
   */
  readonly check?: ((current: Document) => void | Promise<void>) | undefined;
  /**
   * Makes what the transaction writes besides; nothing by default.
   *
   * @param current The stored document, which the change replaces.
   * @param next The document that takes its place: the content that `contentOf` has made, with `updated` and `revision`.
   */
  readonly besideOf?: (current: Document, next: Document) => readonly Write[];
}

/** @throws ServiceError not_found, write_conflict, content_too_large, too_many_changes, refusals, and what the callbacks throw. */
export function changeDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  options: DocumentChange<Document>,
): Promise<Document> {
  return sendWrite(changeOf(documents, id, options));
}

/** `changeDocument`, to be made with other writes. */
export function changeOf<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  { contentOf, check, besideOf }: DocumentChange<Document>,
): DocumentWrite<Document> {
  const { index, table, now } = documents;
  return {
    table,
    subject: `the ${index.name} ${id}`,
    prepare: async (attempt) => {
      const current = await getStored(documents, id);
      await check?.(current.document);
      const revision = current.revision + 1;
      const managed = laterMembers(current.document, { revision, now: now() });
      const document = assembleDocument(index, managed, await contentOf(current.document));
      const next = withUnits(index, { id, revision, document, others: current.others });
      const writes = besideOf?.(current.document, document) ?? [];
      return withBesides(writes, attempt, document, (beside) =>
        replacement(documents, { current, next, attempt, beside }),
      );
    },
    recover: async () => (await getStored(documents, id)).document,
  };
}

interface DocumentPut<Document> {
  readonly content: ContentOf<Document>;
  /**
   * Throws unless the document may be created or replaced; called again after a conflict with another change.
   *
   * @param current The stored document, which `content` replaces; undefined if there is none.
   */
  readonly check?: (current: Document | undefined) => void | Promise<void>;
}

/**
 * Replaces the document, or creates it: for a type whose documents have names.
 *
 * @param id By `idOfName`.
 * @throws ServiceError write_conflict, content_too_large, too_many_changes, refusals of rules, and what `check` throws.
 */
export function putDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  { content, check }: DocumentPut<Document>,
): Promise<Document> {
  const { index, table, now } = documents;
  return sendWrite({
    table,
    subject: `the ${index.name} ${id}`,
    prepare: async (attempt) => {
      const current = await findDocument(documents, id);
      await check?.(current?.document);
      const revision = (current?.revision ?? 0) + 1;
      const managed = current
        ? laterMembers(current.document, { revision, now: now() })
        : firstMembers(id, now());
      const document = assembleDocument(index, managed, content);
      const next = withUnits(index, { id, revision, document, others: current?.others ?? {} });
      return withBesides([], attempt, document, (beside) =>
        current
          ? replacement(documents, { current, next, attempt, beside })
          : newDocument(documents, next, { own: { isReread: true }, attempt, beside }),
      );
    },
    recover: async () => (await getStored(documents, id)).document,
  });
}

export interface DocumentRemoval<Document> {
  /**
   * Throws unless the document may be removed; called again after a conflict with a change.
   *
   * @param current The stored document.
   */
  readonly check?: (current: Document) => void | Promise<void>;
  /**
   * Makes what the transaction writes besides; nothing by default.
   *
   * @param current The stored document, which is removed.
   */
  readonly besideOf?: (current: Document) => readonly Write[];
}

/** @throws ServiceError not_found, write_conflict, refusals, and what `check` throws. */
export function removeDocument<Document>(
  documents: DocumentAccess<Document>,
  id: string,
  options?: DocumentRemoval<Document>,
): Promise<void> {
  return sendWrite(removalOf(documents, id, options));
}

/** `removeDocument`, to be made with other writes. */
export function removalOf<Document>(
  documents: DocumentAccess<Document>,
  id: string,
  { check, besideOf }: DocumentRemoval<Document> = {},
): DocumentWrite<void> {
  const { index, table } = documents;
  return {
    table,
    subject: `the ${index.name} ${id}`,
    prepare: async (attempt) => {
      const current = await getStored(documents, id);
      await check?.(current.document);
      return withBesides(besideOf?.(current.document) ?? [], attempt, undefined, (beside) =>
        removedDocument(documents, current, { attempt, beside }),
      );
    },
    recover: async () => undefined,
  };
}

/**
 * Adds to numbers of a document without reading it, in one transaction, and raises `revision` and `updated` as every change does. The
 * fields of the numbers have no `terms`, and no rule depends on them: otherwise use `changeDocument`.
 *
 * @example await adjustDocument(products(context), id, { stock: -2 }, { least: 0, problem: outOfStock });
 * @throws ServiceError not_found, write_conflict, and `problem` if a number would be less than `least`.
 */
export function adjustDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  changes: NumberChanges<Document>,
  options?: AdjustmentOptions,
): Promise<void> {
  return sendWrite(adjustmentOf(documents, id, changes, options));
}

/** `adjustDocument`, to be made with other writes. Adjustments of one document are added up. */
export function adjustmentOf<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  changes: NumberChanges<Document>,
  options: AdjustmentOptions = {},
): DocumentWrite<void> {
  const { index, table } = documents;
  const adjusted = adjustedNumbers(documents, changes, options);
  return {
    table,
    subject: `the ${index.name} ${id}`,
    prepare: async () => {
      const adjust = index.downgrade ? adjustDowngraded : adjustNumbers;
      const change = await adjust(documents, id, adjusted);
      return change && { changes: [change], result: undefined, postings: 0 };
    },
    recover: async () => undefined,
  };
}

/** Requires that a document exists, in the transaction of other writes. A type's `reference` needs none. */
export function existenceOf<Document>(
  { index, table }: DocumentAccess<Document>,
  id: string,
  problem: DeclaredProblem | 'not_found' = 'not_found',
): DocumentWrite<void> {
  const refusal = () => new ServiceError(problem, `There is no ${index.name} ${id}.`);
  return {
    table,
    subject: `the ${index.name} ${id}`,
    prepare: async () => ({ changes: [requireDocument(index, id, refusal)], result: undefined, postings: 0 }),
    recover: async () => undefined,
  };
}
