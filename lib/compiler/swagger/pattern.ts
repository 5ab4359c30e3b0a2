/** Patterns: regular expressions that no text can keep busy. */

import { createRequire } from 'node:module';
import type { Diagnostics } from 'recheck';
import type { Report } from '../source/problem.ts';
import { expectType, problemAt, quote, type SourceNode } from '../source/source-node.ts';

/** In milliseconds. A pattern that recheck cannot decide by then is refused: it may be unsafe. */
const timeout = 2_000;

/** What recheck says of patterns, each asked for once. */
export class PatternVerdicts {
  readonly #verdicts = new Map<string, Diagnostics>();

  of(pattern: string): Diagnostics {
    const known = this.#verdicts.get(pattern);
    if (known) return known;
    // Loaded with the first pattern, since it takes a tenth of a second.
    const { checkSync } = createRequire(import.meta.url)(
      'recheck/lib/browser.js',
    ) as typeof import('recheck');
    const verdict = checkSync(pattern, 'u', { timeout });
    this.#verdicts.set(pattern, verdict);
    return verdict;
  }
}

/** The pattern. Undefined when there is none, or when it is refused, which is reported. */
export function readPattern(
  node: SourceNode | undefined,
  { report, verdicts }: { readonly report: Report; readonly verdicts: PatternVerdicts },
): string | undefined {
  const pattern = node && expectType(node, 'string', report);
  if (node === undefined || pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    report(problemAt(node, 'E-PATTERN', (error as Error).message, 'an ECMA-262 regular expression (flag u)'));
    return undefined;
  }
  const verdict = verdicts.of(pattern);
  if (verdict.status === 'safe') return pattern;
  report(problemAt(node, 'E-REGEX', describeAttack(pattern, verdict), advice));
  return undefined;
}

const advice =
  'a pattern that takes linear time: no repeat within a repeat, no two repeats that match the same text';

function describeAttack(pattern: string, verdict: Diagnostics): string {
  if (verdict.status !== 'vulnerable') return `${quote(pattern)}, which cannot be proved safe`;
  const { complexity, attack } = verdict;
  return `${quote(pattern)}, ${complexity.type} on the text ${attack.pattern}`;
}
