/** Patterns: regular expressions that no text can keep busy. */

import type { Report } from '../source/problem.ts';
import { expectType, problemAt, quote, type SourceNode } from '../source/source-node.ts';
import { maxGroupDepth, type PatternVerdict, type SharedVerdicts } from './pattern-verdicts.ts';

/** The pattern. Undefined when there is none, or when it is refused, which is reported. */
export function readPattern(
  node: SourceNode | undefined,
  { report, verdicts }: { readonly report: Report; readonly verdicts: SharedVerdicts },
): string | undefined {
  const pattern = node && expectType(node, 'string', report);
  if (node === undefined || pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    report(problemAt(node, 'E-PATTERN', (error as Error).message, 'an ECMA-262 regular expression (flag u)'));
    return undefined;
  }
  const refusal = refusalOf(verdicts.of(pattern));
  if (!refusal) return pattern;
  report(problemAt(node, 'E-REGEX', `${quote(pattern)}, ${refusal.found}`, refusal.accepted));
  return undefined;
}

const linear =
  'a pattern that takes linear time: no repeat within a repeat, no two repeats that match the same text';

function refusalOf(
  verdict: PatternVerdict,
): { readonly found: string; readonly accepted: string } | undefined {
  switch (verdict.kind) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return { found: `${verdict.complexity} on the text ${verdict.attack}`, accepted: linear };
    case 'unproved':
      return { found: 'which cannot be proved safe', accepted: linear };
    case 'too_deep':
      return { found: 'whose groups are nested too deep', accepted: `at most ${maxGroupDepth} levels` };
    case 'too_many':
      return {
        found: 'which is not checked: the other patterns take all steps that a build has for them',
        accepted: 'fewer different patterns, or simpler ones',
      };
  }
}
