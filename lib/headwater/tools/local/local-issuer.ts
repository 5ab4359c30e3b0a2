/** The local issuer of tokens, for `npm start -- --auth`. Its key is in the data folder. */

import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Algorithm } from '../../shared/access-settings.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { CommandError } from '../command-line/command-line.ts';

const issuer = 'http://localhost/headwater';
const audience = 'headwater';
const algorithm: Algorithm = 'ES256';
const keyFile = 'issuer.json';

interface IssuerKey {
  readonly kid: string;
  /** The key with its private part (RFC 7517). */
  readonly jwk: JsonWebKey;
}

interface TokenContent {
  readonly subject: string;
  readonly scopes: readonly string[];
  /** In seconds. */
  readonly lifetime: number;
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
  const { kid, jwk } = await readKey(folder);
  const { d: _secret, ...shown } = jwk;
  const body = JSON.stringify({ keys: [{ ...shown, kid, alg: algorithm, use: 'sig' }] });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const jwksUri = `http://127.0.0.1:${port}/.well-known/jwks.json`;
  const access = JSON.stringify({
    issuers: [{ issuer, audiences: [audience], algorithms: [algorithm], jwksUri }],
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { access, close };
}

/** @throws CommandError if the key cannot be read or written. */
export async function issueToken(
  folder: string,
  { subject, scopes, lifetime }: TokenContent,
): Promise<string> {
  const { kid, jwk } = await readKey(folder);
  const now = Math.floor(Date.now() / 1_000);
  const times = { iat: now, nbf: now, exp: now + lifetime };
  const claims = { iss: issuer, aud: audience, sub: subject, scope: scopes.join(' '), jti: randomUUID() };
  const signed = `${encode({ alg: algorithm, typ: 'at+jwt', kid })}.${encode({ ...claims, ...times })}`;
  const key = { key: createPrivateKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Reads the key, or creates it the first time. Only the user may read it. */
async function readKey(folder: string): Promise<IssuerKey> {
  const path = join(folder, keyFile);
  try {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made: IssuerKey = { kid: randomUUID(), jwk: privateKey.export({ format: 'jwk' }) };
    // If two processes create a key at once, the first one's counts.
    await writeFile(path, JSON.stringify(made), { flag: 'wx', mode: 0o600 }).catch(ignoreExisting);
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
