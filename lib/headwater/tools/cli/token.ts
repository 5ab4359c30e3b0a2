/** `npx headwater token`: a token for the service of `npm start -- --auth`. */

import { resolve } from 'node:path';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { CommandLine } from '../command-line/command-line.ts';
import type { tokenCommand } from '../command-line/declared-commands.ts';
import { makeFolder } from '../local/database.ts';
import { issueToken } from '../local/local-issuer.ts';
import { readClaims } from './caller-claims.ts';
import { readScopes, readServiceAccess } from './scopes.ts';

export async function token({
  scopes = '',
  subject,
  tenant,
  claim,
  expires: lifetime,
  data,
}: CommandLine<typeof tokenCommand>): Promise<CommandResult> {
  const folder = resolve(data);
  await makeFolder(folder);
  const isAsked = tenant !== undefined || claim.length > 0;
  // A token needs no build, unless it has claims.
  const access = await readServiceAccess().catch((error: unknown) => {
    if (isAsked) throw error;
    return undefined;
  });
  const claims = access && readClaims({ tenant, claim }, access);
  const content = { subject, scopes: readScopes(scopes), lifetime, ...omitUndefined({ claims }) };
  return { output: await issueToken(folder, content), exitCode: 0 };
}
