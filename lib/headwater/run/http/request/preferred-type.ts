/** Reads Accept. Functions load this with the first request whose Accept is not one of their types alone. */

const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const parameter = `(${token})=(${token}|"(?:[^"\\\\]|\\\\.)*")`;
/** A range with its parameters, or what is not a range, up to the next comma. */
const elementPattern = new RegExp(
  `[ \\t]*(${token}/${token})((?:[ \\t]*;(?:[ \\t]*${parameter})?)*)[ \\t]*(?:,|$)|[^,]*,?`,
  'gi',
);
const parameterPattern = new RegExp(`;[ \\t]*${parameter}`, 'gi');

/**
 * The type with the greatest weight; the most specific range that matches a type sets its weight. Of equal
 * weight, a named type comes before one that only a wildcard matches, then the one offered first.
 * Without Accept, or with an empty one, it is the first type.
 *
 * @param accept the values of several headers are joined with commas.
 * @param offered lower-case types without parameters.
 * @returns undefined when none of them is acceptable.
 * @example preferredType('application/*;q=0.5, application/a+json', ['application/json', 'application/a+json'])
 *   // 'application/a+json'
 */
export function preferredType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || /^[ \t,]*$/.test(accept)) return offered[0];
  const weights = weightsIn(accept);
  const candidates = offered
    .flatMap((type) => typesWithin(type, weights))
    .flatMap((mediaType) => {
      const ranges = [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*'];
      const rank = ranges.findIndex((range) => weights.has(range));
      const weight = weights.get(ranges[rank] ?? '') ?? 0;
      return weight > 0 ? [{ mediaType, weight, rank }] : [];
    });
  // A stable sort: of equals, the one offered first stays first.
  return candidates.toSorted((a, b) => b.weight - a.weight || a.rank - b.rank)[0]?.mediaType;
}

/** An offered range such as `image/*` stands for the types that the client names of it, else for itself. */
function typesWithin(offered: string, weights: ReadonlyMap<string, number>): string[] {
  if (!offered.endsWith('/*')) return [offered];
  const named = [...weights.keys()].filter((each) => each.startsWith(offered.slice(0, -1)));
  return named.length > 0 ? named : [offered];
}

/** Weights from 0, not acceptable, to 1, by range. Ignores what is not a range (RFC 9110 section 2.4). */
function weightsIn(accept: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [, range, parameters = ''] of accept.matchAll(elementPattern)) {
    const weight = range === undefined ? undefined : weightOf(parameters);
    if (range === undefined || weight === undefined) continue;
    const name = range.toLowerCase();
    // If a range is repeated, the greater weight counts.
    weights.set(name, Math.max(weight, weights.get(name) ?? 0));
  }
  return weights;
}

/**
 * Undefined for a range with parameters: it matches only types that have them, and those offered here have none. But JSON
 * is always UTF-8, with or without a charset (RFC 8259 section 11), and what follows the
 * weight extends Accept, not the range (RFC 7231 section 5.3.2).
 */
function weightOf(parameters: string): number | undefined {
  for (const [, name = '', value = ''] of parameters.matchAll(parameterPattern)) {
    const plain = value.replace(/^"|"$/g, '').toLowerCase();
    // Clients write `.2`, too. Ignores a weight that is not a number, and limits it to 1.
    if (name.toLowerCase() === 'q')
      return /^(?:\d+\.?|\d*\.\d+)$/.test(plain) ? Math.min(Number(plain), 1) : 1;
    if (name.toLowerCase() !== 'charset' || !/^utf-?8$/.test(plain)) return undefined;
  }
  return 1;
}
