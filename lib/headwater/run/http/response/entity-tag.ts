import { timeOfId } from '../../../shared/id-time.ts';

interface TaggedDocument {
  readonly revision: number;
  readonly _id?: string;
  readonly created?: string;
}

/**
 * The strong entity tag of a revision (RFC 9110 section 8.8.1).
 *
 * A document that clients name may be removed and created again, and its revisions then begin at 1 again. So its tag has the time
 * of its creation, too; an id that the service makes contains it, and never comes back.
 *
 * @example entityTagOf(bookmark) // '"3"'
 */
export function entityTagOf({ revision, _id, created }: TaggedDocument): string {
  const time = Date.parse(created ?? '');
  const isNamed = _id !== undefined && !Number.isNaN(time) && timeOfId(_id) !== time;
  return `"${revision}${isNamed ? `-${time.toString(36)}` : ''}"`;
}
