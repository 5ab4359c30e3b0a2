/** The patterns that grok knows by name. The engine has them; they are asked for with the first editor of grok. */

import { engine } from '../runner.ts';
import { Store } from '../store.ts';

export interface KnownPattern {
  readonly name: string;
  readonly pattern: string;
  /** A text that it matches. */
  readonly example?: string;
}

interface KnownPatterns {
  /** By name. */
  readonly disabled: ReadonlyMap<string, KnownPattern>;
  /** With fields of the Elastic Common Schema. */
  readonly v1: ReadonlyMap<string, KnownPattern>;
}

export const knownPatterns = new Store<KnownPatterns | undefined>(undefined);

let isAsked = false;

export async function loadPatterns(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    const [{ patterns = [] }, { default: examples }] = await Promise.all([
      engine.ask('patterns', {}),
      import('./pattern-examples.json', { with: { type: 'json' } }),
    ]);
    const texts: Readonly<Record<string, string>> = examples;
    const bankOf = (patternOf: (one: (typeof patterns)[number]) => string | undefined) =>
      new Map(
        patterns.flatMap((one) => {
          const [pattern, example] = [patternOf(one), texts[one.name]];
          const known = { name: one.name, ...(example === undefined ? {} : { example }) };
          return pattern === undefined ? [] : [[one.name, { ...known, pattern }] as const];
        }),
      );
    knownPatterns.set({
      disabled: bankOf(({ pattern }) => pattern),
      v1: bankOf(({ pattern, ecs_pattern: ecs }) => ecs ?? pattern),
    });
  } catch {
    // Names are neither completed nor refused; the next editor asks again.
    isAsked = false;
  }
}
