/** Link headers: the descriptor, the collection and the neighbouring pages of a response. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { parseQueryString } from '../../../../lib/headwater/run/http/request/query-string.ts';
import type { ResponseHead } from '../../../../lib/headwater/run/http/response/http-response.ts';
import { addLinks, describedBy } from '../../../../lib/headwater/run/http/response/links.ts';
import { type Page, pageLinks } from '../../../../lib/headwater/run/http/response/pagination.ts';
import type { RuntimeOperation } from '../../../../lib/headwater/shared/plan/operation-plan.ts';

interface Request {
  readonly route?: string;
  /** Decoded, as the gateway sends it. */
  readonly path?: string;
  readonly query?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Only the parts of the event that links depend on. */
function eventOf({ route = '/v1/thing', path = route, query = '', variables }: Request) {
  const event: Partial<APIGatewayProxyEventV2> = {
    routeKey: `GET ${route}`,
    rawPath: path,
    rawQueryString: query,
    ...(variables ? { pathParameters: variables } : {}),
  };
  return event as APIGatewayProxyEventV2;
}

function operationOf(links?: RuntimeOperation['links']): RuntimeOperation {
  const operation = { id: 'thing-list', successStatus: 200, produces: [], parameters: [] };
  return links ? { ...operation, links } : operation;
}

function linksOf(request: Request, links?: RuntimeOperation['links'], page?: Page, own?: string): string[] {
  const head: ResponseHead = { status: 200, headers: own === undefined ? {} : { link: own } };
  if (page)
    head.pages = pageLinks({ maxDepth: 10_000, ...page }, { query: parseQueryString(request.query ?? '') });
  addLinks({ head, event: eventOf(request) }, operationOf(links));
  return head.headers['link']?.split(', ') ?? [];
}

describe('links to pages', () => {
  const of = (page: Page, query = '') =>
    linksOf({ query }, undefined, page).map((text) =>
      text.replace(/^<\/v1\/thing\?(.*)>; rel="(.*)"$/, '$2 $1'),
    );

  const pages: readonly [name: string, page: Page, links: readonly string[]][] = [
    ['the only one', { from: 0, size: 10, total: 10 }, ['first from=0&size=10']],
    ['an empty list', { from: 0, size: 10, total: 0 }, ['first from=0&size=10']],
    ['the first', { from: 0, size: 10, total: 11 }, ['next from=10&size=10', 'first from=0&size=10']],
    [
      'a middle page',
      { from: 20, size: 10, total: 40 },
      ['next from=30&size=10', 'prev from=10&size=10', 'first from=0&size=10'],
    ],
    ['the last', { from: 20, size: 10, total: 30 }, ['prev from=10&size=10', 'first from=0&size=10']],
    [
      'less than a page from the start',
      { from: 3, size: 10, total: 13 },
      ['prev from=0&size=10', 'first from=0&size=10'],
    ],
    ['beyond the end', { from: 100, size: 10, total: 12 }, ['prev from=2&size=10', 'first from=0&size=10']],
    [
      'beyond the end of an empty list',
      { from: 100, size: 10, total: 0 },
      ['prev from=0&size=10', 'first from=0&size=10'],
    ],
    ['the total alone', { from: 5, size: 0, total: 100 }, ['first from=0&size=0']],
    [
      'next stays below 10,000',
      { from: 9_500, size: 400, total: 10_000 },
      ['next from=9900&size=100', 'prev from=9100&size=400', 'first from=0&size=400'],
    ],
    [
      'the page that ends at 10,000',
      { from: 9_000, size: 1_000, total: 10_000 },
      ['prev from=8000&size=1000', 'first from=0&size=1000'],
    ],
    [
      'the page that ends at 10,000 of a longer list',
      { from: 9_000, size: 1_000, total: 20_000 },
      ['prev from=8000&size=1000', 'first from=0&size=1000'],
    ],
    [
      'with a cursor',
      { from: 0, size: 10, total: 99, after: 'a+/=' },
      ['next size=10&after=a%2B%2F%3D', 'first from=0&size=10'],
    ],
    [
      'with a cursor beyond 10,000',
      { from: 9_000, size: 1_000, total: 10_000, after: 'x' },
      ['next size=1000&after=x', 'prev from=8000&size=1000', 'first from=0&size=1000'],
    ],
  ];
  test.each(pages)('%s', (_, page, links) => {
    expect(of(page)).toEqual(links);
  });

  test('on a page reached by a cursor use cursors', () => {
    const page = { from: 0, size: 10, total: 99 };
    expect(of(page, 'after=x')).toEqual(['first from=0&size=10']);
    expect(of({ ...page, after: 'y' }, 'after=x')).toEqual(['next size=10&after=y', 'first from=0&size=10']);
  });

  const first = { from: 0, size: 10, total: 1 };
  const queries: readonly [query: string, kept: string][] = [
    ['', ''],
    ['from=0&size=10', ''],
    ['query=web', 'query=web&'],
    ['size=10&query=a%20b%2C&from=0&query=c+d', 'query=a%20b%2C&query=c+d&'],
    ['after=x&%66rom=3&fr%6fm&a', 'a&'],
    ['From=1&fromage=2&x=from=3', 'From=1&fromage=2&x=from=3&'],
    ['&&a=1&&', 'a=1&'],
    ['a=%ff&b=%zz', 'a=%ff&b=%zz&'],
    // Characters that would end the reference or the header.
    ['a=<b>"\r\nÄ😀\ud800', 'a=%3Cb%3E%22%0D%0A%C3%84%F0%9F%98%80%EF%BF%BD&'],
  ];
  test.each(queries)('keep other parameters unchanged: %j', (query, kept) => {
    expect(of(first, query)).toEqual([`first ${kept}from=0&size=10`]);
  });

  test('are omitted when the query is too long', () => {
    const page = { from: 10, size: 10, total: 30 };
    const rels = (length: number) =>
      of(page, `query=${'x'.repeat(length)}`).map((text) => text.split(' ')[0]);
    expect(rels(1_900)).toEqual(['next', 'prev', 'first']);
    expect(rels(2_900)).toEqual(['next', 'prev']);
    expect(rels(5_900)).toEqual(['next']);
  });
});

describe('links to descriptor and collection', () => {
  const links = { describedBy: '/v1/api-docs.json/thing', collection: '/v1/thing' };
  const described = (root: string) =>
    `<${root}/v1/api-docs.json/thing>; rel="describedby"; type="application/json"`;
  const route = '/v1/thing/{id}';

  const paths: readonly [name: string, request: Request, root: string][] = [
    ['at the root', { route, path: '/v1/thing/7', variables: { id: '7' } }, ''],
    ['below a stage name', { route, path: '/prod/v1/thing/7', variables: { id: '7' } }, '/prod'],
    ['below a base path', { route, path: '/of/all/v1/thing/7', variables: { id: '7' } }, '/of/all'],
    ['an encoded variable', { route, path: '/prod/v1/thing/a/b c', variables: { id: 'a/b c' } }, '/prod'],
    ['an encoded path', { route, path: '/v1/thing/a%20b', variables: { id: 'a b' } }, ''],
    [
      'the rest of a path',
      { route: '/v1/thing/{rest+}', path: '/prod/v1/thing/a/b', variables: { rest: 'a/b' } },
      '/prod',
    ],
  ];
  test.each(paths)('%s', (_, request, root) => {
    expect(linksOf(request, links)).toEqual([described(root), `<${root}/v1/thing>; rel="collection"`]);
  });

  test('of a nested collection use the variables of the request', () => {
    const inner = { describedBy: '/api-docs.json/part', collection: '/thing/{id}/part' };
    const request = {
      route: '/thing/{id}/part/{part}',
      path: '/dev/thing/Ä >/x/part/1',
      variables: { id: 'Ä >/x', part: '1' },
    };
    expect(linksOf(request, inner)[1]).toBe('</dev/thing/%C3%84%20%3E%2Fx/part>; rel="collection"');
  });

  test('are added to the links of the handler', () => {
    const own = '<https://example.com/terms>; rel="license"';
    expect(linksOf({}, { describedBy: '/v1/api-docs.json/thing' }, undefined, own)).toEqual([
      own,
      described(''),
    ]);
    expect(linksOf({}, undefined, undefined, own)).toEqual([own]);
  });

  test('are absent when nothing is known', () => {
    expect(linksOf({})).toEqual([]);
  });

  test('to the descriptor are present even for malformed events', () => {
    expect(describedBy(operationOf(links), {})).toEqual([described('')]);
  });
});
