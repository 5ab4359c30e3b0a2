/** `npx headwater token`: a token for the service of `npm start -- --auth`. */

import { resolve } from 'node:path';
import type { CommandResult } from '../../shared/command-declaration.ts';
import type { CommandLine } from '../command-line/command-line.ts';
import type { tokenCommand } from '../command-line/declared-commands.ts';
import { makeFolder } from '../local/database.ts';
import { issueToken } from '../local/local-issuer.ts';
import { readScopes } from './scopes.ts';

export async function token({
  scopes = '',
  subject,
  expires: lifetime,
  data,
}: CommandLine<typeof tokenCommand>): Promise<CommandResult> {
  const folder = resolve(data);
  await makeFolder(folder);
  const content = { subject, scopes: readScopes(scopes), lifetime };
  return { output: await issueToken(folder, content), exitCode: 0 };
}
