/**
 * Rules: what must hold between documents. A document type lists them, and each write of a document asks each rule for the
 * changes that keep it, which are a part of the same transaction.
 *
 * A rule brings its code with it, so a bundle contains only the rules that its types have.
 */

import type { DeclaredProblem, ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import type { Fields } from '../../shared/query/fields.ts';
import type { TableAccess } from '../store/table-access.ts';
import type { ItemChange } from '../store/transactions.ts';
import type { StoredMembers } from './document-type.ts';
import type { DocumentVersions } from './document-versions.ts';

/** A change of one item in the transaction of a write, and what becomes of the write if its condition fails. */
export interface GuardedChange {
  readonly change: ItemChange;
  /** Makes the error to throw. Without an error, the write starts over. @param table To read what has failed. */
  readonly refusal?: (table: TableAccess) => WriteRefusal | Promise<WriteRefusal>;
  /** The write reads the item again and starts over if another write comes first. */
  readonly isReread?: true;
  /** If its condition fails, no other failure counts: an earlier request has made the same write, or makes it. */
  readonly isDecisive?: true;
  /**
   * It deletes what nobody reads once the transaction is made: it is made after that, outside of its limits. `verify` finds what a crash
   * leaves.
   */
  readonly isAfterwards?: true;
  /** What the change adds to the count of references beside a document, and takes from it. */
  readonly counted?: CountedReferences;
  /** What the change adds to the numbers of a document (documents/adjustments.ts). */
  readonly numbers?: readonly AddedNumber[];
  /** Joins this change with another one of the same item: a transaction has one of each. Undefined if it cannot. */
  readonly join?: (other: GuardedChange) => GuardedChange | undefined;
  /** Makes the change once all that join it have joined. @throws ServiceError if it must not be made. */
  readonly settle?: () => GuardedChange;
}

export interface CountedReferences {
  readonly added: number;
  /** One for each reference that is taken away. It is called if earlier code has not counted it: the next try leaves it. */
  readonly taken: readonly (() => unknown)[];
}

/** What a write adds to one number of a document, and the least value that it may have afterwards. */
export interface AddedNumber {
  readonly member: string;
  readonly added: number;
  readonly least?: number;
  readonly problem?: DeclaredProblem | 'state_conflict';
}

/** The result is what an earlier request has made of the same write. */
export type WriteRefusal = ServiceError | { readonly earlier: unknown } | undefined;

interface RuledType {
  readonly name: string;
  readonly owner: string;
  readonly fields: Fields<never>;
}

/** A write of a document, as a rule sees it. */
export interface RuledWrite<Document> {
  /** Its type, opened. */
  readonly index: RuledType & StoredMembers & DocumentVersions;
  readonly id: string;
  /** Undefined if the document is created. */
  readonly before: Document | undefined;
  /** Undefined if it is removed. */
  readonly after: Document | undefined;
  /** What an earlier try of this write has found nowhere, by `stateName`: code without the rule has stored the document. */
  readonly skipped: Set<string>;
}

/** Names the state of the document that a write has read: when others change it, nothing that was found before holds. */
export function stateName({ id, before }: Pick<RuledWrite<unknown>, 'id' | 'before'>): string {
  const { revision, updated } = membersOf(before);
  return JSON.stringify([id, revision, updated]);
}

export interface DocumentRule<Document> {
  readonly kind: 'unique' | 'reference' | 'kept' | 'versions';
  /** The members on which its changes depend. */
  readonly members: readonly string[] | 'all';
  readonly changesOf: (write: RuledWrite<Document>) => readonly GuardedChange[];
}
