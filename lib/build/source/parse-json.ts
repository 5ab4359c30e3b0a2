/** Strict JSON (RFC 8259), names unique within an object. */

import { isDeepStrictEqual } from 'node:util';
import { getNodeValue, type Node, parseTree } from 'jsonc-parser';
import { inspectJson, type JsonError, type TextPosition } from '../../shared/json/inspect-json.ts';
import {
  holdsTooMany,
  type JsonPath,
  offsetsIn,
  type ParsedFile,
  positionsIn,
  refuse,
  textDiagnostic,
  tooDeep,
  tooMany,
} from './descriptor-file.ts';
import { type Diagnostic, isError } from './diagnostic.ts';
import { explainSyntaxError } from './unreadable-text.ts';

export function parseJson(path: string, original: string): ParsedFile {
  // RFC 8259 section 8.1: a parser may ignore a byte order mark.
  const text = original.replace(/^\ufeff/, '');
  const { error, findings } = inspectJson(text);
  if (error) return refuseText(path, text, error);
  const value: unknown = JSON.parse(text);
  if (holdsTooMany(value)) return tooMany(path);
  const tree = treeOf(text);
  const diagnostics = findings.length > 0 ? repeatedNameDiagnostics(path, tree()) : [];
  if (diagnostics.some(isError)) return { diagnostics };
  return { file: { path, value, locate: (at) => tree().locate(at) }, diagnostics };
}

function refuseText(path: string, text: string, error: JsonError): ParsedFile {
  const { line, column } = error;
  if (error.kind === 'too_deep') return tooDeep(path, { line, column });
  const at = { line, column };
  return refuse(path, 'E-JSON', { at, ...explainSyntaxError(text, at, error.what) });
}

interface Tree {
  readonly root: Node;
  readonly positionOf: (offset: number) => TextPosition;
  readonly locate: (path: JsonPath) => TextPosition;
}

/** Lazy: only a diagnostic needs positions. */
function treeOf(text: string): () => Tree {
  let tree: Tree | undefined;
  return () => {
    tree ??= parseTreeOf(text);
    return tree;
  };
}

function parseTreeOf(text: string): Tree {
  // A text without a syntax error has a root.
  const root = parseTree(text) as Node;
  const positionOf = positionsIn(text);
  const offsetAt = offsetsIn(root, { offsetOf: ({ offset }) => offset, childrenOf });
  return { root, positionOf, locate: (path) => positionOf(offsetAt(path)) };
}

function childrenOf({ type, children = [] }: Node): ReadonlyMap<string | number, Node> {
  if (type !== 'object') return new Map(children.map((item, index) => [index, item]));
  const members = children.flatMap(({ children: [name, value] = [] }): [string, Node][] =>
    name && value ? [[name.value, value]] : [],
  );
  // The first of a repeated name.
  return new Map(members.toReversed());
}

function repeatedNameDiagnostics(path: string, { root, positionOf }: Tree): Diagnostic[] {
  return findRepeatedNames(root).map(({ name, ...repeated }, index) => {
    // The search has ended at the last one, so its value is not compared.
    const isSame = repeated.isSame && index < maxRepeatedNames - 1;
    const found = `the name ${JSON.stringify(name.value)} a second time in one object`;
    const accepted = isSame ? 'each name once; here both have the same value' : 'each name once';
    const code = isSame ? 'W-JSON' : 'E-JSON';
    return textDiagnostic(path, code, positionOf(name.offset), { found, accepted });
  });
}

/** The search ends here: no person repeats so many names. */
const maxRepeatedNames = 1_000;

interface RepeatedName {
  readonly name: Node;
  /** It has the same value as the first of this name, so no value is lost. */
  readonly isSame: boolean;
}

function findRepeatedNames(node: Node, found: RepeatedName[] = []): RepeatedName[] {
  const valueByName = new Map<unknown, Node | undefined>();
  for (const child of node.children ?? []) {
    if (found.length >= maxRepeatedNames) return found;
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [];
    if (name && valueByName.has(name.value)) {
      const first = valueByName.get(name.value);
      const isSame = first !== undefined && value !== undefined && isSameValue(first, value);
      found.push({ name, isSame });
    }
    if (name) valueByName.set(name.value, value);
    findRepeatedNames(child, found);
  }
  return found;
}

/** Texts of very different lengths have different values. This avoids comparing long texts repeatedly. */
function isSameValue(one: Node, other: Node): boolean {
  const [shorter = 0, longer = 0] = [one.length, other.length].toSorted((a, b) => a - b);
  return longer <= shorter * 4 + 100 && isDeepStrictEqual(getNodeValue(one), getNodeValue(other));
}
