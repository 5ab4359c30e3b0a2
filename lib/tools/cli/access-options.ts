/** Options that the commands for tokens and keys share. */

import { CommandError } from '../import/command.ts';

/** RFC 6749 section 3.3. */
const scopePattern = /^[!#-[\]-~]+$/;

const units: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

/** @throws CommandError when one cannot be a scope. */
export function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(/\s+/).filter(Boolean))];
  const odd = scopes.find((scope) => !scopePattern.test(scope));
  if (odd === undefined) return scopes;
  throw new CommandError(
    `${JSON.stringify(odd)} is no scope: it has a quote, a backslash or another alphabet.`,
  );
}

/** @returns seconds. @throws CommandError unless it is a number with a unit. */
export function readLifetime(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (units[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new CommandError(`--expires takes a time such as 30m, 12h or 90d, not ${JSON.stringify(text)}.`);
}
