/** Strict JSON (RFC 8259), names unique within an object. */

import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import { findDeepNesting } from '../../plan/json-depth.ts';
import { findJsonSyntaxError, positionAt, positionsIn } from '../../plan/json-syntax.ts';
import { isError } from '../problem.ts';
import {
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
  const positionOf = positionsIn(text);
  const problems = findRepeatedNames(root).map(({ name, ...repeated }, index) => {
    // Behind the last one nobody has looked.
    const isSame = repeated.isSame && index < maxRepeatedNames - 1;
    const found = `the name ${JSON.stringify(name.value)} a second time in one object`;
    const accepted = isSame ? 'each name once; here both say the same' : 'each name once';
    return textProblem(path, isSame ? 'W-JSON' : 'E-JSON', positionOf(name.offset), {
      found,
      accepted,
    });
  });
  if (problems.some(isError)) return { problems };
  return { file: { path, value, locate: locator(root, positionOf) }, problems };
}

function locator(root: Node, positionOf: (offset: number) => Position): (path: JsonPath) => Position {
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      if (node) return positionOf(node.offset);
    }
    return { line: 1, column: 1 };
  };
}

/** More than that was not written by people; the search ends there. */
const maxRepeatedNames = 1_000;

interface RepeatedName {
  readonly name: Node;
  /** It says what the first of this name says: nothing is lost, whichever is read. */
  readonly isSame: boolean;
}

function findRepeatedNames(node: Node, found: RepeatedName[] = []): RepeatedName[] {
  const valueByName = new Map<unknown, Node | undefined>();
  for (const child of node.children ?? []) {
    if (found.length >= maxRepeatedNames) return found;
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [];
    if (name && valueByName.has(name.value)) {
      const first = valueByName.get(name.value);
      const isSame = first !== undefined && value !== undefined && saysTheSame(first, value);
      found.push({ name, isSame });
    }
    if (name) valueByName.set(name.value, value);
    findRepeatedNames(child, found);
  }
  return found;
}

/** What is far longer than the other says something else; so nothing long is read again and again. */
function saysTheSame(one: Node, other: Node): boolean {
  const [shorter = 0, longer = 0] = [one.length, other.length].toSorted((a, b) => a - b);
  return longer <= shorter * 4 + 100 && isDeepStrictEqual(getNodeValue(one), getNodeValue(other));
}
