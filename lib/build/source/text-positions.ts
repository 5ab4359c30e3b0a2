import type { TextPosition } from '../../shared/json/inspect-json.ts';
import type { JsonPath } from './descriptor-file.ts';

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

/** Reads the nodes of a parser. */
export interface NodeReader<Node extends object> {
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
