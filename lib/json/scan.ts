/**
 * What JSON.parse would take without a word, found in the text before it is
 * parsed: of two members of one name it keeps the last, it rounds integers,
 * and it nests without end. One pass, which leaves plain text to indexOf.
 */

import { maxJsonDepth } from './depth.ts';

export type JsonFlaw = 'too_deep' | 'duplicate_name' | 'lone_surrogate' | 'not_exact' | 'not_finite';

export interface JsonFinding {
  readonly flaw: JsonFlaw;
  /** RFC 6901. */
  readonly pointer: string;
  /** In UTF-16 code units. */
  readonly offset: number;
}

/** An array or object that is open. */
interface Frame {
  /** Of an object: the names so far. */
  readonly names: Set<string> | undefined;
  /** The member or item that is being read. */
  at: string | number;
  expectsName: boolean;
}

/** An answer lists no more issues than this. */
const maxFindings = 20;

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * In order, at most 20; nothing after what is nested too deep. A text that is
 * no JSON is scanned as far as it resembles it, since the parser refuses it.
 */
export function scanJson(text: string, maxDepth = maxJsonDepth): readonly JsonFinding[] {
  const scan = new Scan(text, maxDepth);
  for (let at = 0; at < text.length && !scan.isDone; ) at = scan.step(at);
  return scan.findings;
}

class Scan {
  readonly findings: JsonFinding[] = [];
  isDone = false;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #isWellFormed: boolean;
  readonly #frames: Frame[] = [];
  #top: Frame | undefined;
  /** The first backslash that is not behind; searched for once per backslash, not once per string. */
  #backslash: number;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#isWellFormed = text.isWellFormed();
    this.#backslash = this.#nextBackslash(0);
  }

  /** Reads what begins at `at`, and says where the next thing may begin. */
  step(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (code === quote) return this.#string(at);
    if (code === minus || (code >= 0x30 && code <= 0x39)) return this.#number(at);
    if (code === comma) this.#next();
    else if (code === openBrace || code === openBracket) this.#open(at, code === openBrace);
    else if (code === closeBrace || code === closeBracket) this.#close();
    return at + 1;
  }

  #open(at: number, isObject: boolean): void {
    if (this.#frames.length === this.#maxDepth) {
      this.#report('too_deep', at);
      this.isDone = true;
      return;
    }
    this.#top = { names: isObject ? new Set() : undefined, at: isObject ? '' : 0, expectsName: isObject };
    this.#frames.push(this.#top);
  }

  #close(): void {
    this.#frames.pop();
    this.#top = this.#frames.at(-1);
  }

  #next(): void {
    const top = this.#top;
    if (!top) return;
    if (typeof top.at === 'number') top.at++;
    else top.expectsName = true;
  }

  #string(at: number): number {
    const end = this.#endOfString(at);
    if (end < 0) return this.#text.length;
    const raw = this.#text.slice(at + 1, end);
    const hasEscape = raw.includes('\\');
    const top = this.#top;
    if (top?.expectsName) this.#name(top, hasEscape ? decodeEscapes(raw) : raw, at);
    const isSuspect = !this.#isWellFormed || (hasEscape && raw.includes('\\u'));
    if (isSuspect && !decodeEscapes(raw).isWellFormed()) this.#report('lone_surrogate', at);
    return end + 1;
  }

  #name(top: Frame, name: string, at: number): void {
    top.expectsName = false;
    top.at = name;
    if (top.names?.has(name)) this.#report('duplicate_name', at);
    else top.names?.add(name);
  }

  /** The offset of the closing quote; negative when there is none. */
  #endOfString(start: number): number {
    if (this.#backslash < start) this.#backslash = this.#nextBackslash(start);
    const end = this.#text.indexOf('"', start + 1);
    if (end < this.#backslash) return end;
    let at = this.#backslash;
    while (at < this.#text.length && this.#text.charCodeAt(at) !== quote) {
      at += this.#text.charCodeAt(at) === backslash ? 2 : 1;
    }
    this.#backslash = this.#nextBackslash(at);
    return at < this.#text.length ? at : -1;
  }

  #nextBackslash(from: number): number {
    const at = this.#text.indexOf('\\', from);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  }

  #number(start: number): number {
    let end = start + 1;
    let hasExponent = false;
    for (let code = this.#text.charCodeAt(end); isNumberCode(code); code = this.#text.charCodeAt(++end)) {
      hasExponent ||= code === 0x65 || code === 0x45;
    }
    // Fifteen digits always survive.
    const flaw = hasExponent || end - start > 15 ? flawOfNumber(this.#text.slice(start, end)) : undefined;
    if (flaw) this.#report(flaw, start);
    return end;
  }

  #report(flaw: JsonFlaw, offset: number): void {
    const path = this.#frames.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`);
    this.findings.push({ flaw, pointer: path.join('').toWellFormed(), offset });
    if (this.findings.length === maxFindings) this.isDone = true;
  }
}

function isNumberCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x65 ||
    code === 0x45 ||
    code === 0x2b ||
    code === minus
  );
}

/**
 * Digits alone mean that very integer, so it has to come out as it went in.
 * With a fraction or an exponent it is a floating-point number, and is rounded
 * like any other.
 */
function flawOfNumber(literal: string): JsonFlaw | undefined {
  const value = Number(literal);
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return 'not_finite';
  if (Number.isSafeInteger(value) || !/^-?[0-9]+$/.test(literal)) return undefined;
  // As long as 2^70 in full, or as short as JavaScript and others write the same double.
  const isExact = String(value) === literal || BigInt(literal) === BigInt(value);
  return isExact ? undefined : 'not_exact';
}

/** An escape that is none makes the parser refuse the text; here it is enough not to throw. */
function decodeEscapes(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return raw;
  }
}
