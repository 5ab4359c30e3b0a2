/**
 * Link headers (RFC 8288). References start at the root, as in Location, and keep what precedes the route in the path: the
 * stage, or the base path mapping of a domain.
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { HttpResponse, ResponseHead } from './http-response.ts';

/** The gateway accepts 10,240 bytes of headers in all, and a query can be as long. */
const maxHeaderLength = 6_000;

/** Adds links to the descriptor, to the collection of an item, and to the pages that the handler has set. */
export function addLinks(
  { head, event }: { readonly head: ResponseHead; readonly event: APIGatewayProxyEventV2 },
  operation: RuntimeOperation,
): void {
  const { pages = [] } = head;
  const collection = operation.links?.collection;
  const links = [
    ...describedBy(operation, event),
    ...(collection === undefined ? [] : [link(hrefOf(collection, event), 'collection')]),
    ...pages.map(({ rel, query }) => link(`${hrefOf(routeOf(event), event)}?${query}`, rel)),
  ];
  Object.assign(head.headers, withLinks(head, links).headers);
}

/** Appends to an existing Link header. When there is no room for all, the last ones are dropped. */
export function withLinks<T extends Pick<HttpResponse, 'headers'>>(response: T, links: readonly string[]): T {
  const { link: own = '' } = response.headers;
  const header = links.reduce((all, text) => {
    if (all === '') return text;
    return all.length + text.length > maxHeaderLength ? all : `${all}, ${text}`;
  }, own);
  return header === '' ? response : { ...response, headers: { ...response.headers, link: header } };
}

/** The link to the descriptor. Problems have it, too. */
export function describedBy(
  { links }: Pick<RuntimeOperation, 'links'>,
  event: Partial<APIGatewayProxyEventV2>,
): string[] {
  return links ? [`${link(hrefOf(links.describedBy, event), 'describedby')}; type="application/json"`] : [];
}

function link(href: string, rel: string): string {
  return `<${href}>; rel="${rel}"`;
}

function hrefOf(template: string, event: Partial<APIGatewayProxyEventV2>): string {
  return encodeURI(rootOf(event)) + fill(template, event.pathParameters, encodeURIComponent);
}

/** What precedes the route in the path. serverless-offline, which has no stage, can encode the path differently. */
function rootOf(event: Partial<APIGatewayProxyEventV2>): string {
  const { rawPath = '', pathParameters } = event;
  const path = fill(routeOf(event), pathParameters, (text) => text);
  return path !== '' && rawPath.endsWith(path) ? rawPath.slice(0, rawPath.length - path.length) : '';
}

/** @example routeOf({ routeKey: 'GET /v1/bookmark/{id}' }) // '/v1/bookmark/{id}' */
function routeOf({ routeKey = '' }: Partial<APIGatewayProxyEventV2>): string {
  return routeKey.slice(routeKey.indexOf(' ') + 1);
}

/** The gateway has decoded the variables. The slashes in a value of `{name+}` separate segments. */
function fill(
  template: string,
  values: APIGatewayProxyEventV2['pathParameters'] = {},
  write: (text: string) => string,
): string {
  if (!template.includes('{')) return template;
  return template.replaceAll(/\{(\w+)(\+?)\}/g, (_variable, name: string, greedy: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '').toWellFormed() : '';
    return greedy ? value.split('/').map(write).join('/') : write(value);
  });
}
