/** Changes the serverless.yml of a project. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { parseMembers } from '../../lib/headwater/compile/aws/configuration/cloudformation-yaml.ts';
import { filled } from '../../lib/headwater/compile/aws/configuration/fill.ts';

/**
 * Declares further members. A list of the file becomes the new one; an object gets the new members.
 *
 * @returns what the file was before: a function that writes it again.
 * @example await declareIn(folder, { provider: { environment: { ACCESS: 'open' } } })
 */
export async function declareIn(folder: string, members: Readonly<Record<string, unknown>>) {
  const path = join(folder, 'serverless.yml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, stringify(filled(parseMembers(text), members), { version: '1.1' }));
  return () => writeFile(path, text);
}
