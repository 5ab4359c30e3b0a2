/** A parsed descriptor: a JSON value, and the position of each of its parts in the text. */

import { maxJsonDepth, type TextPosition } from '../../shared/json/inspect-json.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DialectTerms } from './dialect-terms.ts';

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
  readonly terms?: DialectTerms;
}

export interface ParsedFile {
  /** Absent when one of the diagnostics is an error. */
  readonly file?: DescriptorFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** The maximum number of values in a file, which bounds every walk. Each use of a YAML alias counts. */
export const maxValues = 500_000;

/** A diagnostic of the text itself, which has no JSON pointer. */
export function textDiagnostic(
  file: string,
  code: Diagnostic['code'],
  { line, column }: TextPosition,
  message: Pick<Diagnostic, 'found' | 'accepted'>,
): Diagnostic {
  return { code, file, pointer: '', line, column, ...message };
}

const start: TextPosition = { line: 1, column: 1 };

/** Refuses a file as a whole. */
export function refuse(
  file: string,
  code: Diagnostic['code'],
  { at = start, ...message }: { readonly at?: TextPosition } & Pick<Diagnostic, 'found' | 'accepted'>,
): ParsedFile {
  return { diagnostics: [textDiagnostic(file, code, at, message)] };
}

export function tooDeep(file: string, at = start): ParsedFile {
  const accepted = `at most ${maxJsonDepth} levels`;
  return refuse(file, 'E-TOO-LARGE', { at, found: 'deeper nesting', accepted });
}

/** @param limit the limit that the file exceeds. */
export function tooMany(file: string, limit = `${maxValues} values`): ParsedFile {
  const found = `more than ${limit}`;
  return refuse(file, 'E-TOO-LARGE', { found, accepted: 'fewer values, or several descriptors' });
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

/** @returns the position of an offset, by binary search. */
export function positionsIn(text: string): (offset: number) => TextPosition {
  const lineStarts = [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)];
  return (offset) => {
    let line = 0;
    for (let end = lineStarts.length; end - line > 1; ) {
      const middle = (line + end) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

interface NodeReader<Node extends object> {
  /** Undefined if the node has no place of its own. */
  readonly offsetOf: (node: Node) => number | undefined;
  /** The members of an object, or the items of an array by their index; the first of a repeated name. */
  readonly childrenOf: (node: Node) => ReadonlyMap<string | number, Node>;
}

/**
 * @returns the offset of the value at a path, or of its nearest parent. The children of a node are indexed once, so that
 *   as many places can be found as an object has members.
 */
export function offsetsIn<Node extends object>(
  root: Node,
  { offsetOf, childrenOf }: NodeReader<Node>,
): (path: JsonPath) => number {
  const known = new WeakMap<Node, ReadonlyMap<string | number, Node>>();
  const childOf = (node: Node, step: string | number): Node | undefined => {
    const children = known.get(node) ?? childrenOf(node);
    known.set(node, children);
    return children.get(step);
  };
  return (path) => {
    let offset = offsetOf(root) ?? 0;
    let node: Node | undefined = root;
    for (const step of path) {
      node = childOf(node, step);
      if (!node) return offset;
      offset = offsetOf(node) ?? offset;
    }
    return offset;
  };
}
