/** Names that a descriptor gives to resources, operations, models, properties and parameters. */

import type { InputParameter } from '../../../shared/plan/operation-plan.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

const maxNameLength = 200;

/**
 * Names are used in emitted source, schemas, messages and generated clients. All of these quote them. The
 * characters here could still break one of them, and no real name has them.
 */
const unsafe = {
  characters: /[\p{Cc}\p{Cs}\u2028\u2029"'`\\]|\*\/|^\s|\s$|^$/u,
  accepted: 'a name without quotes, backslashes, control characters, line separators, or */',
};

/** Documents of OpenAPI have properties with a quote that nobody meant, which clients send nevertheless. */
export const unsafeInProperties: typeof unsafe = {
  characters: /[\p{Cc}\p{Cs}\u2028\u2029]|\*\//u,
  accepted: 'a name without control characters, line separators, or */',
};

export function canBeName(name: string, { characters } = unsafe): boolean {
  return name !== '__proto__' && name.length <= maxNameLength && !characters.test(name);
}

/** False for a refused name, which is reported at `node`. */
export function isSafeName(name: string, node: SourceNode, refused = unsafe): boolean {
  if (canBeName(name, refused)) return true;
  const short = `a name of at most ${maxNameLength} characters`;
  if (name === '__proto__')
    node.report('E-NAME', quote(name), 'another name: in JavaScript this one is the prototype');
  else if (name.length > maxNameLength)
    node.report('E-NAME', `${quote(name)} of ${name.length} characters`, short);
  else node.report('E-NAME', name === '' ? 'an empty name' : quote(name), refused.accepted);
  return false;
}

/** Members that every object has. They would conflict with operations that a client stores in an object. */
const objectMembers = ['constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];

/** On Windows, a file with such a name is a device. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Valid as a file name on every system, as a JavaScript export, and in the name of a Lambda function. */
const nicknamePattern = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

/** Reserved words of JavaScript can be used: a nickname is never an identifier. */
export function isNickname(name: string): boolean {
  return nicknamePattern.test(name) && !objectMembers.includes(name) && !deviceNames.test(name);
}

/** RFC 9110 section 5.6.2: a field name is a token. */
export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The names in a text, between white space. */
export function namesIn(text: string): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

/** A resource of this name would replace the served listing. */
const listingName = 'api-docs';

/** Valid as the name of a file and of a folder of handlers, and in the name of a Lambda function. */
const resourceNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

export function isResourceName(name: string): boolean {
  return resourceNamePattern.test(name) && !deviceNames.test(name) && name.toLowerCase() !== listingName;
}

/** The name of a parameter that is sent by name: in the path, the query, a header or a form. */
export function readParameterName(node: SourceNode, place: InputParameter['place']): string | undefined {
  const at = node.member('name');
  const name = at?.expect('string');
  if (!at) node.report('E-PARAM', 'no name', `the name of the ${place} parameter`);
  if (!at || name === undefined) return undefined;
  if (place === 'header' && !(headerNamePattern.test(name) && name.length <= maxNameLength))
    return at.report('E-NAME', quote(name), 'the name of a header field (RFC 9110 section 5.6.2)');
  if (place === 'header' && name.toLowerCase() === 'cookie')
    return at.report('E-NAME', quote(name), 'another header: the gateway passes cookies separately');
  return isSafeName(name, at) ? name : undefined;
}
