/**
 * V8 takes exponential time to compile some expressions, such as `a?` 40 times and then `a` 40 times, and nothing can
 * interrupt it. It follows an expression up to eight characters ahead, in all ways in which the expression may go on, to
 * find out which texts cannot match.
 *
 * V8 does not look beyond a loop whose body may be empty. Such a loop, which matches the empty text in exactly one way,
 * is inserted wherever the ways become too many. The expression means the same, and compiles in linear time.
 */

import { InvalidPattern } from '../base/definition.ts';
import { closed, countWays, either, inTurn, noWay, oneWay, reading, type Ways } from './lookahead-ways.ts';

const stop = '(?:[]?)*';

/** Most patterns of grok stay below it. */
const maxWays = 4_096;

/** In characters of the source. V8 refuses, while it matches, what reads 32,767 characters without a loop. */
const maxSpan = 4_096;

/** Classes of all scripts: V8 takes about 4 ms to compile each of them for texts beyond Latin-1. */
export const maxWideClasses = 512;

const maxSource = 131_072;

interface Term {
  readonly start: number;
  readonly ways: Ways;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A group, or the whole expression. */
class Group {
  readonly start: number;
  readonly #isLookAround: boolean;
  #alternatives = noWay;
  /** The terms of the last alternative. */
  #terms: Term[] = [];

  constructor(start: number, opening = '') {
    this.start = start;
    this.#isLookAround = /[=!]$/.test(opening);
  }

  add(term: Term): void {
    this.#terms.push(term);
  }

  /** Looks for stops from the end, since V8 looks ahead from each term. */
  endAlternative(at: number, stops: Insertion[]): void {
    let ways = oneWay;
    const parts: Ways[] = [];
    let end = at;
    let next = at;
    for (const term of this.#terms.toReversed()) {
      const joined = inTurn(term.ways, ways);
      const isBounded = countWays(joined) <= maxWays || countWays(ways) === 1;
      if (!isBounded || end - term.start > maxSpan) {
        parts.push(ways);
        stops.push({ at: next, text: stop });
        ways = term.ways;
        end = next;
      } else ways = joined;
      next = term.start;
    }
    this.#terms = [];
    this.#alternatives = either(this.#alternatives, joinedParts([...parts, ways]));
  }

  get ways(): Ways {
    return this.#isLookAround ? { ...oneWay, ended: closed(this.#alternatives).ended } : this.#alternatives;
  }
}

/** @param parts Of an alternative between its stops, the last one first: it alone goes on. */
function joinedParts([last = oneWay, ...others]: readonly Ways[]): Ways {
  if (others.length === 0) return last;
  const most = others.reduce((one, other) => (countWays(one) < countWays(other) ? other : one), last);
  return { through: last.through, ended: closed(most).ended };
}

const escaped = String.raw`\\(?:[upP]\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|\d+|[^])`;
const atom = String.raw`${escaped}|\[(?:\\[^]|[^\]\\])*\]|[^]`;
const opening = String.raw`\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?`;
const quantifier = String.raw`(?:([*+?])|\{(\d+)(,?)(\d*)\})\??`;
const tokens = new RegExp(`\\||(${opening})|(${atom})(?:${quantifier})?`, 'gu');

/**
 * @param source Of an expression with the flag `u`.
 * @returns The source of an equal expression, which V8 compiles in linear time.
 * @throws InvalidPattern if it is too large nevertheless.
 * @example boundLookahead('(a|b)+c?') // '(a|b)+c?'
 */
export function boundLookahead(source: string): string {
  if (source.length > maxSource) throw new InvalidPattern('is too large with all its definitions');
  const insertions: Insertion[] = [];
  let wideClasses = 0;
  const outer: Group[] = [];
  let group = new Group(0);
  for (const token of source.matchAll(tokens)) {
    const [text, opened, one = ''] = token;
    if (text === '|') group.endAlternative(token.index, insertions);
    else if (opened !== undefined) {
      outer.push(group);
      group = new Group(token.index, opened);
    } else {
      if (isWide(one)) wideClasses++;
      let term: Term = { start: token.index, ways: waysOf(one) };
      if (one === ')') {
        group.endAlternative(token.index, insertions);
        term = group;
        group = outer.pop() ?? new Group(0);
      }
      group.add(repeat(term, token, insertions));
    }
  }
  group.endAlternative(source.length, insertions);
  if (wideClasses > maxWideClasses) throw tooManyClasses();
  return splice(source, insertions);
}

/**
 * How many pairs of surrogates begin differently in a large class of all scripts, such as `[\p{L}\p{M}\p{N}]`. V8 tries
 * them one by one.
 */
const pairsOfProperty = 48;

/** V8 writes out twice what follows a boundary, and four times what follows two. */
const boundary: Ways = inTurn(either(oneWay, oneWay), either(oneWay, oneWay));

function isWide(atom: string): boolean {
  return /\\p/i.test(atom);
}

function tooManyClasses(): InvalidPattern {
  return new InvalidPattern(
    `has more than ${maxWideClasses} classes of all scripts, such as \\p{L}, or \\w and \\b in grok, with all its definitions`,
  );
}

function waysOf(atom: string): Ways {
  if (atom === '^' || atom === '$') return oneWay;
  // V8 does not look into what a reference reads, nor beyond.
  if (/^\\[1-9]/.test(atom)) return closed(oneWay);
  if (/^\\b$/i.test(atom)) return boundary;
  if (isWide(atom)) return reading(1, pairsOfProperty);
  const pairs = atom.match(/\\u\{|[\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  // A negated class also has each half of a pair alone.
  return /^\[\^|\\[DSW]/.test(atom) ? reading(3, pairs + 1) : reading(1, pairs);
}

/** V8 writes out up to three repetitions. What repeats more often is a loop, which it enters once. */
const maxUnrolled = 3;

function repeat({ start, ways: once }: Term, token: RegExpExecArray, insertions: Insertion[]): Term {
  const { min, max } = rangeOf(token);
  const ways = repeatedWays(once, min, max);
  const isUnrolled = max > 1 && (max <= maxUnrolled || min > 1);
  if (!isUnrolled || countWays(ways) <= maxWays) return { start, ways };
  const end = token.index + (token[2] ?? '').length;
  insertions.push({ at: start, text: `(?:${stop}` }, { at: end, text: ')' });
  return { start, ways: { ...once, ended: closed(once).ended } };
}

function rangeOf([, , , symbol, from, comma, to]: RegExpExecArray): {
  readonly min: number;
  readonly max: number;
} {
  if (symbol !== undefined) return { min: symbol === '+' ? 1 : 0, max: symbol === '?' ? 1 : Infinity };
  if (from === undefined) return { min: 1, max: 1 };
  const min = Number(from);
  return { min, max: comma === '' ? min : Number(to || Infinity) };
}

function repeatedWays(once: Ways, min: number, max: number): Ways {
  const isLoop = max > maxUnrolled;
  let ways = isLoop ? either(oneWay, closed(once)) : oneWay;
  for (let count = isLoop ? Math.min(min, maxUnrolled) : max; count > 0; count--) {
    ways = count <= min ? inTurn(once, ways) : either(oneWay, inTurn(once, ways));
  }
  return ways;
}

function splice(source: string, insertions: readonly Insertion[]): string {
  let spliced = '';
  let end = 0;
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    spliced += source.slice(end, at) + text;
    end = at;
  }
  return spliced + source.slice(end);
}
