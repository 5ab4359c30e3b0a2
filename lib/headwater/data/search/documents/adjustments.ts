/**
 * Adjustments: changes of a document's numbers that do not read it first, such as the pieces that an order takes from a stock. So
 * writers of one document need not start over because of each other.
 */

import { type DeclaredProblem, ServiceError } from '../../../shared/errors.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import type { Field, Sorting } from '../../../shared/query/fields.ts';
import type { ItemChange } from '../../store/transactions.ts';
import type { AddedNumber, GuardedChange } from '../document-rule.ts';
import type { ContentOf, ManagedMembers } from '../document-type.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { documentKey, withUnits } from './document-items.ts';
import { findDocument, storeAnew, type WriteContext } from './document-writes.ts';
import { joinable } from './merge-changes.ts';

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
    const low = lowNumber(numbers, found.document);
    if (low) return tooLow(low, `${index.name} ${id}`);
    adjusted.read.updated = Date.parse(found.document.updated);
    // Code of another version has stored it, whose members may differ.
    if (found.document.updated <= updated) await storeAnew(documents, withUnits(index, found));
    return undefined;
  };
  const change: ItemChange = {
    Update: { Key: documentKey(index, id), ...updateNumbers(numbers, { updated, version: index.version }) },
  };
  return joinable({ change, refusal, numbers: adjusted.numbers }, ({ numbers: others }) => {
    if (!others) return undefined;
    return adjustNumbers(documents, id, { ...adjusted, numbers: [...adjusted.numbers, ...others] });
  });
}

/** One for each member. */
function totals(numbers: readonly AddedNumber[]): readonly AddedNumber[] {
  const byMember = new Map<string, AddedNumber>();
  for (const number of numbers) {
    const before = byMember.get(number.member);
    byMember.set(number.member, before ? both(before, number) : number);
  }
  return [...byMember.values()];
}

function both(one: AddedNumber, other: AddedNumber): AddedNumber {
  const stricter = (other.least ?? -Infinity) > (one.least ?? -Infinity) ? other : one;
  return { ...stricter, added: one.added + other.added };
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
  const conditions = numbers.flatMap(({ least, added: number }, at) => {
    if (least === undefined) return [];
    const isEnough = `#n${at} >= :least${at}`;
    return [
      isBelow({ least, added: number }, 0) ? isEnough : `(attribute_not_exists(#n${at}) OR ${isEnough})`,
    ];
  });
  const values = numbers.flatMap(({ least, added: number }, at) => [
    [`:n${at}`, number] as const,
    ...(least === undefined ? [] : [[`:least${at}`, least - number] as const]),
  ]);
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

function isBelow({ least, added }: Pick<AddedNumber, 'least' | 'added'>, value: unknown): boolean {
  return least !== undefined && Number(value) < least - added;
}

function tooLow({ member, least, problem = 'state_conflict' }: AddedNumber, subject: string): ServiceError {
  return new ServiceError(problem, `The ${member} of the ${subject} would be less than ${least}.`);
}

/** Adds to the numbers of a document that is read. @throws ServiceError as the adjustment. */
export function withNumbers<Document>(document: Document, { numbers }: Adjusted, subject: string): Document {
  const low = lowNumber(totals(numbers), document);
  if (low) throw tooLow(low, subject);
  const sums = totals(numbers).map(
    ({ member, added }) => [member, Number(membersOf(document)[member] ?? 0) + added] as const,
  );
  return { ...document, ...Object.fromEntries(sums) };
}

function lowNumber(numbers: readonly AddedNumber[], document: unknown): AddedNumber | undefined {
  return numbers.find((number) => isBelow(number, membersOf(document)[number.member] ?? 0));
}

/** @throws Error if postings or rules depend on the number: they would no longer be true. */
function checkMember<Document>(index: OpenIndex<Document>, member: string, added: unknown): void {
  const { name, fields, members, texts, rules } = index;
  const refuse = (reason: string) => {
    throw new Error(
      `The member ${member} of the type ${name} cannot be adjusted: ${reason}. Change it with changeDocument, which reads the document.`,
    );
  };
  if (!Number.isFinite(added)) refuse('what is added is not a finite number');
  if (!members.includes(member) || texts.includes(member)) refuse('it is not stored as a number');
  const isIndexed = (field: Field<Document> | undefined) =>
    field !== undefined && (('terms' in field && field.terms !== undefined) || 'sort' in field);
  const sortsWithin = ({ sort }: { readonly sort?: Sorting }) =>
    typeof sort === 'object' && sort.within.some((path) => path.split('.')[0] === member);
  if (isIndexed(fields.get(member))) refuse('its field has terms, or lists sort by it');
  if ([...fields.values()].some((field) => 'sort' in field && sortsWithin(field)))
    refuse('lists sort by another field within it');
  if (isIndexed(fields.get('updated'))) refuse('lists sort by `updated`, which every change raises');
  if (rules.some((rule) => rule.members.includes(member))) refuse('a rule of the type depends on it');
}
