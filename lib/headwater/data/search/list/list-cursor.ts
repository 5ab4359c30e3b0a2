/**
 * The cursor of a list: the position of the next page, and the total that the
 * first page has counted.
 *
 * A cursor names a position, not a document, so it outlives the document before it. A
 * checksum binds it to its query and order. It needs no secret: a forged cursor returns
 * hits of the same query from another position, with a total that the forger has
 * chosen. Any other text is refused.
 */

import { createHash } from 'node:crypto';

/** The limit of `from` and `size` together, and of exact totals if the request asks for them. */
export const maxDepth = 10_000;

export interface Cursor {
  /** The position at which the next page begins (index/positions.ts). No document needs to have it. */
  readonly next: string;
  /** The number of documents still to be skipped: a search may stop before it has skipped all of them. */
  readonly skip: number;
  readonly total: number;
  readonly relation: 'eq' | 'gte';
  /** The value of `now` in the query, in milliseconds since 1970: the same on every page. */
  readonly now: number;
}

export interface CursorList {
  readonly owner: string;
  readonly query?: string | undefined;
  readonly sort: string;
}

const version = 1;

export function writeCursor({ next, skip, total, relation, now }: Cursor, list: CursorList): string {
  const body = JSON.stringify([version, next, skip, total, relation, now]);
  return Buffer.from(checksumOf(body, list) + body).toString('base64url');
}

/** Undefined if the text is not a cursor of this query and order. */
export function readCursor(text: string, list: CursorList): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const content = bytes.toString();
  const body = content.slice(checksumLength);
  const isWhole = bytes.toString('base64url') === text && content === checksumOf(body, list) + body;
  return isWhole ? parseCursorBody(body) : undefined;
}

/** The checksum is right, but the body of a forged cursor may contain anything. */
function parseCursorBody(body: string): Cursor | undefined {
  const [its, next, skip, total, relation, now, ...others] = parsedList(body);
  if (its !== version || others.length > 0) return undefined;
  if (typeof next !== 'string' || !/^(?:[0-9a-f]{3}){8,32}$/.test(next)) return undefined;
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
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxDepth;
}

function isTime(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= 8.64e15;
}

const checksumLength = 12;

function checksumOf(body: string, { owner, query = '', sort }: CursorList): string {
  const hash = createHash('sha256').update(JSON.stringify([body, owner, query, sort]));
  return hash.digest('base64url').slice(0, checksumLength);
}
