/**
 * Link headers (RFC 8288): where the resource is described, the collection of an
 * item, the pages beside a page of a list.
 *
 * References are from the root, as in Location, and keep what stands before the
 * route in the path: the stage, or the base path mapping of a domain.
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { HttpResponse, Page, ResponseHead } from './http-response.ts';

/** The gateway takes 10,240 bytes of headers in all, and a query can be as long. */
const maxHeaderLength = 6_000;

const pageParameters = ['from', 'size', 'after'];

/** Adds to what the handler has set: those of the operation, and those of the page that it has told. */
export function addLinks(
  { head, event }: { readonly head: ResponseHead; readonly event: APIGatewayProxyEventV2 },
  operation: RuntimeOperation,
): void {
  const { page } = head;
  const collection = operation.links?.collection;
  const links = [
    ...describedBy(operation, event),
    ...(collection === undefined ? [] : [link(hrefOf(collection, event), 'collection')]),
    ...(page ? pageLinks(page, event) : []),
  ];
  Object.assign(head.headers, withLinks(head, links).headers);
}

/** Beside the Link that there is already. */
export function withLinks<T extends Pick<HttpResponse, 'headers'>>(response: T, links: readonly string[]): T {
  const { link: own = '' } = response.headers;
  const header = links.reduce((all, text) => {
    if (all === '') return text;
    return all.length + text.length > maxHeaderLength ? all : `${all}, ${text}`;
  }, own);
  return header === '' ? response : { ...response, headers: { ...response.headers, link: header } };
}

/** Total, as it stands in problems as well: of a problem's own relations this is the one that helps. */
export function describedBy(
  { links }: Pick<RuntimeOperation, 'links'>,
  event: Partial<APIGatewayProxyEventV2> | null,
): string[] {
  return links
    ? [`${link(hrefOf(links.describedBy, event ?? {}), 'describedby')}; type="application/json"`]
    : [];
}

/** What is asked for first comes first: where there is no room for all, the others are left out. */
function pageLinks(page: Page, event: APIGatewayProxyEventV2): string[] {
  const path = hrefOf(routeOf(event), event);
  const pairs = event.rawQueryString
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => ({ pair, names: [...parseQueryString(pair).values.keys()] }));
  const kept = pairs
    .filter(({ names }) => !names.some((name) => pageParameters.includes(name)))
    .map(({ pair }) => inHeader(pair));
  const isByCursor = pairs.some(({ names }) => names.includes('after'));
  const queries = isByCursor ? cursorQueries(page) : positionQueries(page);
  return queries.map(([rel, query]) => link(`${path}?${[...kept, query].join('&')}`, rel));
}

type PageQuery = readonly [rel: string, query: string];

/** Of a page that a cursor has led to, nobody knows what position it has: there is no way back but to the first. */
function cursorQueries({ size, after }: Page): PageQuery[] {
  return [...nextByCursor(size, after), ['first', `from=0&size=${size}`]];
}

function positionQueries({
  from,
  size,
  total,
  after,
  maxDepth = Number.POSITIVE_INFINITY,
}: Page): PageQuery[] {
  const first = ['first', `from=0&size=${size}`] as const;
  // Nothing comes after or before a page that asks for the total alone.
  if (size === 0) return [first];
  const end = from + size;
  const before = Math.max(0, Math.min(from, total) - size);
  const next = ['next', `from=${end}&size=${Math.min(size, maxDepth - end)}`] as const;
  const isLast = end >= Math.min(total, maxDepth);
  return [
    ...(after !== undefined || isLast ? nextByCursor(size, after) : [next]),
    ...(from > 0 ? [['prev', `from=${before}&size=${size}`] as const] : []),
    first,
  ];
}

function nextByCursor(size: number, after: string | undefined): PageQuery[] {
  return after === undefined ? [] : [['next', `size=${size}&after=${encodeURIComponent(after)}`]];
}

function link(href: string, rel: string): string {
  return `<${href}>; rel="${rel}"`;
}

function hrefOf(template: string, event: Partial<APIGatewayProxyEventV2>): string {
  return encodeURI(rootOf(event)) + fill(template, event.pathParameters, encodeURIComponent);
}

/** What stands before the route. serverless-offline, where there is no stage, may have the path in other words. */
function rootOf(event: Partial<APIGatewayProxyEventV2>): string {
  const { rawPath = '', pathParameters } = event;
  const path = fill(routeOf(event), pathParameters, (text) => text);
  return path !== '' && rawPath.endsWith(path) ? rawPath.slice(0, rawPath.length - path.length) : '';
}

/** @example routeOf({ routeKey: 'GET /v1/source/{id}' }) // '/v1/source/{id}' */
function routeOf({ routeKey = '' }: Partial<APIGatewayProxyEventV2>): string {
  return routeKey.slice(routeKey.indexOf(' ') + 1);
}

/** The gateway has decoded the variables; of `{name+}` the slashes are those of the path. */
function fill(
  template: string,
  values: APIGatewayProxyEventV2['pathParameters'] = {},
  write: (text: string) => string,
): string {
  return template.replaceAll(/\{(\w+)(\+?)\}/g, (_variable, name: string, greedy: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '').toWellFormed() : '';
    return greedy ? value.split('/').map(write).join('/') : write(value);
  });
}

/** As it was sent, but for what would end the reference or the header. */
function inHeader(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21\x23-\x3b\x3d\x3f-\x7e]/gu, encodeURIComponent);
}
