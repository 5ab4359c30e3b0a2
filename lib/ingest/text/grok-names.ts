/** The references in patterns of grok, and the fields that the patterns write. */

import { findBank, patternIn } from './grok-bank.ts';
import { lazyRegex } from './lazy-regex.ts';

/** The usual references. */
const plainReference = /^(\w+)(?::([\w@[\]:.'-]+))?$/;
/** The classes of all scripts take milliseconds to compile. */
const reference = lazyRegex("^([A-Za-z0-9_]+)(?::([\\p{L}\\p{N}@[\\]_:.'\\-]+))?(?:=(.+))?$", 'su');

/**
 * Splits the text between the braces of `%{NAME}`, `%{NAME:field}` and `%{NAME:field:type}`, with `=definition` after
 * any of them.
 *
 * @returns The name, the field with its type, and the definition; nothing for another text.
 */
export function splitReference(text: string): readonly (string | undefined)[] {
  return (plainReference.exec(text) ?? reference().exec(text) ?? []).slice(1);
}

/**
 * What a pattern consists of, as far as names are concerned: escapes, comments and classes have none. What is not closed goes
 * on to the end, so that nothing is read twice.
 */
const parts =
  /\\[\s\S]|\(\?#(?:\\[\s\S]?|[^)\\])*|\[\^?\]?(?:\\[\s\S]?|\[:\^?\w+:\]|[^\]\\])*(?:\]|$)|%\{([^}]*)(?:\}|$)|\(\?(?:<([^>=!][^>]*)(?:>|$)|'([^']+)(?:'|$))/g;

/**
 * The fields that the patterns write, each once, in the order of the groups. It does not compile them: a description
 * costs microseconds.
 *
 * @example grokNames(['%{IP:client} (?<rest>.*)'], {}) // ['client', 'rest']
 */
export function grokNames(
  patterns: readonly string[],
  definitions: Readonly<Record<string, string>>,
  bank = findBank(),
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
      scan(own.get(name) ?? patternIn(bank, name) ?? '');
    }
  };
  patterns.forEach(scan);
  return [...names];
}

/** @example fieldOf('bytes:int') // 'bytes' */
function fieldOf(name: string): string {
  return name.split(':', 1)[0] ?? name;
}
