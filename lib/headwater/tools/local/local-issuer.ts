/** The local issuer of tokens. For `npm start -- --auth`, its key is in the data folder; a test has a key of its own. */

import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ownerOf } from '../../run/access/token-owner.ts';
import type { Algorithm } from '../../shared/access-settings.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { CommandError } from '../command-line/command-line.ts';

const issuer = 'http://localhost/headwater';
const audience = 'headwater';
const algorithm: Algorithm = 'ES256';
const keyFile = 'issuer.json';

export interface IssuerKey {
  readonly kid: string;
  /** The key with its private part (RFC 7517). */
  readonly jwk: JsonWebKey;
}

interface TokenContent {
  readonly subject: string;
  readonly scopes: readonly string[];
  /** Besides those of every token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** In seconds. */
  readonly lifetime: number;
  /** Milliseconds since 1970; now by default. */
  readonly issued?: number;
}

interface LocalIssuer {
  /** The value of ACCESS with which functions accept its tokens. */
  readonly access: string;
  close(): void;
}

/**
 * Serves the public key on a free port of 127.0.0.1.
 *
 * @param folder The data folder, which must exist.
 * @throws CommandError if the key cannot be read or written.
 */
export async function startIssuer(folder: string): Promise<LocalIssuer> {
  const body = publicKeys(await readKey(folder));
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const access = accessWith(`http://127.0.0.1:${port}/.well-known/jwks.json`);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { access, close };
}

/** The value of ACCESS with which functions accept the tokens of the issuer. @param jwksUri The URL of its public keys. */
export function accessWith(jwksUri: string): string {
  return JSON.stringify({
    issuers: [{ issuer, audiences: [audience], algorithms: [algorithm], jwksUri }],
  });
}

/** What the URL of the public keys answers (RFC 7517 section 5). */
export function publicKeys({ kid, jwk: { d: _secret, ...shown } }: IssuerKey): string {
  return JSON.stringify({ keys: [{ ...shown, kid, alg: algorithm, use: 'sig' }] });
}

export function makeKey(): IssuerKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid: randomUUID(), jwk: privateKey.export({ format: 'jwk' }) };
}

/** @throws CommandError if the key cannot be read or written. */
export async function issueToken(folder: string, content: TokenContent): Promise<string> {
  return signToken(await readKey(folder), content);
}

export function signToken(
  { kid, jwk }: IssuerKey,
  { subject, scopes, claims: own, lifetime, issued = Date.now() }: TokenContent,
): string {
  const now = Math.floor(issued / 1_000);
  const times = { iat: now, nbf: now, exp: now + lifetime };
  const claims = { iss: issuer, aud: audience, sub: subject, scope: scopes.join(' '), jti: randomUUID() };
  const signed = `${encode({ alg: algorithm, typ: 'at+jwt', kid })}.${encode({ ...own, ...claims, ...times })}`;
  const key = { key: createPrivateKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Whose data the tokens of a subject give access to. */
export function ownerOfSubject(subject: string): string {
  return ownerOf(issuer, subject);
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Reads the key, or creates it the first time. Only the user may read it. */
async function readKey(folder: string): Promise<IssuerKey> {
  const path = join(folder, keyFile);
  try {
    // If two processes create a key at once, the first one's counts.
    await writeFile(path, JSON.stringify(makeKey()), { flag: 'wx', mode: 0o600 }).catch(ignoreExisting);
    const { kid, jwk } = membersOf(JSON.parse(await readFile(path, 'utf8')));
    const key = { ...membersOf(jwk) };
    createPrivateKey({ key, format: 'jwk' });
    return { kid: String(kid), jwk: key };
  } catch (cause) {
    const { message } = cause as Error;
    throw new CommandError(
      `The key of the local issuer in ${path} cannot be used (${message}); delete the file.`,
      1,
      {
        cause,
      },
    );
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
