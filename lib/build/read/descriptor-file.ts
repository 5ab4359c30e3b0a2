/** A descriptor as text, as a JSON value, and the way back from the one to the other. */

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { findJsonSyntaxError, positionAt } from '../../plan/json-syntax.ts';
import type { Problem } from '../problem.ts';

export type JsonPath = readonly (string | number)[];

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface DescriptorFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly value: unknown;
  /** Where the value at `path` begins; the nearest parent's place when it does not exist. */
  readonly locate: (path: JsonPath) => Position;
}

/** Parses strict JSON (RFC 8259), names unique within an object. */
export function parseDescriptor(
  path: string,
  text: string,
): { readonly file?: DescriptorFile; readonly problems: Problem[] } {
  const error = findJsonSyntaxError(text);
  if (error) {
    const { what: found, line, column } = error;
    return {
      problems: [
        { code: 'E-JSON', file: path, pointer: '', line, column, found, accepted: 'JSON (RFC 8259)' },
      ],
    };
  }
  // A text without a syntax error has a value.
  const root = parseTree(text) as Node;
  const duplicates = findDuplicateNames(root).map((node) => ({
    code: 'E-JSON' as const,
    file: path,
    pointer: '',
    ...positionAt(text, node.offset),
    found: `the name ${JSON.stringify(node.value)} a second time in one object`,
    accepted: 'each name once',
  }));
  if (duplicates.length > 0) return { problems: duplicates };
  return { file: { path, value: JSON.parse(text), locate: locator(text, root) }, problems: [] };
}

function locator(text: string, root: Node): (path: JsonPath) => Position {
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      if (node) return positionAt(text, node.offset);
    }
    return { line: 1, column: 1 };
  };
}

function findDuplicateNames(node: Node): Node[] {
  const found: Node[] = [];
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? child.children?.[0] : undefined;
    if (name && seen.has(name.value)) found.push(name);
    if (name) seen.add(name.value);
    found.push(...findDuplicateNames(child));
  }
  return found;
}
