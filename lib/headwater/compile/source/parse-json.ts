/** Strict JSON (RFC 8259), names unique within an object. */

import { isDeepStrictEqual } from 'node:util';
import { getNodeValue, type Node, parseTree } from 'jsonc-parser';
import { inspectJson } from '../../shared/json/inspect-json.ts';
import {
  type Children,
  excessOf,
  locatorIn,
  type ParsedFile,
  positionsIn,
  refuse,
  refuseExcess,
} from './descriptor-file.ts';
import { type Diagnostic, fileDiagnostic, isError } from './diagnostic.ts';
import { explainSyntaxError } from './unreadable-text.ts';

export function parseJson(path: string, original: string): ParsedFile {
  // RFC 8259 section 8.1: a parser may ignore a byte order mark.
  const text = original.replace(/^\ufeff/, '');
  const { error, findings } = inspectJson(text);
  if (error?.kind === 'too_deep') return refuseExcess(path, 'depth', error);
  if (error) return refuse(path, 'E-JSON', ...explainSyntaxError(text, error), error);
  const value: unknown = JSON.parse(text);
  const excess = excessOf(value);
  if (excess) return refuseExcess(path, excess);
  const diagnostics = findings.length > 0 ? repeatedNameDiagnostics(path, text) : [];
  if (diagnostics.some(isError)) return { diagnostics };
  const locate = locatorIn(text, () => treeOf(text), offsetOf, childrenOf);
  return { file: { path, value, locate }, diagnostics };
}

/** @param text without a syntax error, so that it has a root. */
function treeOf(text: string): Node {
  return parseTree(text) as Node;
}

const offsetOf = ({ offset }: Node): number => offset;

function childrenOf({ type, children = [] }: Node): Children<Node> {
  if (type !== 'object') return children.map((item, index) => [index, item]);
  return children.map(({ children: [name, value] = [] }) => [name?.value, value]);
}

/** The search ends here: no person repeats so many names. */
const maxRepeatedNames = 1_000;

function repeatedNameDiagnostics(path: string, text: string): Diagnostic[] {
  const positionOf = positionsIn(text);
  const repeated = [...repeatedNames(treeOf(text)).take(maxRepeatedNames)];
  return repeated.map(([name, first, value], index) => {
    // The search has ended at the last one, so more may follow.
    const isSame = index < maxRepeatedNames - 1 && isSameValue(first, value);
    const found = `the name ${JSON.stringify(name.value)} a second time in one object`;
    // No value is lost.
    const accepted = isSame ? 'each name once; here both have the same value' : 'each name once';
    return fileDiagnostic(path, isSame ? 'W-JSON' : 'E-JSON', found, accepted, positionOf(name.offset));
  });
}

/** With the first value of each name, and this one. */
function* repeatedNames(node: Node): Generator<readonly [name: Node, first: Node, value: Node]> {
  const firsts = new Map<string, Node>();
  for (const child of node.children ?? []) {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [];
    if (name && value) {
      const first = firsts.get(name.value);
      if (first) yield [name, first, value];
      firsts.set(name.value, value);
    }
    yield* repeatedNames(child);
  }
}

/** Texts of very different lengths have different values. This avoids comparing long texts repeatedly. */
function isSameValue(one: Node, other: Node): boolean {
  const [shorter = 0, longer = 0] = [one.length, other.length].toSorted((a, b) => a - b);
  return longer <= shorter * 4 + 100 && isDeepStrictEqual(getNodeValue(one), getNodeValue(other));
}
