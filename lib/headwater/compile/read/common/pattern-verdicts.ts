/**
 * Recheck's verdicts on patterns. Its limits are times; here it reads a clock that counts its steps instead, so that a
 * verdict is the same on every machine, under any load.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Parameters } from 'recheck';

/** One step takes about a microsecond. All patterns of a service share these, and none takes more than its part. */
const maxSteps = 1_200_000;
const maxStepsOfOne = 450_000;

/** recheck recurses for each of these: more exhaust its stack. */
export const maxGroupDepth = 32;

/**
 * The search for an attack is shorter than recheck's own: these parameters find the same attacks on real patterns. A
 * larger automaton than `maxNFASize` takes minutes; it is attacked with texts instead.
 */
const parameters: Parameters = {
  timeout: maxStepsOfOne,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  maxNFASize: 500,
  attackLimit: 10_000_000,
  maxAttackStringSize: 10_000,
  incubationLimit: 10_000,
  maxGeneStringSize: 1_000,
  maxInitialGenerationSize: 100,
  maxSimpleRepeatCount: 5,
  mutationSize: 20,
  crossoverSize: 10,
};

/** `too_many`: not checked, since other patterns of the service have taken the steps. */
interface PatternVerdict {
  readonly kind: 'safe' | 'vulnerable' | 'unproved' | 'too_deep' | 'too_many';
  /** Only if it is vulnerable. @example 'exponential on the text …' */
  readonly attack?: string;
  readonly isQuadratic?: boolean;
  /** That it took to find it. */
  readonly steps: number;
}

/** The verdicts of a build session: each pattern is checked once. */
export class PatternVerdicts {
  readonly #known = new Map<string, PatternVerdict>();

  /** For one check of a service, whose patterns share their steps. A known pattern costs the same steps. */
  share() {
    const counted = new Map<string, PatternVerdict>();
    let steps = 0;
    return {
      of: (pattern: string): PatternVerdict => {
        const known = counted.get(pattern);
        if (known) return known;
        const isOver = steps >= maxSteps && !isPlain(withoutLastRepeat(pattern));
        if (isOver) return { kind: 'too_many', steps: 0 };
        const found = this.#known.get(pattern) ?? checkPattern(pattern);
        this.#known.set(pattern, found);
        counted.set(pattern, found);
        steps += found.steps;
        return found;
      },
    };
  }
}

export type SharedVerdicts = ReturnType<PatternVerdicts['share']>;

/** @param written a valid regular expression. */
function checkPattern(written: string): PatternVerdict {
  const pattern = withoutLastRepeat(written);
  if (isPlain(pattern)) return { kind: 'safe', steps: 0 };
  const { depth, size } = measure(pattern);
  if (depth > maxGroupDepth) return { kind: 'too_deep', steps: 0 };
  if (size > maxStepsOfOne) return { kind: 'unproved', steps: 0 };
  let steps = 0;
  const check = (each: string): PatternVerdict => {
    const verdict = runRecheck(each);
    steps += verdict.steps;
    return verdict;
  };
  const simpler = simplify(pattern);
  const isProved = simpler.join() !== pattern && simpler.every((each) => check(each).kind === 'safe');
  const verdict = isProved ? ({ kind: 'safe' } as const) : check(pattern);
  return { ...verdict, steps };
}

function runRecheck(pattern: string): PatternVerdict {
  recheck ??= loadRecheck();
  const { clock, checkSync } = recheck;
  clock.start(pattern);
  const diagnostics = checkSync(pattern, 'u', { ...parameters, logger: clock.enterPhase });
  const steps = clock.now();
  if (diagnostics.status === 'safe') return { kind: 'safe', steps };
  if (diagnostics.status === 'unknown') return { kind: 'unproved', steps };
  const { complexity, attack } = diagnostics;
  const isQuadratic = complexity.type === 'polynomial' && complexity.degree === 2;
  const said = `${complexity.type} on the text ${attack.pattern}`;
  return { kind: 'vulnerable', isQuadratic, attack: said, steps };
}

/** Counts how often recheck reads the time, which it does at each of its steps. */
class StepClock {
  #steps = 0;
  #weight = 0;
  #weightOfMatching = 0;

  start(pattern: string): void {
    this.#steps = measure(pattern).size;
    this.#weight = weightOfAnalysis;
    this.#weightOfMatching = 2 + Math.floor(pattern.length / 100);
  }

  /** recheck logs the beginning of each phase. */
  readonly enterPhase = (message: string): void => {
    const isMatching = /^fuzz: (?:seeding finish|iteration|attack)/.test(message);
    this.#weight = isMatching ? this.#weightOfMatching : weightOfAnalysis;
  };

  readonly now = (): number => {
    this.#steps += this.#weight;
    return this.#steps;
  };
}

/** In microseconds, as measured. A step in an automaton is longer than one of matching a text. */
const weightOfAnalysis = 50;

let recheck: ReturnType<typeof loadRecheck> | undefined;

/** Takes a tenth of a second, hence with the first pattern. recheck gets the clock in place of the global of its name. */
function loadRecheck() {
  const path = createRequire(import.meta.url).resolve('recheck/lib/browser.js');
  const clock = new StepClock();
  const module = { exports: {} };
  const run = compileFunction(readFileSync(path, 'utf8'), ['module', 'exports', 'performance'], {
    filename: path,
  });
  run(module, module.exports, clock);
  // The package's own typings describe these exports.
  return { clock, ...(module.exports as Pick<typeof import('recheck'), 'checkSync'>) };
}

/** Escapes, classes, parentheses and counts: the other parts do not matter. All patterns here are valid with the flag `u`. */
const partPattern =
  /\\[pP]\{|\\[1-9k]|\\.|\[(?:\\.|[^\\\]])*\]|\((?:\?(?:<?[=!]))?|\)|\{(?<minimum>\d+),\d+\}/gsu;

/**
 * The nesting of groups, and the steps that recheck takes to read a pattern: the square of the length of a class, and many
 * for a Unicode property.
 *
 * @example measure('^(a(b))$') // { depth: 2, size: 1_480 }
 */
function measure(pattern: string) {
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
 * of repeats varies. If one does, from the start of the text or after a mark, each number of repeats is a path.
 *
 * @example isPlain('^[a-z]+-\\d{4}$') // true
 */
function isPlain(pattern: string): boolean {
  const plain = pattern.replace(/\[(?:\\.|[^\\\]])*\]|\\./gsu, 'a');
  const repeats = plain.match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
  if (/\(|\{\d{4,}\}/.test(plain)) return false;
  if (repeats === 0) return true;
  return repeats === 1 && !plain.includes('|') && (plain.startsWith('^') || isMarked(pattern));
}

/** Whether a character that the only repeat does not match comes before it: then no two runs share their text. */
function isMarked(pattern: string): boolean {
  if (hasNumberedEscape(pattern)) return false;
  const [, start = '', repeated = ''] = firstRepeat.exec(pattern) ?? [];
  const marks = start.replaceAll(/\[(?:\\.|[^\\\]])*\]/gsu, '').match(/[/:@#;%&~](?!\{)/g) ?? [];
  return marks.some((mark) => !new RegExp(`^${repeated}$`, 'u').test(mark));
}

/** What matches one character: an escape, a class, or the character itself. */
const character = String.raw`\\[dDsSwW]|\[(?:\\.|[^\\\]])*\]|[^\\[\](){}|^$*+?]`;
const before = String.raw`((?:\\.|\[(?:\\.|[^\\\]])*\]|[^\\[])*?)`;
const firstRepeat = new RegExp(String.raw`^${before}(${character})(?:[*+?]|\{\d+,\d*\})`, 'su');
const lastRepeat = new RegExp(`^${before}(${character})([*+])$`, 'su');

/** Such as `\u003a`: its last digit is not a character of its own. */
function hasNumberedEscape(pattern: string): boolean {
  return has(/^\\[cux]/, pattern);
}

/**
 * A repeat at the end takes no path twice: nothing after it can fail.
 *
 * @example withoutLastRepeat('/coach/[0-9a-z]+') // '/coach/[0-9a-z]'
 */
function withoutLastRepeat(pattern: string): string {
  if (hasNumberedEscape(pattern)) return pattern;
  return pattern.replace(lastRepeat, (_, start, repeated, count) => start + (count === '+' ? repeated : ''));
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
