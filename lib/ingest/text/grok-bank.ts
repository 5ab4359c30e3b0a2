/** The patterns that grok knows by name: the usual ones, and all others once a configuration needs one of them. */

import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { grokPatterns } from './grok-patterns.ts';

export interface GrokBank {
  /** Patterns by name; the first map that has the name counts. */
  readonly patterns: readonly ReadonlyMap<string, string>[];
  /** What names stand for in JavaScript, for texts of ASCII and for others. A bank has them once for all pipelines. */
  readonly narrow: Map<string, Expansion>;
  readonly wide: Map<string, Expansion>;
}

/** What a configuration may name. */
export interface KnownNames {
  readonly bank: GrokBank;
  /** Its own definitions, which come before those of the bank. */
  readonly definitions: Readonly<Record<string, string>>;
}

export interface Expansion {
  readonly source: string;
  /** The names of its groups, in their order. */
  readonly groups: readonly string[];
}

function bankOf(patterns: GrokBank['patterns']): GrokBank {
  return { patterns, narrow: new Map(), wide: new Map() };
}

const banks = { disabled: bankOf([grokPatterns]), v1: bankOf([]) };

/** @param ecsCompatibility `v1`: `loadGrokBank` has loaded it. */
export function findBank(ecsCompatibility = 'disabled'): GrokBank {
  return ecsCompatibility === 'v1' ? banks.v1 : banks.disabled;
}

/** @example patternIn(findBank(), 'INT') // '[+-]?[0-9]+' */
export function patternIn({ patterns }: GrokBank, name: string): string | undefined {
  for (const map of patterns) {
    const pattern = map.get(name);
    if (pattern !== undefined) return pattern;
  }
  return undefined;
}

/** The names of a bank, sorted. */
export function bankNames({ patterns }: GrokBank): readonly string[] {
  return [...new Set(patterns.flatMap((map) => [...map.keys()]))].toSorted();
}

/**
 * Loads all patterns if these configurations may need more than the usual ones. To be called before grok is checked,
 * compiled or described.
 */
export async function loadGrokBank(configurations: unknown): Promise<void> {
  if (!isLoaded() && needsBank(writeJson(configurations) ?? '')) await loadWholeBank();
}

/** For whoever shows all patterns. */
export async function loadWholeBank(): Promise<void> {
  if (isLoaded()) return;
  const { legacy, ecs } = await import('./grok-rare-patterns.ts');
  banks.disabled = { ...banks.disabled, patterns: [grokPatterns, legacy] };
  banks.v1 = bankOf([ecs, legacy, grokPatterns]);
}

function isLoaded(): boolean {
  return banks.v1.patterns.length > 0;
}

function needsBank(json: string): boolean {
  if (json.includes('"ecs_compatibility":"v1"')) return true;
  const own = new Set(Array.from(json.matchAll(/"(\w+)":/g), ([, name]) => name));
  for (const [, name = ''] of json.matchAll(/%\{(\w+)/g))
    if (!grokPatterns.has(name) && !own.has(name)) return true;
  return false;
}
