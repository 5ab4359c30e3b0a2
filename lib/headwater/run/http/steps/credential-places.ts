/**
 * Credentials outside of headers of their own: keys in query strings and cookies, and keys as passwords. Only functions that
 * accept them contain this module.
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { AccessScheme } from '../../../shared/plan/operation-plan.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { CredentialPlaces } from './authorize.ts';
import type { ReceivedEvent } from './step.ts';

/** RFC 7617 section 2. */
const basicPattern = /^Basic +([A-Za-z0-9+/]*)=*$/i;

export const credentialPlaces: CredentialPlaces = {
  read: (event, scheme) => {
    switch (scheme.place) {
      case 'query':
        return textOf(parseQueryString(event.rawQueryString).values.get(scheme.name));
      case 'cookie':
        return textOf(cookiesOf(event, scheme));
      default:
        return readHeader(event, scheme);
    }
  },
  without: (event, schemes) => {
    const { gatewayEvent } = event;
    const changed = hidden(gatewayEvent, schemes);
    return { ...changed, gatewayEvent: { ...gatewayEvent, ...changed } };
  },
  refuseOtherSites,
};

/** Like headers that are sent twice: no credential has a comma. */
function textOf(values: readonly string[] = []): string | undefined {
  return values.length === 0 ? undefined : values.join(',');
}

/** RFC 6265 section 4.1.1: a value may be in quotes. */
function cookiesOf({ cookies = [] }: ReceivedEvent, { name }: AccessScheme): string[] {
  return cookies.flatMap((cookie) => {
    const [, own, value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(cookie) ?? [];
    return own === name ? value.replace(/^"(.*)"$/, '$1') : [];
  });
}

/** A token and a password share a header: each is absent where the other one is. */
function readHeader({ headers }: ReceivedEvent, { scheme, name }: AccessScheme): string | undefined {
  const text = ownMember(headers, name);
  if (text === undefined || scheme === 'apiKey') return text;
  const isBasic = /^Basic(?: |$)/i.test(text);
  if (scheme === 'bearer') return isBasic ? undefined : text;
  return isBasic ? keyOf(basicPattern.exec(text)?.[1]) : undefined;
}

/** The password, or the user's name where there is no password: clients of other services send keys in either place. */
function keyOf(encoded = ''): string {
  const [, user = '', password = ''] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password || user;
}

/** The gateway's event without the keys in its query and cookies: the handler, links and fingerprints do not get them. */
function hidden(
  { rawQueryString, queryStringParameters = {}, cookies = [] }: APIGatewayProxyEventV2,
  schemes: readonly AccessScheme[],
): Partial<Pick<APIGatewayProxyEventV2, 'rawQueryString' | 'queryStringParameters' | 'cookies'>> {
  const namesIn = (place: AccessScheme['place']) =>
    new Set(schemes.flatMap((scheme) => (scheme.place === place ? scheme.name : [])));
  const [inQuery, inCookies] = [namesIn('query'), namesIn('cookie')];
  const pairs = rawQueryString.split('&').filter((pair) => {
    const { values, malformed } = parseQueryString(pair);
    return ![...values.keys(), ...malformed.map(({ name }) => name)].some((name) => inQuery.has(name));
  });
  const others = Object.entries(queryStringParameters).filter(([name]) => !inQuery.has(name));
  return {
    ...(inQuery.size > 0
      ? { rawQueryString: pairs.join('&'), queryStringParameters: Object.fromEntries(others) }
      : {}),
    ...(inCookies.size > 0
      ? { cookies: cookies.filter((cookie) => !inCookies.has(cookie.split('=', 1)[0]?.trim() ?? '')) }
      : {}),
  };
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A browser adds cookies, and passwords that it knows, to requests of other sites, too. Of such requests, those that change
 * something are refused, by what browsers say of themselves (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header,
 * RFC 6454 section 7). Clients that are no browsers say nothing.
 *
 * @throws ServiceError forbidden.
 */
function refuseOtherSites({ headers, requestContext }: ReceivedEvent, given: readonly AccessScheme[]): void {
  const isAdded = given.some(({ scheme, place }) => place === 'cookie' || scheme === 'basic');
  if (!isAdded || safeMethods.includes(requestContext.http.method)) return;
  const { origin, host = requestContext.domainName } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === host
      : site === 'same-origin' || site === 'none';
  if (isOwn) return;
  const detail =
    'A page of another site may not change anything with a credential that the browser adds. A key in a header would do.';
  throw new ServiceError('forbidden', detail, {
    cause: { refused: 'other_site' },
    members: { scopes: [] },
  });
}
