/** Brackets, quotes and keys: in every line, or in some. */

import {
  advance,
  agreement,
  type Column,
  type LayoutNode,
  type LineCursor,
  type LineStep,
  layoutColumns,
  optionalBlanks,
  type ReadOptions,
  valuesByLine,
} from './layout.ts';
import { bracketed, sharedText, time, typed } from './steps.ts';
import { signed } from './words.ts';

export function bracketStep(cursor: LineCursor, options: ReadOptions): LineStep | undefined {
  const found = bracketed(cursor);
  if (!found) return undefined;
  const { open, close, inner } = found;
  const nodes = readInner(
    cursor.texts.map((_, index) => inner.get(index)),
    open,
    close,
    options,
  );
  return {
    nodes: [{ kind: 'literal', text: open }, ...nodes, { kind: 'literal', text: close }],
    next: new Map(Array.from(inner, ([index, text]) => [index, (cursor.at[index] ?? 0) + text.length + 2])),
    isStrong: true,
  };
}

/** Blanks fill a value up to its width, as in `[INFO ]`; within quotes they belong to it. */
function readInner(
  texts: readonly (string | undefined)[],
  open: string,
  close: string,
  options: ReadOptions,
): readonly LayoutNode[] {
  if (open === close) return readTrimmed(texts, { open, close, isPadded: false }, options);
  const trimmed = texts.map((text) => text?.trim());
  const isPadded = texts.some((text, index) => text?.trimStart() !== trimmed[index]);
  const isIndented = texts.some((text, index) => text?.trimEnd() !== trimmed[index]);
  return [
    ...(isIndented ? [optionalBlanks] : []),
    ...readTrimmed(trimmed, { open, close, isPadded }, options),
    ...(isPadded ? [optionalBlanks] : []),
  ];
}

interface Bracket {
  readonly open: string;
  readonly close: string;
  /** Blanks may follow the value. */
  readonly isPadded: boolean;
}

/** One column, or several where most are of a shape. */
function readTrimmed(
  texts: readonly (string | undefined)[],
  bracket: Bracket,
  { depth, read }: ReadOptions,
): readonly LayoutNode[] {
  const { open, close } = bracket;
  const filled = texts.map((text) => text ?? '');
  const isQuoted = open === close;
  const origin = isQuoted ? undefined : splitOrigin(texts, open);
  if (origin) return origin;
  const layout = depth < 3 && !isQuoted ? read(filled, { isOpen: false, depth: depth + 1, read }) : undefined;
  const present = filled.filter((text) => text !== '').length;
  if (layout?.isComplete && layout.matched.length >= present * agreement && present >= filled.length * 0.3) {
    const columns = layoutColumns(layout.nodes);
    if (columns.length === 1 || columns.every(({ key }) => key !== undefined))
      return layout.nodes.map((node) =>
        node.kind === 'column' ? { ...node, values: within(node, texts), bracket: open } : node,
      );
  }
  return [
    { kind: 'column', shape: 'text', source: sourceWithin(texts, bracket), values: texts, bracket: open },
  ];
}

/** All up to the end of the bracket or quote. */
function sourceWithin(texts: readonly (string | undefined)[], { open, close, isPadded }: Bracket): string {
  if (open === close) return `(?:[^${open}\\\\]|\\\\.)*`;
  const shut = close === ']' ? '\\]' : close;
  const isNested = texts.some((text) => text?.includes(open));
  const plain = isNested
    ? `(?:[^${open === '[' ? '\\[' : open}${shut}]|\\${open}[^${shut}]*\\${close})*`
    : `[^${shut}]*`;
  return isPadded ? `${plain}?` : plain;
}

/** The place in a program at the end: `main:Service@120`, `Cart.java:17`. */
function splitOrigin(
  texts: readonly (string | undefined)[],
  bracket: string,
): readonly LayoutNode[] | undefined {
  const present = texts.filter((text) => text !== undefined);
  for (const sign of ['@', ':']) {
    const pattern = new RegExp(`^(?:(.*):)?([^:\\s]*[A-Za-z_$][^:\\s]*)${sign}(\\d+)$`);
    const matches = texts.map((text) => (text === undefined ? undefined : pattern.exec(text)));
    const found = matches.filter((match) => match);
    if (found.length < present.length * 0.98) continue;
    const isThreefold = found.every((match) => match?.[1] !== undefined);
    if (!isThreefold && found.some((match) => match?.[1] !== undefined)) continue;
    const column = (
      group: number,
      options: Pick<Column, 'shape' | 'source' | 'grok' | 'type' | 'key'>,
    ): Column => ({
      kind: 'column',
      values: matches.map((match) => match?.[group]),
      bracket,
      ...options,
    });
    return [
      ...(isThreefold
        ? [column(1, { shape: 'text', source: '.*' }), { kind: 'literal', text: ':' } as const]
        : []),
      column(2, { shape: 'word', source: `[^:\\s]+`, key: 'component' }),
      { kind: 'literal', text: sign },
      column(3, { shape: 'int', source: '\\d+', grok: 'INT', type: 'long', key: 'line' }),
    ];
  }
  return undefined;
}

function within(column: Column, texts: readonly (string | undefined)[]): Column['values'] {
  return column.values.map((value, index) => (texts[index] === undefined ? undefined : value));
}

/** In some lines only: what follows must be a strong column in most lines, or the bracket is often there. */
export function optionalBracket(cursor: LineCursor, options: ReadOptions): LineStep | undefined {
  const found = bracketed(cursor, 0.1);
  if (!found || found.inner.size > cursor.active.length * agreement) return undefined;
  const { open, close, inner } = found;
  if (open === '"' || open === "'") return undefined;
  const nodes = readInner(
    cursor.texts.map((_, index) => inner.get(index)),
    open,
    close,
    options,
  );
  const read = new Map(Array.from(inner, ([index, text]) => [index, text.length + 2]));
  return optionalStep(
    cursor,
    [{ kind: 'literal', text: open }, ...nodes, { kind: 'literal', text: close }],
    read,
  );
}

const keyStart = /^([A-Za-z_][\w.-]{0,30}=)("[^"]*"|\S+)/;

export function optionalKey(cursor: LineCursor): LineStep | undefined {
  const matches = new Map<number, RegExpExecArray>();
  for (const index of cursor.active) {
    const match = keyStart.exec(
      (cursor.texts[index] ?? '').slice(cursor.at[index], (cursor.at[index] ?? 0) + 200),
    );
    if (match) matches.set(index, match);
  }
  const byKey = Map.groupBy(matches, ([, match]) => match[1] ?? '');
  const [most] = [...byKey].toSorted(([, a], [, b]) => b.length - a.length);
  if (!most || most[1].length < cursor.active.length * 0.1) return undefined;
  const [key, lines] = most;
  const values = valuesByLine(cursor, new Map(lines.map(([index, match]) => [index, match[2] ?? ''])));
  const inner = {
    texts: values.map((value) => value ?? ''),
    active: lines.map(([index]) => index),
    at: values.map(() => 0),
  };
  const shape = typed(inner)?.nodes ?? [
    { kind: 'column', shape: 'word', source: '(?:"[^"]*"|\\S+)', values } as const,
  ];
  const read = new Map(lines.map(([index, match]) => [index, match[0].length]));
  return optionalStep(cursor, [{ kind: 'literal', text: key }, ...shape], read);
}

function optionalStep(
  cursor: LineCursor,
  nodes: readonly LayoutNode[],
  read: ReadonlyMap<number, number>,
): LineStep | undefined {
  const next = new Map<number, number>();
  for (const index of cursor.active) {
    const at = (cursor.at[index] ?? 0) + (read.get(index) ?? 0);
    const gap = read.has(index)
      ? (/^[ \t]*/.exec((cursor.texts[index] ?? '').slice(at, at + 20))?.[0].length ?? 0)
      : 0;
    next.set(index, at + gap);
  }
  const after = advance(cursor, { nodes: [], next, isStrong: false });
  const isFollowed = [time, bracketed, typed, sharedText, signed].some((step) => step(after));
  const isSure =
    layoutColumns(nodes).some(({ shape }) => shape !== 'text' && shape !== 'word') ||
    /=$/.test(firstText(nodes));
  if (!isFollowed && !(isSure && read.size >= cursor.active.length * 0.25)) return undefined;
  return {
    nodes: [{ kind: 'optional', nodes: [...nodes, { kind: 'blanks', isOptional: true }] }],
    next,
    isStrong: isSure && read.size >= cursor.active.length * 0.25,
  };
}

function firstText(nodes: readonly LayoutNode[]): string {
  const [first] = nodes;
  return first?.kind === 'literal' ? first.text : '';
}
