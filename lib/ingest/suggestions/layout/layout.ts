/** What the lines of a log have in common: literal text, and columns whose values differ. */

import type { TimeForm } from './times.ts';

export interface Column {
  readonly kind: 'column';
  /** The name of a shape, or `time`, `word`, `text` and `message`. */
  readonly shape: string;
  /** Present for `time`. */
  readonly form?: TimeForm;
  /** A regular expression without groups that count. */
  readonly source: string;
  readonly grok?: string | undefined;
  readonly type?: 'long' | 'double' | undefined;
  /** By the positions of the records; undefined where the column is absent. */
  readonly values: readonly (string | undefined)[];
  /** The word before the value, such as `pid` of `pid=12`. */
  readonly key?: string | undefined;
  /** The bracket or quote around the value. */
  readonly bracket?: string | undefined;
  /** After the value and part of its meaning, such as `ms`. */
  readonly unit?: string | undefined;
}

export type LayoutNode =
  | Column
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'blanks'; readonly isOptional: boolean }
  | { readonly kind: 'optional'; readonly nodes: readonly LayoutNode[] };

export interface Layout {
  readonly nodes: readonly LayoutNode[];
  /** The positions of the records that have it. */
  readonly matched: readonly number[];
  /** Nothing of a line is left after the nodes. */
  readonly isComplete: boolean;
}

export const optionalBlanks: LayoutNode = { kind: 'blanks', isOptional: true };

export function layoutColumns(nodes: readonly LayoutNode[]): readonly Column[] {
  return nodes.flatMap((node) =>
    node.kind === 'column' ? [node] : node.kind === 'optional' ? layoutColumns(node.nodes) : [],
  );
}

/** A rule holds if this share of the lines agrees. */
export const agreement = 0.9;

/** The lines in hand, each read up to a place. */
export interface LineCursor {
  readonly texts: readonly string[];
  /** The positions of the lines that still agree. */
  readonly active: readonly number[];
  /** By the positions of all lines. */
  readonly at: readonly number[];
}

/** What a step has read. */
export interface LineStep {
  readonly nodes: readonly LayoutNode[];
  /** Where each line goes on; undefined for a line that does not agree. */
  readonly next: ReadonlyMap<number, number>;
  /** Columns before a strong step belong to the header. */
  readonly isStrong: boolean;
}

export function advance(cursor: LineCursor, { next }: LineStep): LineCursor {
  const at = [...cursor.at];
  for (const [index, place] of next) at[index] = place;
  return { texts: cursor.texts, active: cursor.active.filter((index) => next.has(index)), at };
}

/** The values of a step in the order of all lines. */
export function valuesByLine(cursor: LineCursor, found: ReadonlyMap<number, string>): (string | undefined)[] {
  return cursor.texts.map((_, index) => found.get(index));
}

export interface ReadOptions {
  /** What follows the last strong column is a message. */
  readonly isOpen: boolean;
  /** The depth of cells and brackets within each other. */
  readonly depth: number;
  /** Reads the texts within cells and brackets. */
  readonly read: (texts: readonly string[], options: ReadOptions) => Layout;
}

/** A literal that ends as a key names the column after it. */
export function withKeys(nodes: readonly LayoutNode[]): readonly LayoutNode[] {
  let before = '';
  return nodes.map((node) => {
    if (node.kind === 'literal') before += node.text;
    else if (node.kind === 'blanks') before += ' ';
    else if (node.kind === 'optional') return { ...node, nodes: withKeys(node.nodes) };
    else {
      const key = /([A-Za-z_][\w.-]*) ?[=: ] ?["'[(]?$/.exec(before)?.[1];
      before = '';
      return key && !node.key ? { ...node, key } : node;
    }
    return node;
  });
}
