/**
 * Translates regular expressions of Java and Oniguruma to JavaScript, and refuses what needs more than
 * linear syntax: look-around, back-references, atomic groups and possessive quantifiers.
 * Time is limited besides, since nested quantifiers are accepted.
 */

import { InvalidRegex, type TranslateOptions } from './regex-classes.ts';
import { RegexTranslation } from './regex-translation.ts';

const maxPattern = 8192;

/**
 * The source of an equal JavaScript expression with the flag `u`.
 *
 * @throws InvalidRegex
 * @example translateRegex('[[:digit:]]+$', { dialect: 'oniguruma' }) // '[0-9]+(?:(?=\\n|(?:$)))'
 */
export function translateRegex(pattern: string, options: TranslateOptions): string {
  if (pattern.length > maxPattern) throw new InvalidRegex(`has more than ${maxPattern} characters`);
  return new RegexTranslation(pattern, options).run();
}

/**
 * Compiles a pattern of Java.
 *
 * @param groups Gets the names of the groups in their order, empty for those without one.
 * @throws InvalidRegex
 */
export function compileJavaRegex(pattern: string, flags = '', groups: string[] = []): RegExp {
  const onGroup = (name: string) => groups.push(name);
  return buildRegex(translateRegex(pattern, { dialect: 'java', onGroup }), `${flags}u`);
}

/** @throws InvalidRegex */
export function buildRegex(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split(': ').at(-1) ?? '') : '';
    throw new InvalidRegex(`is not valid: ${reason.toLowerCase()}`, { cause });
  }
}
