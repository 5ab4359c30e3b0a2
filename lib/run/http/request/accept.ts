/** Selects a media type by Accept (RFC 9110 section 12.5.1). */

import { ServiceError } from '../../../shared/errors.ts';

interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  /** From 0, not acceptable, to 1. */
  readonly weight: number;
}

const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const parameter = `(${token})=(${token}|"(?:[^"\\\\]|\\\\.)*")`;
/** A range with its parameters, up to the next comma. */
const rangePattern = new RegExp(
  `[ \\t]*(${token})/(${token})((?:[ \\t]*;(?:[ \\t]*${parameter})?)*)[ \\t]*(?:,|$)`,
  'iy',
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
  const ranges = parseRanges(accept);
  const candidates = offered.flatMap((mediaType) => candidateOf(mediaType, ranges) ?? []);
  // A stable sort: of equals, the one offered first stays first.
  return candidates.toSorted((a, b) => b.weight - a.weight || b.specificity - a.specificity)[0]?.mediaType;
}

export function notAcceptable(offered: readonly string[]): ServiceError {
  const detail = `Nothing in Accept is offered here; offered: ${offered.join(', ')}.`;
  // A cache must not reuse this response for another Accept (RFC 9110 section 12.5.5).
  return new ServiceError('not_acceptable', detail, { members: { offered }, headers: { vary: 'Accept' } });
}

interface Candidate {
  readonly mediaType: string;
  readonly weight: number;
  readonly specificity: number;
}

function candidateOf(mediaType: string, ranges: readonly MediaRange[]): Candidate | undefined {
  const [type = '', subtype = ''] = mediaType.split('/');
  let best: Candidate | undefined;
  for (const range of ranges) {
    const specificity = specificityOf(range, type, subtype);
    if (specificity === undefined || specificity < (best?.specificity ?? 0)) continue;
    // If a range is repeated, the greater weight counts.
    if (specificity === best?.specificity && range.weight <= best.weight) continue;
    best = { mediaType, weight: range.weight, specificity };
  }
  return best && best.weight > 0 ? best : undefined;
}

/** 2: `type/subtype`; 1: `type/*`; 0: the range of all types; undefined: no match. */
function specificityOf(range: MediaRange, type: string, subtype: string): number | undefined {
  if (range.type === '*') return range.subtype === '*' ? 0 : undefined;
  if (range.type !== type) return undefined;
  if (range.subtype === '*') return 1;
  return range.subtype === subtype ? 2 : undefined;
}

/** Ignores what is not a range (RFC 9110 section 2.4), up to the next comma. */
function parseRanges(accept: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (let at = 0; at < accept.length; ) {
    rangePattern.lastIndex = at;
    const [matched, type, subtype, parameters = ''] = rangePattern.exec(accept) ?? [];
    if (matched === undefined || type === undefined || subtype === undefined) {
      const comma = accept.indexOf(',', at);
      at = comma === -1 ? accept.length : comma + 1;
      continue;
    }
    at += matched.length;
    const { weight, isNarrowed } = readParameters(parameters);
    if (!isNarrowed) ranges.push({ type: type.toLowerCase(), subtype: subtype.toLowerCase(), weight });
  }
  return ranges;
}

/**
 * A range with parameters matches only types that have them; those offered here have none. But JSON
 * is always UTF-8, with or without a charset (RFC 8259 section 11), and what follows the
 * weight extends Accept, not the range (RFC 7231 section 5.3.2).
 */
function readParameters(text: string): { readonly weight: number; readonly isNarrowed: boolean } {
  let isNarrowed = false;
  for (const [, name = '', value = ''] of text.matchAll(parameterPattern)) {
    const plain = value.replace(/^"|"$/g, '').toLowerCase();
    if (name.toLowerCase() === 'q') return { weight: weightOf(plain), isNarrowed };
    if (name.toLowerCase() !== 'charset' || !/^utf-?8$/.test(plain)) isNarrowed = true;
  }
  return { weight: 1, isNarrowed };
}

/** Clients write `.2`, too. Ignores a weight that is not a number, and limits it to 1. */
function weightOf(text: string): number {
  const weight = /^(?:\d+\.?|\d*\.\d+)$/.test(text) ? Number(text) : 1;
  return Math.min(weight, 1);
}
