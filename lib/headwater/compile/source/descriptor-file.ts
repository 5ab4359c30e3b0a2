/** A parsed descriptor: a JSON value, and the position of each of its parts in the text. */

import { LineCounter } from 'yaml';
import type { TextPosition } from '../../shared/json/inspect-json.ts';
import { maxJsonDepth } from '../../shared/json/max-json-depth.ts';
import { type Diagnostic, fileDiagnostic } from './diagnostic.ts';
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
const maxValues = 500_000;

/** Refuses a file as a whole. Its parameters are those of a diagnostic. */
export function refuse(...diagnostic: Parameters<typeof fileDiagnostic>): ParsedFile {
  return { diagnostics: [fileDiagnostic(...diagnostic)] };
}

export type Excess = 'depth' | 'values' | 'tokens';

/** Words, signs, spaces, comments and line ends of YAML are tokens. A file of a megabyte has 200,000 of them. */
export const maxTokens = 2_000_000;

const fewer = 'fewer values, or several descriptors; in YAML, each use of an alias counts';

const excesses: Readonly<Record<Excess, readonly [found: string, accepted: string]>> = {
  depth: ['deeper nesting', `at most ${maxJsonDepth} levels`],
  values: [`more than ${maxValues} values`, fewer],
  tokens: [`more than ${maxTokens} tokens of YAML`, fewer],
};

export function refuseExcess(file: string, excess: Excess, at?: TextPosition): ParsedFile {
  return refuse(file, 'E-TOO-LARGE', ...excesses[excess], at);
}

/** The limit that a value exceeds with all of its parts. */
export function excessOf(value: unknown): Excess | undefined {
  let count = 0;
  const visit = (part: unknown, level: number): Excess | undefined => {
    if (++count > maxValues) return 'values';
    if (typeof part !== 'object' || part === null) return undefined;
    if (level === maxJsonDepth) return 'depth';
    for (const child of Object.values(part)) {
      const excess = visit(child, level + 1);
      if (excess) return excess;
    }
    return undefined;
  };
  return visit(value, 0);
}

export function positionsIn(text: string): (offset: number) => TextPosition {
  const lines = new LineCounter();
  lines.lineStarts = [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)];
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}

/** The members of an object, or the items of an array by their index. */
export type Children<Node> = readonly (readonly [step: string | number, child: Node | null | undefined])[];

/**
 * @param parse Lazy: only a diagnostic needs positions. The children of a node are indexed once, so that as many places can be
 *   found as an object has members.
 */
export function locatorIn<Node extends object>(
  text: string,
  parse: () => Node,
  offsetOf: (node: Node) => number,
  childrenOf: (node: Node) => Children<Node>,
): DescriptorFile['locate'] {
  const known = new WeakMap<Node, ReadonlyMap<string | number, Node | null | undefined>>();
  const childOf = (node: Node, step: string | number) => {
    // The first of a repeated name.
    const children = known.get(node) ?? new Map(childrenOf(node).toReversed());
    known.set(node, children);
    return children.get(step);
  };
  let parsed: { readonly root: Node; readonly positionOf: (offset: number) => TextPosition } | undefined;
  return (path) => {
    parsed ??= { root: parse(), positionOf: positionsIn(text) };
    let node: Node | null | undefined = parsed.root;
    let offset = offsetOf(node);
    for (const step of path) {
      node = childOf(node, step);
      if (!node) break;
      offset = offsetOf(node);
    }
    return parsed.positionOf(offset);
  };
}
