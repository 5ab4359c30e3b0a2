/** What adjustments of a document add up to, and the limits of each sum. */

import { ServiceError } from '../../../shared/errors.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import type { AddedNumber } from '../document-rule.ts';

/** One for each member. */
export function totals(numbers: readonly AddedNumber[]): readonly AddedNumber[] {
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

/** Beyond a safe integer, a sum would be rounded, and no read would accept the document. */
const mostSum = Number.MAX_SAFE_INTEGER;

/** What the number must be before, so that the sum has at least the least value, and can be read. */
export function boundsOf({ added, least }: AddedNumber): { readonly low?: number; readonly high?: number } {
  return {
    ...(added < 0 || least !== undefined ? { low: Math.max(least ?? -mostSum, -mostSum) - added } : {}),
    ...(added > 0 ? { high: Math.floor(mostSum - added) } : {}),
  };
}

/** Exact for the client of the table, too, which refuses a number that is no safe integer. */
export function exactly(limit: number): number | bigint {
  return Math.abs(limit) > Number.MAX_SAFE_INTEGER ? BigInt(limit) : limit;
}

/** Whether the number may be added to the value. */
export function isWithin(number: AddedNumber, value: unknown): boolean {
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = boundsOf(number);
  return Number(value) >= low && Number(value) <= high;
}

/** The problem of a document one of whose numbers would leave its limits. @param numbers By `totals`. */
export function beyondLimits(
  numbers: readonly AddedNumber[],
  document: unknown,
  subject: string,
): ServiceError | undefined {
  const before = ({ member }: AddedNumber) => membersOf(document)[member] ?? 0;
  const wrong = numbers.find((number) => !isWithin(number, before(number)));
  if (!wrong) return undefined;
  const { member, added, least = Number.NEGATIVE_INFINITY, problem = 'state_conflict' } = wrong;
  const sum = Number(before(wrong)) + added;
  const limit = sum > 0 && sum > least ? `more than ${mostSum}` : `less than ${Math.max(least, -mostSum)}`;
  const code = sum < least ? problem : 'state_conflict';
  return new ServiceError(code, `The ${member} of the ${subject} would be ${limit}.`);
}
