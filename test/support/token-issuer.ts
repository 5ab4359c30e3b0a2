/** The issuer of `npm start -- --auth`, for tests that make its tokens themselves. It ends after the tests of the file. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIssuer } from '../../lib/headwater/tools/local/local-issuer.ts';
import { cleanUp } from './clean-up.ts';
import type { TokenIssuer } from './token-maker.ts';

export interface StartedIssuer {
  /** The value of ACCESS with which functions accept its tokens. */
  readonly access: string;
  readonly issuer: TokenIssuer;
}

export async function startTokenIssuer(): Promise<StartedIssuer> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-issuer-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const { access, close } = await startIssuer(folder);
  cleanUp(close);
  const { kid, jwk } = JSON.parse(await readFile(join(folder, 'issuer.json'), 'utf8'));
  const [{ issuer, audiences }] = JSON.parse(access).issuers;
  return { access, issuer: { kid, jwk, issuer, audience: audiences[0] } };
}
