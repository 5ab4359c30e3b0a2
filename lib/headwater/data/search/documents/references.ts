/**
 * References: members with ids of other documents. The transaction that makes a reference requires that the document exists, and
 * counts the reference beside it if the type of that document is `keptWhileReferenced`.
 */

import { type DeclaredProblem, ServiceError } from '../../../shared/errors.ts';
import { itemsOf, membersOf } from '../../../shared/json/is-object.ts';
import { publicOwner } from '../../../shared/owner.ts';
import type { DocumentPath } from '../../../shared/query/fields.ts';
import { addToCounter } from '../../store/counters.ts';
import { isId } from '../../store/ids.ts';
import { isPresent } from '../../store/layout.ts';
import type { Item, TableAccess } from '../../store/table-access.ts';
import type { ItemChange } from '../../store/transactions.ts';
import {
  type CountedReferences,
  type DocumentRule,
  type GuardedChange,
  stateName,
} from '../document-rule.ts';
import type { ContentOf, DocumentType } from '../document-type.ts';
import { holdsKey, leaveUncounted } from './document-holds.ts';
import { documentKey, type KeyScope } from './document-items.ts';

export interface ReferenceOptions<Document> {
  /** What a reference to a document that does not exist responds with: `not_found` by default. */
  readonly problem?: DeclaredProblem | 'not_found';
  /** What the removal of the document does: `refuse` if its type is `keptWhileReferenced`, which is the default, or `leave`. */
  readonly onRemove?: 'refuse' | 'leave';
  /** The reference keeps the document only while its own document has one of these values in each of these members. */
  readonly while?: {
    readonly [Member in keyof ContentOf<Document>]?: readonly ContentOf<Document>[Member][];
  };
}

export interface ReferenceRule<Document> extends DocumentRule<Document> {
  readonly kind: 'reference';
  /** The path of the ids, such as `items.product`. */
  readonly path: string;
  readonly to: () => DocumentType<never>;
  /** The ids of the documents that the reference of a document keeps, each once. */
  readonly keptBy: (document: Document) => ReadonlySet<string>;
  /** The members and their values with which a document keeps what it refers to. */
  readonly while: Readonly<Record<string, readonly unknown[]>>;
  /** Whether references are counted beside their documents. */
  readonly isCounted: () => boolean;
}

/**
 * A rule of a document type: a member has the id of another document, or a list of ids, which exist when a write puts them there.
 * The other document has the same owner, or is one that all share (`sharedDocumentType`). An absent member refers to nothing.
 *
 * @param path The member, or a path within it, such as `items.product`. If the other type is `keptWhileReferenced`, its field needs
 * `terms`, by which `verify` counts.
 * @param to The type of the other documents. A function, since two types may refer to each other.
 * @example rules: [reference('customer', () => customerType), reference('items.product', () => productType)]
 */
export function reference<Document>(
  path: DocumentPath<ContentOf<Document>>,
  to: () => DocumentType<never>,
  { problem = 'not_found', onRemove, while: conditions = {} }: ReferenceOptions<Document> = {},
): ReferenceRule<Document> {
  const required = Object.fromEntries(
    Object.entries(conditions).map(([member, values]) => [member, itemsOf(values)]),
  );
  const keptBy = (document: Document | undefined) =>
    Object.entries(required).every(([member, values]) => values.includes(membersOf(document)[member]))
      ? idsAt(document, path)
      : new Set<string>();
  const isCounted = () => onRemove !== 'leave' && to().rules.some(({ kind }) => kind === 'kept');
  return {
    kind: 'reference',
    members: [...new Set([path, ...Object.keys(required)])].map((one) => one.split('.')[0] ?? one),
    path,
    to,
    while: required,
    keptBy,
    isCounted,
    changesOf: (write) => {
      const { index, before, after, skipped } = write;
      const { name, ownedBy } = to();
      const target = { name, owner: ownedBy === 'all' ? publicOwner : index.owner };
      const [held, holding] = [keptBy(before), keptBy(after)];
      const added = holding.difference(held);
      const missing = (id: string) => () => new ServiceError(problem, `There is no ${name} ${id}.`);
      const changes = [...idsAt(after, path).difference(idsAt(before, path)).union(added)].map((id) =>
        requireDocument(target, id, missing(id)),
      );
      if (!isCounted()) return changes;
      // `verify` counts the references of one owner.
      if (target.owner !== index.owner)
        throw new Error(
          `Documents of several owners refer to each ${name}, so it cannot be kept: declare onRemove: 'leave'.`,
        );
      checkTerms(index, path);
      const uncounted = (id: string) => `${name} ${path} ${id} ${stateName(write)}`;
      const taken = [...held.difference(holding)].filter((id) => !skipped.has(uncounted(id)));
      return [
        ...changes,
        ...[...added].map((id) => countReferences(holdsKey(target, id), { added: 1, taken: [] })),
        ...taken.map((id) =>
          countReferences(holdsKey(target, id), { added: 0, taken: [() => skipped.add(uncounted(id))] }),
        ),
      ];
    },
  };
}

export function isReference<Document>(rule: DocumentRule<Document>): rule is ReferenceRule<Document> {
  return rule.kind === 'reference';
}

/** The texts at a path of members, also of the members of lists. */
function idsAt(value: unknown, path: string): ReadonlySet<string> {
  let found: readonly unknown[] = [value];
  for (const name of path.split('.')) found = found.flatMap((one) => membersOf(one)[name] ?? []);
  return new Set(found.filter((one) => typeof one === 'string'));
}

/** Another change of the same document also requires that it exists, or creates it. @throws the refusal if it cannot exist. */
export function requireDocument(target: KeyScope, id: string, refusal: () => ServiceError): GuardedChange {
  if (!isId(id)) throw refusal();
  const Key = documentKey(target, id);
  return {
    change: { ConditionCheck: { Key, ...isPresent } },
    refusal,
    join: (other) => {
      if (other.change.Delete) throw refusal();
      // An adjustment requires the document itself.
      if (other.numbers) return other;
      return { ...other, change: requirePresent(other.change), refusal: other.refusal ?? refusal };
    },
  };
}

/** A put of a document creates it, or requires that it exists. */
function requirePresent({ Update: update, ConditionCheck: check, ...put }: ItemChange): ItemChange {
  const both = (condition: string | undefined) => {
    if (condition === undefined) return 'attribute_exists(pk)';
    return condition === isPresent.ConditionExpression
      ? condition
      : `(${condition}) AND attribute_exists(pk)`;
  };
  return {
    ...put,
    ...(update ? { Update: { ...update, ConditionExpression: both(update.ConditionExpression) } } : {}),
    ...(check ? { ConditionCheck: { ...check, ConditionExpression: both(check.ConditionExpression) } } : {}),
  };
}

function countReferences(Key: Item, counted: CountedReferences): GuardedChange {
  const { added, taken } = counted;
  const count = added - taken.length;
  const change = count === 0 ? {} : addToCounter(Key, count);
  const refusal = async (table: TableAccess) => void (await leaveUncounted(table, Key, counted));
  return {
    change,
    counted,
    refusal,
    join: ({ counted: others }) => {
      // A removal of the document takes the count with it, and knows how.
      if (others === undefined) return undefined;
      return countReferences(Key, { added: added + others.added, taken: [...taken, ...others.taken] });
    },
  };
}

function checkTerms({ name, fields }: Pick<DocumentType<never>, 'name' | 'fields'>, path: string): void {
  const field = fields.get(path);
  if (field && 'terms' in field && field.terms !== undefined) return;
  throw new Error(
    `The rule reference('${path}') of the type ${name} needs a field ${path} with terms: verify counts references by them.`,
  );
}
