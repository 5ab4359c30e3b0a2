/** The members of a document that the service sets; clients write all others. */

import { timeOfId } from '../store/ids.ts';

export interface ManagedMembers {
  readonly _id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly updated: string;
  readonly revision: number;
}

/** Makes the members of revision 1. The id contains the time of creation, so sorting by id sorts by `created`. */
export function firstMembers(_id: string): ManagedMembers {
  const created = new Date(timeOfId(_id)).toISOString();
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
