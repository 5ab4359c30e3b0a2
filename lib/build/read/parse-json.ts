/** Strict JSON (RFC 8259), names unique within an object. */

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { findDeepNesting } from '../../plan/json-depth.ts';
import { findJsonSyntaxError, positionAt } from '../../plan/json-syntax.ts';
import {
  type DescriptorFile,
  holdsTooMany,
  type JsonPath,
  type ParsedFile,
  type Position,
  refuse,
  textProblem,
  tooDeep,
  tooMany,
} from './descriptor-file.ts';

export function parseJson(path: string, given: string): ParsedFile {
  // RFC 8259 section 8.1: a parser may ignore a byte order mark.
  const text = given.replace(/^\ufeff/, '');
  const deepAt = findDeepNesting(text);
  if (deepAt !== undefined) return tooDeep(path, positionAt(text, deepAt));
  const error = findJsonSyntaxError(text);
  if (error) return refuse(path, 'E-JSON', { at: error, found: error.what, accepted: 'JSON (RFC 8259)' });
  const value: unknown = JSON.parse(text);
  if (holdsTooMany(value)) return tooMany(path);
  // A text without a syntax error has a value.
  const root = parseTree(text) as Node;
  const problems = findDuplicateNames(root).map((node) => {
    const found = `the name ${JSON.stringify(node.value)} a second time in one object`;
    return textProblem(path, 'E-JSON', positionAt(text, node.offset), { found, accepted: 'each name once' });
  });
  if (problems.length > 0) return { problems };
  const file: DescriptorFile = { path, value, locate: locator(text, root) };
  return { file, problems };
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
