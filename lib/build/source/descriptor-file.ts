/** A parsed descriptor: a JSON value, and the position of each of its parts in the text. */

import { maxJsonDepth, type TextPosition } from '../../shared/json/inspect-json.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DialectWords } from './dialect-words.ts';

export type JsonPath = readonly (string | number)[];

export interface DescriptorFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly value: unknown;
  /** Where the value at `path` begins. If it does not exist: where its nearest parent begins. */
  readonly locate: (path: JsonPath) => TextPosition;
  /** Where people have written the value at `path`, if that is elsewhere. */
  readonly written?: (path: JsonPath) => JsonPath;
  /** The terms of a language other than Swagger 1.x. */
  readonly words?: DialectWords;
}

export interface ParsedFile {
  /** Absent when one of the diagnostics is an error. */
  readonly file?: DescriptorFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** The maximum number of values in a file, which bounds every walk. Each use of a YAML alias counts. */
export const maxValues = 100_000;

/** A diagnostic of the text itself, which has no JSON pointer. */
export function textDiagnostic(
  file: string,
  code: Diagnostic['code'],
  { line, column }: TextPosition,
  message: Pick<Diagnostic, 'found' | 'accepted'>,
): Diagnostic {
  return { code, file, pointer: '', line, column, ...message };
}

/** Refuses a file as a whole. */
export function refuse(
  file: string,
  code: Diagnostic['code'],
  { at, ...message }: { readonly at: TextPosition } & Pick<Diagnostic, 'found' | 'accepted'>,
): ParsedFile {
  return { diagnostics: [textDiagnostic(file, code, at, message)] };
}

const start: TextPosition = { line: 1, column: 1 };

export function tooDeep(file: string, at = start): ParsedFile {
  return refuse(file, 'E-TOO-LARGE', {
    at,
    found: 'deeper nesting',
    accepted: `at most ${maxJsonDepth} levels`,
  });
}

/** @param limit the limit that the file exceeds. */
export function tooMany(file: string, limit = `${maxValues} values`): ParsedFile {
  const found = `more than ${limit}`;
  return refuse(file, 'E-TOO-LARGE', { at: start, found, accepted: 'fewer values, or several descriptors' });
}

/** Whether a value has more than `maxValues` parts at all levels together. */
export function holdsTooMany(value: unknown): boolean {
  let count = 0;
  const pending = [value];
  while (pending.length > 0) {
    if (++count > maxValues) return true;
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const child of Object.values(next)) pending.push(child);
  }
  return false;
}
