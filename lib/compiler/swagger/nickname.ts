/** Nicknames: the names of handlers, functions, and methods of generated clients. */

import type { Report } from '../source/problem.ts';
import { anyMember, member, problemAt, quote, type SourceNode } from '../source/source-node.ts';
import { isReservedWord } from './reserved-words.ts';

/** Valid as a file name on every system, as a JavaScript export, and in the name of a Lambda function. */
const nicknamePattern = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

export interface NicknamePlace {
  readonly resource: string;
  /** As served, e.g. `/pet/{petId}`. */
  readonly path: string;
}

/** The nickname. Undefined if it cannot be used, which is reported with a proposal. */
export function readNickname(node: SourceNode, place: NicknamePlace, report: Report): string | undefined {
  const word = member(node, 'nickname');
  const name = word?.value;
  if (typeof name === 'string' && nicknamePattern.test(name) && !isReservedWord(name)) return name;
  const proposal = proposeNickname(node, String(name ?? ''), place.path);
  const accepted = `up to 100 letters, digits and _, beginning with a letter, not a reserved word, e.g. "${proposal}": the handler is handlers/${place.resource}/<nickname>.ts`;
  const found = word ? quote(name) : 'no nickname';
  const fix = { path: [...node.path, 'nickname'], value: proposal };
  report(problemAt(word ?? node, 'E-NICKNAME', found, accepted, fix));
  return undefined;
}

/** The valid part of the name; without one, method and path, e.g. `getPetByPetId`. */
function proposeNickname(node: SourceNode, name: string, path: string): string {
  const kept = camelCase(name).slice(0, 60);
  if (kept !== '' && !isReservedWord(kept)) return kept;
  const verb = String(anyMember(node, ['httpMethod', 'method'])?.value ?? 'read').toLowerCase();
  const words = path.split('/').map((segment) => segment.replace(/^\{(\w+).*$/, 'by $1'));
  return camelCase([kept || verb, ...words].join(' ')).slice(0, 60) || 'operation';
}

function camelCase(text: string): string {
  return text
    .replace(/^[^A-Za-z]+/, '')
    .replace(/[^A-Za-z0-9_]+(\w?)/g, (_, next: string) => next.toUpperCase())
    .replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());
}
