/** Properties of a pattern that follow from its text. All patterns here are valid regular expressions with the flag `u`. */

/** Escapes, classes, parentheses and counts: the other parts do not matter here. */
const partPattern =
  /\\[pP]\{|\\[1-9k]|\\.|\[(?:\\.|[^\\\]])*\]|\((?:\?(?:<?[=!]))?|\)|\{(?<minimum>\d+),\d+\}/gsu;

export interface Measure {
  /** The nesting of groups. */
  readonly depth: number;
  /** The steps that recheck takes to read it: the square of the length of a class, and many for a Unicode property. */
  readonly size: number;
}

/** @example measure('^(a(b))$') // { depth: 2, size: 1_480 } */
export function measure(pattern: string): Measure {
  let size = 1_000 + pattern.length * 60;
  let depth = 0;
  let open = 0;
  for (const [part] of pattern.matchAll(partPattern)) {
    if (part.startsWith('(')) depth = Math.max(depth, ++open);
    if (part === ')') open--;
    if (part.startsWith('[')) size += part.length ** 2;
    size += (part.match(/\\[pP]\{/g)?.length ?? 0) * 6_000;
  }
  return { depth, size };
}

/**
 * Whether a text has few paths through a pattern, as most have. Without groups, each alternative is one path if no number
 * of repeats varies. If one does, from the start of the text, each number of repeats is a path.
 *
 * @example isPlain('^[a-z]+-\\d{4}$') // true
 */
export function isPlain(pattern: string): boolean {
  const plain = pattern.replace(/\[(?:\\.|[^\\\]])*\]|\\./gsu, 'a');
  const repeats = plain.match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
  if (/\(|\{\d{4,}\}/.test(plain)) return false;
  return repeats === 0 || (repeats === 1 && plain.startsWith('^') && !plain.includes('|'));
}

/**
 * Patterns that are proved safe in fewer steps. If all of them take linear time, so does `pattern`:
 * - A lookahead at the start of the text is tried once, and no path leads back into it.
 * - Without the maxima of counts, a text takes at least the same paths through a pattern.
 *
 * @example simplify('^(?=.*[0-9])[a-z0-9]{8,64}$') // ['^(?:.*[0-9])', '^[a-z0-9]{8,}$']
 */
export function simplify(pattern: string): readonly string[] {
  if (has(/^\\[1-9k]/, pattern)) return [pattern];
  const simpler: string[] = [];
  let rest = pattern;
  for (;;) {
    const end = /^\^\(\?[=!]/.test(rest) ? endOfGroup(rest) : undefined;
    if (end === undefined) return [...simpler, rest].map(withoutMaxima);
    simpler.push(`^(?:${rest.slice('^(?='.length, end)})`);
    rest = `^${rest.slice(end + 1)}`;
  }
}

/** Unchanged if the pattern looks around: a negative lookahead that matches more leaves fewer paths. */
function withoutMaxima(pattern: string): string {
  if (has(/^\(\?/, pattern)) return pattern;
  return pattern.replaceAll(partPattern, (part: string, minimum: string | undefined) =>
    minimum === undefined ? part : `{${minimum},}`,
  );
}

function has(kind: RegExp, pattern: string): boolean {
  return pattern.matchAll(partPattern).some(([part]) => kind.test(part));
}

/** The index of the parenthesis that closes the first group. */
function endOfGroup(pattern: string): number | undefined {
  let open = 0;
  for (const { 0: part, index } of pattern.matchAll(partPattern)) {
    if (part.startsWith('(')) open++;
    if (part === ')' && --open === 0) return index;
  }
  return undefined;
}
