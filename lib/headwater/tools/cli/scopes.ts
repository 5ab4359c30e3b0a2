/** The scopes of new tokens and keys; keys have those that the service in the current folder knows. */

import { readFile } from 'node:fs/promises';
import { accessJsonPath, type ServiceAccess } from '../../compile/aws/access-json.ts';
import { generatedFolder } from '../../compile/emit/wiring/generated-files.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { adminScope } from '../../shared/owner.ts';
import { CommandError } from '../command-line/command-line.ts';

/** RFC 6749 section 3.3. */
const scopePattern = /^[!#-[\]-~]+$/;

/** @throws CommandError when one cannot be a scope. */
export function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(/\s+/).filter(Boolean))];
  const odd = scopes.find((scope) => !scopePattern.test(scope));
  if (odd === undefined) return scopes;
  throw new CommandError(
    `${JSON.stringify(odd)} is no scope: it has a quote, a backslash or another alphabet.`,
  );
}

/**
 * @param text separated by spaces.
 * @throws CommandError for scopes that no operation asks for, and for none if every operation asks for one.
 */
export function readKeyScopes(text: string, access: ServiceAccess): string[] {
  const scopes = readScopes(text);
  const known = [...new Set([...access.scopes, adminScope])];
  const unknown = scopes.filter((scope) => !known.includes(scope));
  if (unknown.length > 0)
    throw new CommandError(
      `No operation asks for ${unknown.map((scope) => describeUnknown(scope, known)).join(' or ')}; the scopes are ${known.join(', ')}.`,
    );
  if (scopes.length === 0 && !letsInEachKey(access))
    throw new CommandError(
      `A key without scopes could call nothing; --scopes takes ${known.join(', ')}, several separated by spaces.`,
    );
  return scopes;
}

/** @throws CommandError unless the current folder has a build. */
export async function readServiceAccess(): Promise<ServiceAccess> {
  const text = await readFile(`${generatedFolder}/${accessJsonPath}`, 'utf8').catch(() => '{}');
  const access = JSON.parse(text);
  // Absent or of an earlier version.
  if (Array.isArray(access.scopes)) return access;
  throw new CommandError(
    'The scopes and claims of the service are not known in this folder: run npm run build in the folder of serverless.yml.',
  );
}

function describeUnknown(scope: string, known: readonly string[]): string {
  const near = nearSpelling(scope, known);
  return `${JSON.stringify(scope)}${near === undefined ? '' : ` (did you mean ${near}?)`}`;
}

function letsInEachKey({ routes }: ServiceAccess): boolean {
  return routes.some(({ access }) =>
    access.some((each) => each.every(({ scheme, scopes }) => scheme !== 'bearer' && scopes.length === 0)),
  );
}
