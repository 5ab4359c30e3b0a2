/** The keys of an issuer that fails, is slow, sends too much, or changes its keys: over HTTP, with the step as it ships. */

import { generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { tokenVerifier } from '../../../../lib/headwater/run/access/token-verifier.ts';
import { readAccess } from '../../../../lib/headwater/shared/access-settings.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { makeToken, type TokenIssuer } from '../../../support/token-maker.ts';

interface Served {
  /** What the issuer answers from now on. */
  answer: RequestListener;
  /** Requests so far. */
  fetches: number;
  readonly issuer: TokenIssuer;
  readonly verify: (token: string, signal?: AbortSignal) => Promise<unknown>;
}

const unlimited = new AbortController().signal;

function newKey(): Pick<TokenIssuer, 'kid' | 'jwk'> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid: randomUUID(), jwk: privateKey.export({ format: 'jwk' }) };
}

const keySet = (...keys: Pick<TokenIssuer, 'kid' | 'jwk'>[]): RequestListener => {
  const shown = keys.map(({ kid, jwk: { d: _secret, ...jwk } }) => ({
    ...jwk,
    kid,
    use: 'sig',
    alg: 'ES256',
  }));
  return jsonOf({ keys: shown });
};

const jsonOf = (value: unknown): RequestListener => {
  return (_request, response) => void response.end(JSON.stringify(value));
};

async function serve(first: RequestListener, key = newKey()): Promise<Served> {
  const server = createServer((request, response) => {
    served.fetches++;
    served.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = { issuer: url, audience: 'headwater', ...key };
  const settings = readAccess(JSON.stringify({ issuers: [{ issuer: url, audiences: ['headwater'] }] }));
  const served: Served = { answer: first, fetches: 0, issuer, verify: async () => undefined };
  const authenticate = tokenVerifier(settings);
  return Object.assign(served, {
    verify: async (token: string, signal = unlimited) => {
      try {
        const caller = await authenticate(token, { lambda: lambdaContext(), signal });
        return 'refused' in caller ? caller.refused : 'valid';
      } catch (error) {
        return Object(error).code;
      }
    },
  });
}

const verifyAll = ({ verify }: Served, tokens: readonly string[]) =>
  Promise.all(tokens.map((token) => verify(token)));

/** Moves the clock of the keys; timers and sockets keep their time. */
function advance(ms: number): void {
  const { now } = Date;
  const at = now() + ms;
  vi.spyOn(Date, 'now').mockReturnValue(at);
}

test('the keys are fetched once, before the first token', async () => {
  const key = newKey();
  const served = await serve(keySet(key), key);
  await expect.poll(() => served.fetches).toBe(1);
  const tokens = Array.from({ length: 50 }, () => makeToken(served.issuer));
  expect(new Set(await verifyAll(served, tokens))).toEqual(new Set(['valid']));
  expect(served.fetches).toBe(1);
});

const badAnswers: readonly [string, RequestListener][] = [
  ['is not there', (_request, response) => void response.writeHead(404).end()],
  ['fails', (_request, response) => void response.writeHead(500).end('{}')],
  ['closes the connection', ({ socket }) => void socket.destroy()],
  ['sends 5 MB', jsonOf({ keys: [], more: 'x'.repeat(5_000_000) })],
  ['sends what is no JSON', (_request, response) => void response.end('<html>')],
  ['sends no keys', jsonOf({ keys: [] })],
  ['sends a secret key', jsonOf({ keys: [{ kty: 'oct', kid: 'a', k: 'c2VjcmV0' }] })],
  [
    'redirects',
    (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
  ],
];

/** No token is valid while the issuer answers so, and a valid set helps. */
async function expectRecovery(answer: RequestListener): Promise<void> {
  const key = newKey();
  const served = await serve(answer, key);
  const token = makeToken(served.issuer);
  expect(await served.verify(token)).toBe('unavailable');
  served.answer = keySet(key);
  const start = Date.now();
  advance(1_500);
  expect(await served.verify(token)).toBe('valid');
  vi.restoreAllMocks();
  expect(Date.now() - start).toBeLessThan(60_000);
}

test.each(badAnswers)('an issuer that %s: no token is valid, and a valid set helps', (_name, answer) =>
  expectRecovery(answer),
);

test('an issuer that answers after 4 s: no token is valid, and a valid set helps', { tags: ['access'] }, () =>
  expectRecovery((_request, response) => void setTimeout(() => response.end('{}'), 4_000)),
);

test('a container that was frozen before its first request fetches the keys again', async () => {
  const key = newKey();
  const served = await serve((_request, response) => void response.writeHead(500).end(), key);
  await expect.poll(() => served.fetches).toBe(1);
  // The answer arrives, and fails the fetch.
  await new Promise((done) => setTimeout(done, 50));
  served.answer = keySet(key);
  expect(await served.verify(makeToken(served.issuer))).toBe('valid');
});

test('a request does not wait longer than its function may run', { tags: ['access'] }, async () => {
  const served = await serve(() => undefined);
  const [known, unknown] = [makeToken(served.issuer), makeToken({ ...served.issuer, ...newKey() })];
  expect(await served.verify(known, AbortSignal.timeout(20))).toBe('unavailable');
  expect(await served.verify(known, AbortSignal.abort())).toBe('unavailable');
  // The first fetch still lasts: on a busy machine it may not have arrived yet.
  await expect.poll(() => served.fetches).toBe(1);
  served.answer = keySet(served.issuer);
  expect(await served.verify(known)).toBe('valid');
  served.answer = () => undefined;
  advance(20_000);
  expect(await served.verify(unknown, AbortSignal.timeout(20))).toBe('unavailable');
  vi.restoreAllMocks();
});

test('an issuer that answers after a second: many requests wait for one fetch', async () => {
  const key = newKey();
  const answer = keySet(key);
  const served = await serve((...exchange) => void setTimeout(() => answer(...exchange), 1_000), key);
  const tokens = Array.from({ length: 50 }, () => makeToken(served.issuer));
  expect(new Set(await verifyAll(served, tokens))).toEqual(new Set(['valid']));
  expect(served.fetches).toBe(1);
});

test('known keys stay valid for a day while the issuer fails', async () => {
  const key = newKey();
  const served = await serve(keySet(key), key);
  const token = makeToken(served.issuer, { claims: { exp: 4_000_000_000 } });
  expect(await served.verify(token)).toBe('valid');
  served.answer = (_request, response) => void response.writeHead(500).end();
  advance(3_600_000);
  expect(await served.verify(token)).toBe('valid');
  await expect.poll(() => served.fetches).toBe(2);
  advance(90_000_000);
  expect(await served.verify(token)).toBe('unavailable');
  vi.restoreAllMocks();
});

test('a new key is fetched with its first token, by many at once, and seldom', async () => {
  const [old, young] = [newKey(), newKey()];
  const served = await serve(keySet(old), old);
  expect(await served.verify(makeToken(served.issuer))).toBe('valid');
  served.answer = keySet(old, young);
  const tokens = Array.from({ length: 200 }, (_, index) =>
    makeToken({ ...served.issuer, ...(index % 2 ? young : old) }),
  );
  advance(20_000);
  expect(new Set(await verifyAll(served, tokens))).toEqual(new Set(['valid']));
  expect(served.fetches).toBe(2);
  const unknown = Array.from({ length: 40 }, () => makeToken({ ...served.issuer, ...newKey() }));
  expect(new Set(await verifyAll(served, unknown))).toEqual(new Set(['token_key']));
  expect(served.fetches).toBe(2);
  advance(20_000);
  expect(new Set(await verifyAll(served, unknown))).toEqual(new Set(['token_key']));
  expect(served.fetches).toBe(3);
  vi.restoreAllMocks();
});

test('a token of a new key is no invalid one while the issuer cannot be asked', async () => {
  const [old, young] = [newKey(), newKey()];
  const served = await serve(keySet(old), old);
  const [known, unknown] = [makeToken(served.issuer), makeToken({ ...served.issuer, ...young })];
  expect(await served.verify(known)).toBe('valid');
  served.answer = (_request, response) => void response.writeHead(500).end();
  advance(20_000);
  expect(await verifyAll(served, [unknown, known, unknown])).toEqual(['unavailable', 'valid', 'unavailable']);
  served.answer = keySet(old, young);
  // The verifier fetches again after a second.
  expect([await served.verify(unknown), served.fetches]).toEqual(['unavailable', 2]);
  vi.restoreAllMocks();
  advance(21_500);
  expect(await served.verify(unknown)).toBe('valid');
  vi.restoreAllMocks();
});

test('another key under the same id replaces the first', async () => {
  const first = newKey();
  const second = { ...newKey(), kid: first.kid };
  const served = await serve(keySet(first), first);
  const [old, young] = [makeToken(served.issuer), makeToken({ ...served.issuer, ...second })];
  expect([await served.verify(old), await served.verify(young)]).toEqual(['valid', 'token_signature']);
  served.answer = keySet(second);
  advance(700_000);
  await served.verify(old);
  await expect.poll(() => served.fetches).toBe(2);
  vi.restoreAllMocks();
  await expect.poll(() => served.verify(young)).toBe('valid');
  expect(await served.verify(old)).toBe('token_signature');
});

test('one odd key does not make the others unusable', async () => {
  const key = newKey();
  const { d: _secret, ...jwk } = key.jwk;
  const odd: (JsonWebKey | string | null)[] = [
    null,
    'key',
    { kty: 'RSA' },
    { kty: 'RSA', n: 'AQAB', e: 'AQAB' },
  ];
  const served = await serve(jsonOf({ keys: [...odd, { ...jwk, kid: key.kid }] }), key);
  expect(await served.verify(makeToken(served.issuer))).toBe('valid');
});
