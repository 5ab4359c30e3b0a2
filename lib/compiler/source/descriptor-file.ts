/** A descriptor as text, as a JSON value, and the way back from the one to the other. */

import { maxJsonDepth, type TextPosition } from '../../json/inspect-json.ts';
import type { Problem } from './problem.ts';

export type JsonPath = readonly (string | number)[];

export interface DescriptorFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly value: unknown;
  /** Where the value at `path` begins; the nearest parent's place when it does not exist. */
  readonly locate: (path: JsonPath) => TextPosition;
}

export interface ParsedFile {
  /** Absent when one of the problems is an error. */
  readonly file?: DescriptorFile;
  readonly problems: readonly Problem[];
}

/** Of a value, so that what walks it ends soon; aliases of YAML count each time that they are used. */
const maxValues = 100_000;

/** A problem of the text itself, before there is a value to point into. */
export function textProblem(
  file: string,
  code: Problem['code'],
  { line, column }: TextPosition,
  told: Pick<Problem, 'found' | 'accepted'>,
): Problem {
  return { code, file, pointer: '', line, column, ...told };
}

/** A file that is refused as a whole. */
export function refuse(
  file: string,
  code: Problem['code'],
  { at, ...told }: { readonly at: TextPosition } & Pick<Problem, 'found' | 'accepted'>,
): ParsedFile {
  return { problems: [textProblem(file, code, at, told)] };
}

const start: TextPosition = { line: 1, column: 1 };

export function tooDeep(file: string, at = start): ParsedFile {
  return refuse(file, 'E-TOO-LARGE', {
    at,
    found: 'deeper nesting',
    accepted: `at most ${maxJsonDepth} levels`,
  });
}

export function tooMany(file: string): ParsedFile {
  const found = `more than ${maxValues} values`;
  return refuse(file, 'E-TOO-LARGE', { at: start, found, accepted: 'fewer values, or several descriptors' });
}

/** Whether an array or object holds more values than `maxValues`, itself and all levels below included. */
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
