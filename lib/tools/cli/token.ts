/** `npx headwater token`: a token for the service of `npm start -- --auth`. */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, type CommandResult } from '../import/command.ts';
import { makeFolder } from '../local/database.ts';
import { LocalError } from '../local/local-error.ts';
import { issueToken } from '../local/local-issuer.ts';
import { readLifetime, readScopes } from './access-options.ts';

const usage = 'token [--scopes "SCOPE SCOPE"] [--subject NAME] [--expires TIME] [--data FOLDER]';

export async function token(args: readonly string[]): Promise<CommandResult> {
  const { scopes, subject, expires, data } = parse(args);
  const folder = resolve(data);
  try {
    await makeFolder(folder);
    const content = { subject, scopes: readScopes(scopes), lifetime: readLifetime(expires) };
    return { output: await issueToken(folder, content), exitCode: 0 };
  } catch (error) {
    if (error instanceof LocalError) throw new CommandError(error.message, 1);
    throw error;
  }
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        scopes: { type: 'string', default: '' },
        subject: { type: 'string', default: 'me' },
        expires: { type: 'string', default: '1h' },
        data: { type: 'string', default: '.data' },
      },
    });
    return values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandError(`${sentence}: npx headwater ${usage}`);
  }
}
