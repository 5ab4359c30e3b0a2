/**
 * Adjustments: changes of a document's numbers that do not read it first, such as the pieces that an order takes from a stock. So
 * writers of one document need not start over because of each other.
 */

import { type DeclaredProblem, ServiceError } from '../../../shared/errors.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import type { Field, Sorting } from '../../../shared/query/fields.ts';
import type { ItemChange } from '../../store/transactions.ts';
import type { AddedNumber, GuardedChange } from '../document-rule.ts';
import { type ContentOf, laterMembers, type ManagedMembers } from '../document-type.ts';
import type { OpenIndex } from '../index/open-index.ts';
import {
  checkUnchanged,
  documentKey,
  replaceDocument,
  type StoredWrite,
  withUnits,
} from './document-items.ts';
import { findDocument, getStored, storeAnew, type WriteContext } from './document-writes.ts';
import { beyondLimits, boundsOf, exactly, isWithin, totals } from './number-limits.ts';
import { checkNumbers } from './stored-members.ts';

/** What is added to each number; a negative number is taken from it. An absent number is 0. */
export type NumberChanges<Document> = {
  readonly [Member in keyof ContentOf<Document> as NonNullable<ContentOf<Document>[Member]> extends number
    ? Member
    : never]?: number;
};

export interface AdjustmentOptions {
  /** The least value that each of the numbers may have afterwards. By default there is none. */
  readonly least?: number;
  /** What an adjustment below the least value responds with: `state_conflict` by default. */
  readonly problem?: DeclaredProblem | 'state_conflict';
}

interface Adjusted {
  readonly numbers: readonly AddedNumber[];
  /** The `updated` of the document, in milliseconds since 1970, if an earlier try has read it. */
  readonly read: { updated: number };
}

/** An adjustment of the numbers of a document, with the state of its tries. */
export function adjustedNumbers<Document>(
  { index }: Pick<WriteContext<Document>, 'index'>,
  changes: NumberChanges<Document>,
  options: AdjustmentOptions,
): Adjusted {
  const numbers = Object.entries<unknown>(changes).map(([member, added]) => {
    checkMember(index, member, added);
    return { ...options, member, added: Number(added) };
  });
  return { numbers, read: { updated: 0 } };
}

/** Several adjustments of a document in one write are one. */
export function adjustNumbers<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  adjusted: Adjusted,
): GuardedChange {
  const { index, now } = documents;
  const numbers = totals(adjusted.numbers);
  const updated = new Date(Math.max(now(), adjusted.read.updated)).toISOString();
  const refusal = async () => {
    const found = await findDocument(documents, id);
    if (!found) return new ServiceError('not_found', `There is no ${index.name} ${id}.`);
    const beyond = beyondLimits(numbers, found.document, `${index.name} ${id}`);
    if (beyond) return beyond;
    adjusted.read.updated = Date.parse(found.document.updated);
    // Code of another version has stored it, whose members may differ.
    if (found.document.updated <= updated) await storeAnew(documents, withUnits(index, found));
    return undefined;
  };
  const change: ItemChange = {
    Update: { Key: documentKey(index, id), ...updateNumbers(numbers, { updated, version: index.version }) },
  };
  return {
    change,
    refusal,
    numbers: adjusted.numbers,
    join: ({ numbers: others }) => {
      if (!others) return undefined;
      return adjustNumbers(documents, id, { ...adjusted, numbers: [...adjusted.numbers, ...others] });
    },
  };
}

/**
 * The same for a type with a `downgrade`: what an earlier version needs may depend on the numbers, so the document is read.
 *
 * @returns undefined if the write must start over.
 */
export async function adjustDowngraded<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  { numbers }: Adjusted,
): Promise<GuardedChange | undefined> {
  const current = await getStored(documents, id);
  const { index } = documents;
  const { units, version } = current;
  if (version === index.version && units !== undefined)
    return adjustCurrent(documents, { ...current, units }, numbers);
  await storeAnew(documents, withUnits(index, current));
  return undefined;
}

/** The sums are made when all adjustments of the write have joined. */
function adjustCurrent<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  current: StoredWrite<Document>,
  numbers: readonly AddedNumber[],
): GuardedChange {
  const { index, now } = documents;
  const { id, document, units } = current;
  const settle = (): GuardedChange => {
    const beyond = beyondLimits(totals(numbers), document, `${index.name} ${id}`);
    if (beyond) throw beyond;
    const revision = current.revision + 1;
    const managed = laterMembers(document, { revision, now: now() });
    const next = {
      ...current,
      revision,
      document: { ...document, ...sumsOf(document, numbers), ...managed },
    };
    // A number takes few bytes: the postings stay true.
    return { change: replaceDocument(index, current, { ...withUnits(index, next), units }), isReread: true };
  };
  return {
    change: checkUnchanged(index, id, current),
    numbers,
    settle,
    join: ({ numbers: others }) => others && adjustCurrent(documents, current, [...numbers, ...others]),
  };
}

function sumsOf(document: unknown, numbers: readonly AddedNumber[]): object {
  const sums = totals(numbers).map(
    ({ member, added }) => [member, Number(membersOf(document)[member] ?? 0) + added] as const,
  );
  return Object.fromEntries(sums);
}

/**
 * The condition fails if there is no document: it has no `updated`. It also fails if `updated` would go back, since clocks of
 * functions differ, and if code of another version has stored the document.
 */
function updateNumbers(
  numbers: readonly AddedNumber[],
  { updated, version }: { readonly updated: string; readonly version: number },
) {
  const added = numbers.map((_, at) => `#n${at} :n${at}`);
  const conditions = numbers.flatMap((number, at) => {
    const { low, high } = boundsOf(number);
    const bounds = [
      ...(low === undefined ? [] : [`#n${at} >= :low${at}`]),
      ...(high === undefined ? [] : [`#n${at} <= :high${at}`]),
    ];
    if (bounds.length === 0 || !isWithin(number, 0)) return bounds;
    return [`(attribute_not_exists(#n${at}) OR (${bounds.join(' AND ')}))`];
  });
  const values = numbers.flatMap((number, at) => {
    const { low, high } = boundsOf(number);
    return [
      [`:n${at}`, exactly(number.added)] as const,
      ...(low === undefined ? [] : [[`:low${at}`, exactly(low)] as const]),
      ...(high === undefined ? [] : [[`:high${at}`, exactly(high)] as const]),
    ];
  });
  return {
    UpdateExpression: `SET #updated = :updated ADD ${['#revision :one', ...added].join(', ')}`,
    ConditionExpression: ['#updated <= :updated', '#stored.#schema = :version', ...conditions].join(' AND '),
    ExpressionAttributeNames: {
      '#revision': 'revision',
      '#updated': 'updated',
      '#stored': 'stored',
      '#schema': 'schema',
      ...Object.fromEntries(numbers.map(({ member }, at) => [`#n${at}`, member])),
    },
    ExpressionAttributeValues: {
      ':one': 1,
      ':updated': updated,
      ':version': version,
      ...Object.fromEntries(values),
    },
  };
}

/**
 * @throws Error if postings or rules depend on the number: they would no longer be true. ServiceError invalid_request if it cannot be
 * stored.
 */
function checkMember<Document>(index: OpenIndex<Document>, member: string, added: unknown): void {
  const { name, fields, members, texts, rules } = index;
  const refuse = (reason: string) => {
    throw new Error(
      `The member ${member} of the type ${name} cannot be adjusted: ${reason}. Change it with changeDocument, which reads the document.`,
    );
  };
  if (!Number.isFinite(added)) refuse('what is added is not a finite number');
  checkNumbers(added, [member]);
  if (!members.includes(member) || texts.includes(member)) refuse('it is not stored as a number');
  const isIndexed = (field: Field<Document> | undefined) =>
    field !== undefined && (('terms' in field && field.terms !== undefined) || 'sort' in field);
  const sortsWithin = ({ sort }: { readonly sort?: Sorting }) =>
    typeof sort === 'object' && sort.within.some((path) => path.split('.')[0] === member);
  if (isIndexed(fields.get(member))) refuse('its field has terms, or lists sort by it');
  if ([...fields.values()].some((field) => 'sort' in field && sortsWithin(field)))
    refuse('lists sort by another field within it');
  if (isIndexed(fields.get('updated'))) refuse('lists sort by `updated`, which every change raises');
  if (rules.some(({ members: its }) => its === 'all' || its.includes(member)))
    refuse('a rule of the type depends on it');
}
