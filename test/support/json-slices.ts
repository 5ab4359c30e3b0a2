/** Parts of JSON texts, unchanged: a tree of positions, so it reads no numbers. */

import { findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser';

/** @returns the text of each value at a path; `*` matches all items of a list. @throws Error if a path leads nowhere. */
export function slicesAt(text: string, path: JSONPath): string[] {
  const root = parseTree(text);
  let nodes = root ? [root] : [];
  for (const step of path)
    nodes = nodes.flatMap((node) => {
      if (step === '*') return node.children ?? [];
      const found = findNodeAtLocation(node, [step]);
      if (!found) throw new Error(`${text.slice(0, 500)} has nothing at ${path.join('.')}.`);
      return [found];
    });
  return nodes.map(({ offset, length }) => text.slice(offset, offset + length));
}
