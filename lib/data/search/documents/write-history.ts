/** The writes that an item remembers, by which a write whose response was lost recognizes itself. */

import { ServiceError } from '../../../shared/errors.ts';
import { timeOfId } from '../../store/ids.ts';
import type { StoredDocument, StoredState } from './document-items.ts';
import type { PostingContext } from './posting-changes.ts';

export interface WriteContext<Document> extends PostingContext<Document> {
  readonly now: () => number;
  readonly newId: () => string;
}

interface NextRevision {
  readonly id: string;
  readonly revision: number;
  readonly write: string;
  /** The writes that the item will remember. */
  readonly writes: readonly string[];
}

/** The limit from putting the postings to putting the document. The gateway waits 30 s. */
export const maxWriteMs = 30_000;

/** Whether a write is so late that readers may soon treat its postings as left by a crash. */
export function isLate({ now }: Pick<WriteContext<never>, 'now'>, write: string): boolean {
  return now() - timeOfId(write) > maxWriteMs;
}

/**
 * An item remembers the writes of this period, within the limits, since another may have waited that long for a
 * response.
 */
const remembered = { ms: 2 * maxWriteMs, least: 8, most: 200 } as const;

export function nextRevision<Document>(
  { now, newId }: WriteContext<Document>,
  { id, revision, writes }: StoredDocument<Document>,
): NextRevision {
  const write = newId();
  const since = now() - remembered.ms;
  const kept = writes.filter((one, at) => at < remembered.least - 1 || timeOfId(one) >= since);
  return { id, revision: revision + 1, write, writes: [write, ...kept].slice(0, remembered.most) };
}

/** The write that has made a revision; undefined when too many have followed. */
export function madeBy({ revision, writes }: StoredState<unknown>, made: number): string | undefined {
  return writes[revision - made];
}

/** Whether the write has made its revision. @throws ServiceError unavailable when this is unknown. */
export function isOwn<Document>(
  { index }: WriteContext<Document>,
  current: StoredState<Document>,
  { revision, write }: Pick<NextRevision, 'revision' | 'write'>,
): boolean {
  const maker = madeBy(current, revision);
  if (maker !== undefined || current.revision < revision) return maker === write;
  throw new ServiceError(
    'unavailable',
    `Too many changes of the ${index.name} ${current.id} have followed to tell whether this one was made; read it before you send it again.`,
  );
}
