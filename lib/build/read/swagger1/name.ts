/** Names that a descriptor gives to models, properties and parameters. */

import type { Report } from '../../source/problem.ts';
import { problemAt, quote, type SourceNode } from '../../source/source-node.ts';

const maxNameLength = 200;

/**
 * Names are used in emitted source, schemas, messages and generated clients. All
 * of these quote them. The characters here could still break one of them, and no
 * real name has them.
 */
const unsafePattern = /[\p{Cc}\p{Cs}\u2028\u2029"'`\\]|\*\/|^\s|\s$/u;

export function canBeName(name: string): boolean {
  return name !== '__proto__' && name !== '' && name.length <= maxNameLength && !unsafePattern.test(name);
}

/** False for a refused name, which is reported at `node`. */
export function isSafeName(name: string, node: SourceNode, report: Report): boolean {
  if (canBeName(name)) return true;
  if (name === '__proto__') {
    report(problemAt(node, 'E-NAME', '"__proto__"', 'another name: in JavaScript this one is the prototype'));
    return false;
  }
  if (name.length > maxNameLength) {
    const found = `${quote(name)} of ${name.length} characters`;
    report(problemAt(node, 'E-NAME', found, `a name of at most ${maxNameLength} characters`));
    return false;
  }
  const accepted = 'a name without quotes, backslashes, control characters, line separators, or */';
  report(problemAt(node, 'E-NAME', name === '' ? 'an empty name' : quote(name), accepted));
  return false;
}
