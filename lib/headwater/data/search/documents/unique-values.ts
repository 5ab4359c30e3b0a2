/**
 * Unique values: an item with the value in its key says which document has it. The transactions that write the document put and
 * delete the item, so two documents never have one value.
 */

import { createHash } from 'node:crypto';
import { type DeclaredProblem, ServiceError } from '../../../shared/errors.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { publicOwner } from '../../../shared/owner.ts';
import { fold } from '../../../shared/query/fold.ts';
import { layoutVersion, ownedKey } from '../../store/layout.ts';
import type { Item, TableAccess } from '../../store/table-access.ts';
import { getItem } from '../../store/table-reads.ts';
import type { ItemChange } from '../../store/transactions.ts';
import { type DocumentRule, type GuardedChange, stateName } from '../document-rule.ts';
import type { ContentOf } from '../document-type.ts';
import type { OpenIndex } from '../index/open-index.ts';
import type { KeyScope } from './document-items.ts';
import { type DocumentAccess, findDocument } from './document-writes.ts';

/** The members of a document that have one text or number. */
export type UniqueMember<Document> = {
  [Member in keyof ContentOf<Document>]-?: NonNullable<ContentOf<Document>[Member]> extends string | number
    ? Member
    : never;
}[keyof ContentOf<Document>] &
  string;

export interface UniqueOptions {
  /** Whether values that differ only in letter case, composition of Unicode, and white space at their ends are the same. */
  readonly fold?: boolean;
  /** Among the documents of each owner, which is the default, or among those of all owners. */
  readonly over?: 'owner' | 'all';
  /** What a second document with a value responds with: `already_exists` by default. */
  readonly problem?: DeclaredProblem | 'already_exists';
}

/** The document that has a value. */
export interface ValueHolder {
  readonly owner: string;
  readonly id: string;
}

export interface UniqueRule<Document> extends DocumentRule<Document> {
  readonly kind: 'unique';
  readonly member: string;
  /** The key of the item of a document's value; undefined if the document has none. */
  readonly keyOf: (scope: KeyScope, document: Document | undefined) => Item | undefined;
  /** The key of the item of a value. */
  readonly keyOfValue: (scope: KeyScope, value: unknown) => Item;
}

/** Never an owner's: owners contain no `~`. */
export const uniquePartition = '~unique';

/**
 * A rule of a document type: no two documents have the same value of the member. A document without the member claims nothing.
 *
 * Documents that were stored before their type had the rule claim their values once `npx headwater verify --repair` has run, which
 * lists those with the same value.
 *
 * @example rules: [unique('email', { fold: true, problem: emailTaken })]
 */
export function unique<Document>(
  member: UniqueMember<Document>,
  { fold: isFolded = false, over = 'owner', problem = 'already_exists' }: UniqueOptions = {},
): UniqueRule<Document> {
  const keyOfValue = ({ name, owner }: KeyScope, value: unknown): Item => {
    const text = isFolded ? fold(String(value)) : String(value);
    const key = `${uniquePartition}/${name}.${member}${keyTextOf(text)}`;
    return { pk: ownedKey(over === 'all' ? publicOwner : owner, key), sk: 'unique' };
  };
  const keyOf = (scope: KeyScope, document: Document | undefined) => {
    const value = membersOf(document)[member] ?? undefined;
    return value === undefined ? undefined : keyOfValue(scope, value);
  };
  return {
    kind: 'unique',
    member,
    members: [member],
    keyOf,
    keyOfValue,
    changesOf: (write) => {
      const { index, id, before, after, skipped } = write;
      const [had, has] = [keyOf(index, before), keyOf(index, after)];
      if (had?.['pk'] === has?.['pk']) return [];
      const holder = { owner: index.owner, id };
      const refusal = () => new ServiceError(problem, `Another ${index.name} has this ${member}.`);
      const released = `${had?.['pk']} ${stateName(write)}`;
      const isReleased = had !== undefined && !skipped.has(released);
      return [
        ...(isReleased ? [release(had, holder, () => skipped.add(released))] : []),
        ...(has ? [claim(has, holder, refusal)] : []),
      ];
    },
  };
}

/** A long value is a hash, since AWS refuses keys of more than 2,048 bytes. */
function keyTextOf(text: string): string {
  if (Buffer.byteLength(text) <= 1_024) return `=${text}`;
  return `#${createHash('sha256').update(text).digest('base64url')}`;
}

/** Claims a value that nobody has, or the document itself: earlier code, which knows no claims, leaves them behind. */
export function putClaim(Key: Item, holder: ValueHolder, before = holder): ItemChange {
  return { Put: { Item: { ...Key, ...holder, layout: layoutVersion }, ...isFreeOrHeldBy(before) } };
}

export function deleteClaim(Key: Item, holder: ValueHolder): ItemChange {
  return { Delete: { Key, ...isFreeOrHeldBy(holder) } };
}

function isFreeOrHeldBy({ owner, id }: ValueHolder) {
  return {
    ConditionExpression: 'attribute_not_exists(#id) OR #owner = :owner AND #id = :id',
    ExpressionAttributeNames: { '#owner': 'owner', '#id': 'id' },
    ExpressionAttributeValues: { ':owner': owner, ':id': id },
  };
}

function claim(Key: Item, holder: ValueHolder, refusal: () => ServiceError): GuardedChange {
  return {
    change: putClaim(Key, holder),
    refusal,
    join: ({ change }) => {
      if (change.Put) throw refusal();
      return undefined;
    },
  };
}

/**
 * Releases a value that the document has. Another document of the same write may claim it.
 *
 * @param onOthers Called if another document has it: both had the value before it was unique. The next try leaves it.
 */
function release(Key: Item, holder: ValueHolder, onOthers: () => unknown): GuardedChange {
  const refusal = () => void onOthers();
  return {
    change: deleteClaim(Key, holder),
    refusal,
    join: ({ change: { Put: put, Delete } }) => {
      // Two documents of the write had the value. If the other one has it, the next try releases it for that one.
      if (Delete) return release(Key, holder, onOthers);
      if (!put) return undefined;
      const { owner, id } = put.Item ?? {};
      return { change: putClaim(Key, { owner: String(owner), id: String(id) }, holder), refusal };
    },
  };
}

/** Undefined if other software has written the item. */
export function parseClaim({ owner, id, layout }: Item): ValueHolder | undefined {
  const isOurs = layout === layoutVersion && typeof owner === 'string' && typeof id === 'string';
  return isOurs ? { owner, id } : undefined;
}

/** How often the claim and its document are read while others move the value. */
const maxReads = 5;

/**
 * Finds the document that has a unique value, by two reads of one item each. It finds documents of the opened owner alone, whatever
 * the value is unique over.
 *
 * @param member With a rule `unique` of the type. @throws Error when the type has no such rule.
 * @example const account = await findUnique(accounts(context), 'email', email);
 */
export async function findUnique<Document>(
  documents: DocumentAccess<Document>,
  member: UniqueMember<Document>,
  value: string | number,
): Promise<Document | undefined> {
  const { index, table } = documents;
  const Key = ruleOf(index, member).keyOfValue(index, value);
  for (let reads = 1; ; reads++) {
    const holder = await readClaim(table, Key);
    if (holder?.owner !== index.owner) return undefined;
    const found = await findDocument(documents, holder.id);
    if (found && ruleOf(index, member).keyOf(index, found.document)?.['pk'] === Key['pk'])
      return found.document;
    // Others have changed the document between the two reads; or earlier code has, which knows no claims.
    const after = await readClaim(table, Key);
    if (after?.id === holder.id) return undefined;
    if (reads === maxReads)
      throw new ServiceError(
        'unavailable',
        `Others keep changing the ${index.name} with this ${member}; send it again.`,
      );
  }
}

export async function readClaim(table: TableAccess, Key: Item): Promise<ValueHolder | undefined> {
  const item = await getItem(table, { Key, ConsistentRead: true });
  return item && parseClaim(item);
}

function ruleOf<Document>(
  { name, rules }: Pick<OpenIndex<Document>, 'name' | 'rules'>,
  member: string,
): UniqueRule<Document> {
  const rule = rules.find((one): one is UniqueRule<Document> => isUnique(one) && one.member === member);
  if (rule) return rule;
  throw new Error(`The type ${name} has no rule unique('${member}').`);
}

export function isUnique<Document>(rule: DocumentRule<Document>): rule is UniqueRule<Document> {
  return rule.kind === 'unique';
}
