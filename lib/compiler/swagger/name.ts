/** Names that a descriptor gives to models, properties and parameters. */

import type { Report } from '../source/problem.ts';
import { problemAt, quote, type SourceNode } from '../source/source-node.ts';

const maxNameLength = 200;

/**
 * Names stand in emitted source, in schemas, messages and generated clients.
 * All of these quote them; what is left out here is what some of them could
 * still trip over, and what no real name holds.
 */
const unsafePattern = /[\p{Cc}\p{Cs}\u2028\u2029"'`\\]|\*\/|^\s|\s$/u;

/** False for a name that is refused, which is reported at `node`. */
export function isSafeName(name: string, node: SourceNode, report: Report): boolean {
  if (name === '__proto__') {
    report(problemAt(node, 'E-NAME', '"__proto__"', 'another name: in JavaScript this one is the prototype'));
    return false;
  }
  if (name.length > maxNameLength) {
    const found = `${quote(name)} of ${name.length} characters`;
    report(problemAt(node, 'E-NAME', found, `a name of at most ${maxNameLength} characters`));
    return false;
  }
  if (name !== '' && !unsafePattern.test(name)) return true;
  const accepted = 'a name without quotes, backslashes, control characters, line separators, or */';
  report(problemAt(node, 'E-NAME', name === '' ? 'an empty name' : quote(name), accepted));
  return false;
}
