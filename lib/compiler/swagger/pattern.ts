/** Patterns: regular expressions that no text can keep busy. */

import { createRequire } from 'node:module';
import type { Diagnostics } from 'recheck';
import type { Report } from '../source/problem.ts';
import { expectType, problemAt, quote, type SourceNode } from '../source/source-node.ts';

/** In milliseconds; a pattern that is not decided by then is refused, as recheck cannot say that it is safe. */
const timeout = 2_000;

const checked = new Map<string, Diagnostics>();

/** The pattern, or nothing when it is refused, which is reported. */
export function readPattern(node: SourceNode | undefined, report: Report): string | undefined {
  const pattern = node && expectType(node, 'string', report);
  if (node === undefined || pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    report(problemAt(node, 'E-PATTERN', (error as Error).message, 'an ECMA-262 regular expression (flag u)'));
    return undefined;
  }
  const diagnostics = diagnose(pattern);
  if (diagnostics.status === 'safe') return pattern;
  report(problemAt(node, 'E-REGEX', describeAttack(pattern, diagnostics), advice));
  return undefined;
}

const advice =
  'a pattern whose time grows with the length of the text: no repeat within a repeat, no two that fit the same text';

/** Loaded when the first pattern is met: it takes a tenth of a second. */
function diagnose(pattern: string): Diagnostics {
  const known = checked.get(pattern);
  if (known) return known;
  const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');
  const diagnostics = checkSync(pattern, 'u', { timeout });
  checked.set(pattern, diagnostics);
  return diagnostics;
}

function describeAttack(pattern: string, diagnostics: Diagnostics): string {
  if (diagnostics.status !== 'vulnerable') return `${quote(pattern)}, which cannot be shown to be safe`;
  const { complexity, attack } = diagnostics;
  return `${quote(pattern)}, ${complexity.type} on the text ${attack.pattern}`;
}
