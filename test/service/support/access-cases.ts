/** Requests with credentials and the expected responses: the same over the emitted functions and over both gateways. */

import { makeConfusedToken, makeToken, type TokenIssuer, tamperedWith } from '../../support/token-maker.ts';

export interface AccessRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Undefined: any valid credential will do. */
  readonly scope?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status with an admitted credential. */
  readonly status: number;
}

export interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The code in the log; undefined: it is valid. */
  readonly refused?: string;
  readonly scopes?: readonly string[];
  /** The status of a request that is refused for another reason than access. */
  readonly status?: number;
}

/** Keys of the service, which the suite has made. */
export interface Keys {
  readonly writer: string;
  readonly reader: string;
  readonly expired: string;
}

export const itemId = '65a1b2c3d4e5f60718293a4b';

const item = `/v1/source/${itemId}`;
const json = { 'content-type': 'application/json' };

export const accessRequests: readonly AccessRequest[] = [
  { name: 'a list', method: 'GET', path: '/v1/source', scope: 'source:read', status: 200 },
  { name: 'the HEAD of a list', method: 'HEAD', path: '/v1/source', scope: 'source:read', status: 200 },
  { name: 'a read', method: 'GET', path: `${item}/fields`, scope: 'source:read', status: 404 },
  {
    ...{ name: 'a create', method: 'POST', path: '/v1/source', scope: 'source:write', status: 201 },
    ...{ headers: json, body: '{"tags":["access"]}' },
  },
  {
    ...{ name: 'a replacement', method: 'PUT', path: item, scope: 'source:write', status: 404 },
    ...{ headers: json, body: '{}' },
  },
  {
    ...{ name: 'a change', method: 'PATCH', path: item, scope: 'source:write', status: 404 },
    ...{ headers: { 'content-type': 'application/merge-patch+json' }, body: '{"name":"a"}' },
  },
  { name: 'a deletion', method: 'DELETE', path: item, scope: 'source:write', status: 404 },
  { name: 'OPTIONS', method: 'OPTIONS', path: '/v1/source', status: 204 },
  { name: 'a method that is not there', method: 'DELETE', path: '/v1/source', status: 405 },
  { name: 'a slash too many', method: 'GET', path: '/v1/source/', status: 404 },
];

/** Everybody may send these. */
export const publicRequests: readonly AccessRequest[] = [
  { name: 'the catalogue', method: 'GET', path: '/v1/preprocessor', status: 200 },
  { name: 'the descriptors', method: 'GET', path: '/v1/api-docs.json', status: 200 },
  { name: 'OPTIONS of the catalogue', method: 'OPTIONS', path: '/v1/preprocessor', status: 204 },
  { name: 'a method that the catalogue has not', method: 'DELETE', path: '/v1/preprocessor', status: 405 },
  { name: 'a path that is not there', method: 'GET', path: '/nowhere', status: 404 },
];

const now = () => Math.floor(Date.now() / 1_000);

export function credentials(issuer: TokenIssuer, keys: Keys): readonly Credential[] {
  const both = ['source:read', 'source:write'];
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const token = (name: string, changes: Parameters<typeof makeToken>[1], refused?: string): Credential => {
    const claims = { scope: both.join(' '), ...changes?.claims };
    const headers = bearer(makeToken(issuer, { ...changes, claims }));
    return { name, headers, scopes: both, ...(refused === undefined ? {} : { refused }) };
  };
  const valid = makeToken(issuer, { claims: { scope: both.join(' ') } });
  const listed = makeToken(issuer, { claims: { scope: both } });
  return [
    { name: 'nothing', headers: {}, refused: 'no_credential' },
    token('a token', {}),
    { name: 'a token in small letters', headers: { authorization: `bearer ${valid}` }, scopes: both },
    token('a token with a list of scopes in scp', { claims: { scope: undefined, scp: both } }),
    token('a token with a list of scopes in scope', { claims: { scope: both } }),
    token('a token with scopes in scope and scp', { claims: { scope: [both[0]], scp: [both[1]] } }),
    token('a token with a list of one text', { claims: { scope: [both.join(' ')] } }),
    { ...token('a token with an empty list', { claims: { scope: [] } }), scopes: [] },
    token('a token with a list in a list', { claims: { scope: [both] } }, 'token_form'),
    token('a token with a list that has a number', { claims: { scope: [...both, 1] } }, 'token_form'),
    token('a token with an object of scopes', { claims: { scope: { 0: both[0] } } }, 'token_form'),
    token('a list, and sub is a number', { claims: { scope: both, sub: 7 } }, 'token_form'),
    token('a list, and it has ended', { claims: { scope: both, exp: now() - 90 } }, 'token_expired'),
    token('a list, and no end', { claims: { scope: both, exp: undefined } }, 'token_expiry'),
    token('a list for another service', { claims: { scope: both, aud: 'other' } }, 'token_audience'),
    token('a list of another key', { header: { kid: 'unknown' }, claims: { scope: both } }, 'token_key'),
    token('a list with alg none', { header: { alg: 'none' }, claims: { scope: both } }, 'token_algorithm'),
    {
      name: 'a list in place of the text that was signed',
      headers: bearer(tamperedWith(valid, { scope: [...both, 'admin'] })),
      refused: 'token_signature',
    },
    {
      name: 'another list than the one that was signed',
      headers: bearer(tamperedWith(listed, { scope: [...both, 'admin'] })),
      refused: 'token_signature',
    },
    {
      name: 'a text in place of the list that was signed',
      headers: bearer(tamperedWith(listed, { scope: both.join(' ') })),
      refused: 'token_signature',
    },
    {
      name: 'a list with a character that base64url does not have',
      headers: bearer(listed.replace('.', '.!')),
      refused: 'scheme',
    },
    {
      name: 'a list with base64 of another alphabet',
      headers: bearer(listed.replace('.', '.+')),
      refused: 'token_form',
    },
    token('a token of an issuer without aud', { claims: { aud: undefined, client_id: issuer.audience } }),
    token('a token with several audiences', { claims: { aud: ['other', issuer.audience] } }),
    {
      name: 'a token that only reads',
      headers: bearer(makeToken(issuer, { claims: { scope: 'source:read' } })),
      scopes: ['source:read'],
    },
    { name: 'a token without scopes', headers: bearer(makeToken(issuer)), scopes: [] },
    token('a token that ended 30 s ago', { claims: { exp: now() - 30 } }),
    token('a token that ended 90 s ago', { claims: { exp: now() - 90 } }, 'token_expired'),
    token('a token that begins in 30 s', { claims: { nbf: now() + 30 } }),
    token('a token that begins in 300 s', { claims: { nbf: now() + 300 } }, 'token_not_yet_valid'),
    token('a token without an end', { claims: { exp: undefined } }, 'token_expiry'),
    token('a token of nobody', { claims: { sub: undefined } }, 'token_subject'),
    token('a token of another issuer', { claims: { iss: 'https://id.example.com' } }, 'token_issuer'),
    token('a token without an issuer', { claims: { iss: undefined } }, 'token_issuer'),
    token('a token for another service', { claims: { aud: 'other' } }, 'token_audience'),
    token('a token for no service', { claims: { aud: undefined } }, 'token_audience'),
    token('a token with alg none', { header: { alg: 'none' } }, 'token_algorithm'),
    token('a token with another algorithm', { header: { alg: 'RS256' } }, 'token_algorithm'),
    {
      name: 'a token signed with the public key',
      headers: bearer(makeConfusedToken(issuer)),
      refused: 'token_algorithm',
    },
    token('a token that brings its key', { header: { jwk: issuer.jwk } }, 'token_key_header'),
    token('a token that names its keys', { header: { jku: 'https://example.com/jwks' } }, 'token_key_header'),
    token('a token of an unknown key', { header: { kid: 'unknown' } }, 'token_key'),
    token('a token without a key', { header: { kid: undefined } }, 'token_key'),
    token('a token with a critical header', { header: { crit: ['b64'] } }, 'token_key_header'),
    {
      name: 'a token with other claims',
      headers: bearer(tamperedWith(valid, { sub: 'eve' })),
      refused: 'token_signature',
    },
    token('a token of 8.5 KB', { claims: { long: 'x'.repeat(6_200) } }, 'token_length'),
    { name: 'no JWT', headers: bearer('abc'), refused: 'token_form' },
    { name: 'a password', headers: { authorization: 'Basic YTpi' }, refused: 'scheme' },
    { name: 'two tokens', headers: { authorization: `Bearer ${valid}, Bearer ${valid}` }, refused: 'scheme' },
    { name: 'a key', headers: { 'x-api-key': keys.writer }, scopes: both },
    { name: 'a key that only reads', headers: { 'x-api-key': keys.reader }, scopes: ['source:read'] },
    { name: 'a key that has expired', headers: { 'x-api-key': keys.expired }, refused: 'key_expired' },
    { name: 'a key of nobody', headers: { 'x-api-key': `hw_${'A'.repeat(43)}` }, refused: 'key_unknown' },
    { name: 'no key', headers: { 'x-api-key': 'secret' }, refused: 'key_form' },
    { name: 'a key in Authorization', headers: bearer(keys.writer), refused: 'token_form' },
    {
      name: 'a token and a key',
      headers: { ...bearer(valid), 'x-api-key': keys.writer },
      status: 400,
    },
    {
      name: 'a token that names another owner',
      headers: { ...bearer(valid), 'x-owner': 'somebody' },
      scopes: [...both, 'not admin'],
      status: 403,
    },
    {
      name: 'an owner that cannot be one',
      headers: { ...bearer(valid), 'x-owner': 'a b' },
      scopes: both,
      status: 400,
    },
    {
      name: 'an administrator who names another owner',
      headers: {
        ...bearer(makeToken(issuer, { claims: { scope: [...both, 'admin'].join(' ') } })),
        'x-owner': 'somebody',
      },
      scopes: [...both, 'admin'],
    },
  ];
}

export interface ExpectedAnswer {
  readonly status: number;
  /** The code in the log; undefined without a line. */
  readonly log: string | undefined;
  /** WWW-Authenticate; null without the header. */
  readonly challenge: string | null;
  /** Members of the problem; null if the request is admitted, or is HEAD. */
  readonly problem: Readonly<Record<string, unknown>> | null;
}

/** What a request with the credential gets. */
export function expectedOf(request: AccessRequest, credential: Credential): ExpectedAnswer {
  const { status, log } = outcomeOf(request, credential);
  const isRefused = [400, 401, 403].includes(status);
  return {
    status,
    log,
    challenge: challengeOf(request, credential, { status, log }),
    problem: isRefused && request.method !== 'HEAD' ? problemOf(request, { status, log }) : null,
  };
}

type Outcome = Pick<ExpectedAnswer, 'status' | 'log'>;

function outcomeOf(request: AccessRequest, { refused, scopes = [], status }: Credential): Outcome {
  if (refused !== undefined) return { status: 401, log: refused };
  if (status === 400) return { status, log: undefined };
  if (request.scope !== undefined && !scopes.includes(request.scope)) return { status: 403, log: 'scope' };
  if (status === 403) return { status, log: 'owner' };
  return { status: request.status, log: undefined };
}

/** Which scope is missing. */
const lackingScope = ({ scope = '' }: AccessRequest, { log }: Outcome) => (log === 'owner' ? 'admin' : scope);

function problemOf(request: AccessRequest, outcome: Outcome): Readonly<Record<string, unknown>> {
  const { status } = outcome;
  const type = 'urn:problem-type:headwater:';
  if (status === 400) return { type: `${type}invalid_request`, status };
  if (status === 401) return { type: `${type}unauthorized`, status };
  return { type: `${type}forbidden`, status, scopes: [lackingScope(request, outcome)] };
}

/** RFC 6750 section 3. */
function challengeOf(request: AccessRequest, { headers }: Credential, outcome: Outcome): string | null {
  const isToken = 'authorization' in headers;
  if (outcome.status === 403 && isToken) {
    const scope = lackingScope(request, outcome);
    return `Bearer realm="service", error="insufficient_scope", scope="${scope}"`;
  }
  if (outcome.status !== 401) return null;
  const error = isToken ? ', error="invalid_token"' : '';
  const scope = request.scope === undefined ? '' : `, scope="${request.scope}"`;
  return `Bearer realm="service"${error}${scope}, ApiKey realm="service", header="x-api-key"`;
}
