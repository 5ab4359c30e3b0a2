/**
 * Expressions without regard to letter case, written out: V8 loses matches of groups such as `(?i:…)`, and older
 * versions of Node.js refuse them.
 */

import { lazyRegex } from './lazy-regex.ts';

/** By folded character: all characters that differ in letter case only. */
type Cases = ReadonlyMap<string, readonly string[]>;

/** The long s and the sign of Kelvin are beyond ASCII, and their other cases are letters of ASCII. */
const casesOfAscii = casesOf([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\u017f\u212a']);

/** Letters with cases are in the first 31 blocks of Unicode, of 4,096 characters each. */
const blocks = 31;
const blockSize = 4096;
let casesOfAll: Cases | undefined;

const casedLetters = lazyRegex('\\p{Changes_When_Casemapped}', 'gu');

/** It takes milliseconds, so it is made at its first use. */
function allCases(): Cases {
  const block = (at: number) => Array.from({ length: blockSize }, (_, index) => at * blockSize + index);
  const all = () => Array.from({ length: blocks }, (_, at) => String.fromCodePoint(...block(at))).join('');
  casesOfAll ??= casesOf(all().match(casedLetters()) ?? []);
  return casesOfAll;
}

function casesOf(characters: readonly string[]): Cases {
  return Map.groupBy(characters, foldCase);
}

/** Equal for characters that differ in letter case only, as the flag `i` compares them. */
function foldCase(character: string): string {
  // The upper case of the i without a dot is the usual I.
  return character === '\u0131' ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

/** @example inEachCase('k') // ['K', 'k', '\u212a'] */
export function inEachCase(character: string): readonly string[] {
  const cases = character < '\x80' ? casesOfAscii : allCases();
  return cases.get(foldCase(character)) ?? [character];
}

/** What a class contains beyond ASCII, or may contain. */
const beyondAscii = /[^ -~]|\\[DPWpux]/;

/**
 * Adds the other letter cases of its characters to the inside of a class.
 *
 * @example inAnyCase('a-c') // 'a-cABC'
 */
export function inAnyCase(inside: string): string {
  const cases = beyondAscii.test(inside) ? allCases() : casesOfAscii;
  const compile = (flags: string) => new RegExp(`[${inside}]`, flags);
  const [plain, folded] = [compile('u'), compile('iu')];
  const missing = [...cases.values()].flat().filter((one) => folded.test(one) && !plain.test(one));
  return inside + missing.join('');
}
