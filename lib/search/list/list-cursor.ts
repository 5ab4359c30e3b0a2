/**
 * The cursor of a list: where the next page begins, and what the first page
 * has found out, so that it is not counted again.
 *
 * It names a position and not a source, so that it outlives the source that it
 * was made after. It is bound to its query and order by a checksum. There is no
 * secret in it, and none is needed: who makes up a cursor with its checksum
 * gets what the same query gives him anyway, from another place on, with a
 * total that he has chosen himself. Whatever does not fit is 400.
 */

import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors.ts';

export type Sort = 'created' | '-created';

export interface Cursor {
  /** The id at which the next page begins, whether there is such a source or not. */
  readonly next: string;
  /** How many sources are still to be skipped: a search may end before it has skipped as many as it should. */
  readonly skip: number;
  readonly total: number;
  readonly relation: 'eq' | 'gte';
  /** What `now` means in the query, in milliseconds since 1970: the same on each page. */
  readonly now: number;
}

/** What a cursor belongs to. */
export interface CursorOwner {
  readonly query?: string | undefined;
  readonly sort: Sort;
}

const version = 1;
const maxCount = 10_000;

export function writeCursor({ next, skip, total, relation, now }: Cursor, owner: CursorOwner): string {
  const body = JSON.stringify([version, next, skip, total, relation, now]);
  return Buffer.from(checksumOf(body, owner) + body).toString('base64url');
}

/** @throws ServiceError invalid_request when it is not a cursor of this query and order. */
export function readCursor(text: string, owner: CursorOwner): Cursor {
  const bytes = Buffer.from(text, 'base64url');
  const content = bytes.toString();
  const body = content.slice(checksumLength);
  const isWhole = bytes.toString('base64url') === text && content === checksumOf(body, owner) + body;
  const cursor = isWhole ? parse(body) : undefined;
  if (cursor) return cursor;
  const message = 'must be the after of a page of this very query and sort';
  const errors = [{ in: 'query', name: 'after', code: 'format', message }];
  throw new ServiceError('invalid_request', `The parameter after ${message}.`, { members: { errors } });
}

/** Its checksum is right; a program that makes up both may still have anything in it. */
function parse(body: string): Cursor | undefined {
  const [its, next, skip, total, relation, now, ...others] = parsedList(body);
  if (its !== version || others.length > 0) return undefined;
  if (typeof next !== 'string' || !/^[0-9a-f]{24}$/.test(next)) return undefined;
  if (relation !== 'eq' && relation !== 'gte') return undefined;
  if (!isCount(skip) || !isCount(total) || !isTime(now)) return undefined;
  return { next, skip, total, relation, now };
}

function parsedList(body: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(body);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxCount;
}

function isTime(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= 8.64e15;
}

const checksumLength = 12;

function checksumOf(body: string, { query = '', sort }: CursorOwner): string {
  const hash = createHash('sha256').update(JSON.stringify([body, query, sort]));
  return hash.digest('base64url').slice(0, checksumLength);
}
