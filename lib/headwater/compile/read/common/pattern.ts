/** Patterns: regular expressions that no text can keep busy. */

import { quote, type SourceNode } from '../../source/source-node.ts';
import { maxGroupDepth } from './pattern-verdicts.ts';
import type { ReadContext } from './read-context.ts';

/** With the square of its length, a text of this size takes half a second. */
const maxQuadraticLength = 10_240;

/** `{ pattern }`. Empty if there is none, or if it is refused, which is reported. */
export function readPattern(
  node: SourceNode | undefined,
  maxLength: number | undefined,
  { verdicts, isBounded = false }: ReadContext,
): { pattern?: string; isQuadratic?: true } {
  const written = node?.expect('string');
  if (node === undefined || written === undefined) return {};
  const pattern = withoutNeedlessEscapes(withoutSlip(written, node));
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    node.report('E-PATTERN', (error as Error).message, 'an ECMA-262 regular expression (flag u)');
    return {};
  }
  const { kind, attack, isQuadratic = false } = verdicts.of(pattern);
  if (kind === 'safe') return { pattern };
  const isAllowed = isQuadratic && (isBounded || (maxLength ?? Infinity) <= maxQuadraticLength);
  const needsLimit = isQuadratic && !isAllowed;
  const usual = needsLimit
    ? `a "maxLength" of at most ${maxQuadraticLength} beside it, or ${linear}`
    : linear;
  const [found = attack, accepted = usual] = refusals[kind] ?? [];
  node.report(isAllowed ? 'W-REGEX' : 'E-REGEX', `${quote(pattern)}, ${found}`, accepted);
  return isAllowed ? { pattern, isQuadratic: true } : {};
}

/** Patterns that match nothing as they are written, and what their authors mean: `|` of YAML writes a line end after $. */
const slips: Readonly<Record<string, (written: string) => string | undefined>> = {
  'between slashes': (written) => /^\/(\^.*\$)\/$/s.exec(written)?.[1],
  'with a line end': (written) => /^.*\$(?=\n$)/s.exec(written)?.[0],
  'with anchors of another language': (written) =>
    written.replace(/^\\A/, '^').replace(/(?<!\\)\\[zZ]$/, '$'),
};

function withoutSlip(written: string, node: SourceNode): string {
  for (const [slip, meantBy] of Object.entries(slips)) {
    const meant = meantBy(written) ?? written;
    if (meant === written) continue;
    node.report('W-LIMIT', `${quote(written)} ${slip}`, `${quote(meant)}, which is assumed`);
    return meant;
  }
  return written;
}

/**
 * ECMA-262 takes any escape of punctuation without the flag `u` alone (Annex B). A comma could become a part of a count.
 *
 * @example withoutNeedlessEscapes('\\-[\\w\\-\\:]') // '-[\\w\\-:]'
 */
function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replace(/\[(?:\\.|[^\\\]])*\]|\\./gsu, (part) =>
    part.replace(/\\(.)/gsu, (whole, escaped: string) => {
      const isNeeded = /[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(escaped) || (escaped === '-' && part !== whole);
      return isNeeded ? whole : escaped === ',' ? '\\x2c' : escaped;
    }),
  );
}

const linear =
  'a pattern that takes linear time: no repeat within a repeat, no two repeats that match the same text';

/** Why a pattern without an attack is refused, and what is accepted if that is not a linear one. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  unproved: ['which cannot be proved safe'],
  too_deep: ['whose groups are nested too deep', `at most ${maxGroupDepth} levels`],
  too_many: [
    'which is not checked: the other patterns take all steps that a build has for them',
    'fewer different patterns, or simpler ones',
  ],
};
