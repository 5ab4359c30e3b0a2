/** Nicknames name handlers, functions and what generated clients call. */

import type { Report } from '../problem.ts';
import { anyMember, type Located, member, problemAt, quote } from './located.ts';
import { isReservedWord } from './reserved-words.ts';

/** A name of a file on every system, of a JavaScript export and of a Lambda function. */
const nicknamePattern = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

/** The nickname, or nothing when there is none that can be used, which is reported with a proposal. */
export function readNickname(node: Located, resource: string, report: Report): string | undefined {
  const word = member(node, 'nickname');
  const name = word?.value;
  if (typeof name === 'string' && nicknamePattern.test(name) && !isReservedWord(name)) return name;
  const proposal = proposeNickname(node, String(name ?? ''), resource);
  const accepted = `up to 100 letters, digits and _, a letter first, no reserved word, e.g. "${proposal}": the handler is handlers/${resource}/<nickname>.ts`;
  report(problemAt(word ?? node, 'E-NICKNAME', word ? quote(name) : 'no nickname', accepted));
  return undefined;
}

/** Of a name what can stay; without one what the operation does, e.g. `getPet`. */
function proposeNickname(node: Located, name: string, resource: string): string {
  const kept = name.replace(/[^A-Za-z0-9_]+(\w?)/g, (_, next: string) => next.toUpperCase());
  const valid = kept.replace(/^[^A-Za-z]+/, '').slice(0, 60);
  if (valid !== '' && !isReservedWord(valid)) return valid;
  const verb = String(anyMember(node, ['httpMethod', 'method'])?.value ?? 'read').toLowerCase();
  const noun = resource.replace(/[^A-Za-z0-9_]/g, '').slice(0, 40);
  return `${valid || verb.replace(/[^a-z]/g, '')}${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
}
