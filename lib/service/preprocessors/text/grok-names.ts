/** The fields that grok patterns write, without compiling them: a description costs microseconds. */

import { grokPatterns, splitReference } from './grok-patterns.ts';

/**
 * What a pattern consists of, as far as names are concerned: escapes and classes have none. What is not closed goes
 * on to the end, so that nothing is read twice.
 */
const parts =
  /\\[\s\S]|\[\^?\]?(?:\\[\s\S]?|\[:\^?\w+:\]|[^\]\\])*(?:\]|$)|%\{([^}]*)(?:\}|$)|\(\?(?:<([^>=!][^>]*)(?:>|$)|'([^']+)(?:'|$))/g;

/**
 * Each name once, in the order of the groups.
 *
 * @example grokNames(['%{IP:client} (?<rest>.*)'], {}) // ['client', 'rest']
 */
export function grokNames(
  patterns: readonly string[],
  definitions: Readonly<Record<string, string>>,
): readonly string[] {
  const own = new Map(Object.entries(definitions));
  const names = new Set<string>();
  const seen = new Set<string>();
  const scan = (pattern: string): void => {
    for (const [, reference, ...groups] of pattern.matchAll(parts)) {
      const group = groups.find((name) => name !== undefined);
      if (group !== undefined) names.add(fieldOf(group));
      if (reference !== undefined) follow(reference);
    }
  };
  const follow = (reference: string): void => {
    const [name = '', field, definition] = splitReference(reference);
    if (field !== undefined) names.add(fieldOf(field));
    if (definition !== undefined) scan(definition);
    else if (!seen.has(name)) {
      seen.add(name);
      scan(own.get(name) ?? grokPatterns.get(name) ?? '');
    }
  };
  patterns.forEach(scan);
  return [...names];
}

/** @example fieldOf('bytes:int') // 'bytes' */
function fieldOf(name: string): string {
  return name.split(':', 1)[0] ?? name;
}
