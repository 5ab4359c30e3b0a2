/** Pages of a list by the query parameters `from` and `size`, or by a cursor in `after`. */

import type { QueryString } from '../request/query-string.ts';
import type { PageLink } from './http-response.ts';

/** The part of a list that a response holds. */
export interface Page {
  /** As requested. */
  readonly from: number;
  readonly size: number;
  /** Number of items in the whole list, or a lower bound when they were not all counted. */
  readonly total: number;
  /** Cursor of the next page, when there is one. */
  readonly after?: string;
  /** How deep `from` and `size` reach into the list; without it they reach to its end. */
  readonly maxDepth?: number;
}

/** The context of a handler. */
interface PagedRequest {
  readonly query: QueryString;
}

const pageParameters = ['from', 'size', 'after'];

/**
 * Links to the next, previous and first page, for `response.pages`. They keep all other parameters of the request.
 *
 * @example pageLinks({ from: 0, size: 10, total: 11 }, context)
 *   // [{ rel: 'next', query: 'from=10&size=10' }, { rel: 'first', query: 'from=0&size=10' }]
 */
export function pageLinks(page: Page, { query: { pairs, values } }: PagedRequest): PageLink[] {
  const kept = pairs
    .filter(({ name }) => name === undefined || !pageParameters.includes(name))
    .map(({ text }) => inHeader(text));
  const links = values.has('after') ? cursorLinks(page) : positionLinks(page);
  return links.map(({ rel, query }) => ({ rel, query: [...kept, query].join('&') }));
}

/**
 * A link to the page that begins where this one ends, for `response.pages`: the request with another value of a parameter.
 *
 * @example nextLink({ name: 'from', value: 50 }, context) // { rel: 'next', query: 'size=50&from=50' }
 */
export function nextLink(
  { name, value }: { readonly name: string; readonly value: number | string },
  { query: { pairs } }: PagedRequest,
): PageLink {
  const kept = pairs.filter((pair) => pair.name !== name).map(({ text }) => inHeader(text));
  return { rel: 'next', query: [...kept, `${name}=${value}`].join('&') };
}

/** A cursor does not tell the position of its page: the first page is the only way back. */
function cursorLinks({ size, after }: Page): PageLink[] {
  return [...nextByCursor(size, after), { rel: 'first', query: `from=0&size=${size}` }];
}

function positionLinks({ from, size, total, after, maxDepth = Number.POSITIVE_INFINITY }: Page): PageLink[] {
  const first = { rel: 'first', query: `from=0&size=${size}` };
  // A page of no items has no neighbours: the request asks for the total only.
  if (size === 0) return [first];
  const end = from + size;
  const before = Math.max(0, Math.min(from, total) - size);
  const next = { rel: 'next', query: `from=${end}&size=${Math.min(size, maxDepth - end)}` };
  const isLast = end >= Math.min(total, maxDepth);
  return [
    ...(after !== undefined || isLast ? nextByCursor(size, after) : [next]),
    ...(from > 0 ? [{ rel: 'prev', query: `from=${before}&size=${size}` }] : []),
    first,
  ];
}

function nextByCursor(size: number, after: string | undefined): PageLink[] {
  return after === undefined
    ? []
    : [{ rel: 'next', query: `size=${size}&after=${encodeURIComponent(after)}` }];
}

/** As it was sent, except for characters that would end the reference or the header. */
function inHeader(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21\x23-\x3b\x3d\x3f-\x7e]/gu, encodeURIComponent);
}
