/** Reads the layout of lines: columns up to the message, which is never split. */

import { bracketStep, optionalBracket, optionalKey } from './brackets.ts';
import { readSeparated } from './cells.ts';
import {
  advance,
  agreement,
  type Column,
  type Layout,
  type LayoutNode,
  type LineCursor,
  type LineStep,
  type ReadOptions,
  valuesByLine,
  withKeys,
} from './layout.ts';
import { findSeparator } from './separator.ts';
import { blanks, sharedText, time, typed } from './steps.ts';
import { label, signed, word } from './words.ts';

/** As many columns as a layout has at most, and words in a row that may be columns. */
const maxNodes = 120;
const maxWords = 3;
/** The share of the lines that must have all columns. */
const least = 0.8;
/** The part of a line that is read, in characters: what follows is part of the message. */
export const maxRead = 2_000;

interface Place extends ReadOptions {
  /** The literal text before the place. */
  readonly before: string;
  /** The words before it that may be part of the message. */
  readonly words: number;
}

/** Between a header and a message. */
const sign = /^\s*(?:[:>]|--?|=>|->)\s+$/;

function textBefore(nodes: readonly LayoutNode[]): string {
  let text = '';
  for (const node of nodes.toReversed()) {
    if (node.kind === 'literal') text = node.text + text;
    else if (node.kind === 'blanks') text = ` ${text}`;
    else return text;
  }
  return text;
}

/** @param texts A line may be empty. */
export function readLayout(texts: readonly string[]): Layout {
  return readWith(texts, { isOpen: true, depth: 0, read: readWith });
}

function readWith(texts: readonly string[], options: ReadOptions): Layout {
  const active = [...texts.keys()].filter((index) => texts[index] !== '');
  const cursor = { texts, active, at: texts.map(() => 0) };
  const separator = options.depth < 2 ? findSeparator(texts, active) : undefined;
  return (separator && readSeparated(cursor, separator, options)) ?? readSteps(cursor, options);
}

/** Reads step by step, and goes back to the last strong one where the message begins. */
function readSteps(start: LineCursor, options: ReadOptions): Layout {
  let cursor = start;
  const nodes: LayoutNode[] = [];
  let strong = { length: 0, cursor };
  let words = 0;
  while (nodes.length < maxNodes) {
    const ended = endedLines(cursor);
    if (ended.length >= cursor.active.length * agreement)
      return { nodes: withKeys(nodes), matched: ended, isComplete: true };
    const step =
      words > maxWords ? undefined : namedStep(nodes, nextStep(cursor, placeAfter(nodes, words, options)));
    if (!step || step.next.size < start.active.length * least || (options.isOpen && isProse(step))) break;
    cursor = advance(cursor, step);
    nodes.push(...step.nodes);
    words += step.nodes.some(({ kind }) => kind === 'column') ? 1 : 0;
    if (!step.isStrong) continue;
    strong = { length: nodes.length, cursor };
    words = 0;
  }
  return endWithMessage(nodes, strong, options);
}

function placeAfter(nodes: readonly LayoutNode[], words: number, options: ReadOptions): Place {
  return { ...options, before: textBefore(nodes), words };
}

function endedLines({ texts, at, active }: LineCursor): readonly number[] {
  return active.filter((index) => (texts[index] ?? '').slice(at[index]).trim() === '');
}

/** A word that never changes and is not a key: the message has begun. */
function isProse({ nodes, isStrong }: LineStep): boolean {
  const [only] = nodes;
  return !isStrong && only?.kind === 'literal' && /^[a-z]+$/.test(only.text);
}

/** What follows a key is its value. */
function namedStep(before: readonly LayoutNode[], step: LineStep | undefined): LineStep | undefined {
  const last = before.at(-1);
  const isNamed = last?.kind === 'literal' && /[A-Za-z_][\w.-]*[=:]$/.test(last.text);
  return step && isNamed ? { ...step, isStrong: true } : step;
}

function endWithMessage(
  nodes: readonly LayoutNode[],
  strong: { readonly length: number; readonly cursor: LineCursor },
  { isOpen }: ReadOptions,
): Layout {
  if (!isOpen) return { nodes: [], matched: [], isComplete: false };
  // Signs after the last column are not part of the message.
  let { length } = strong;
  let { cursor } = strong;
  for (; nodes[length]?.kind === 'literal' || nodes[length]?.kind === 'blanks'; length++) {
    const step = blanks(cursor) ?? sharedText(cursor);
    if (!step || step.isStrong) break;
    cursor = advance(cursor, step);
  }
  const rest = new Map(
    cursor.active.map((index) => [index, (cursor.texts[index] ?? '').slice(cursor.at[index])]),
  );
  const message: Column = {
    kind: 'column',
    shape: 'message',
    source: '[\\s\\S]*',
    values: valuesByLine(cursor, rest),
  };
  return { nodes: withKeys([...nodes.slice(0, length), message]), matched: cursor.active, isComplete: false };
}

/** After a sign only what is certain belongs to the header. */
function nextStep(cursor: LineCursor, place: Place): LineStep | undefined {
  const certain = blanks(cursor) ?? label(cursor) ?? time(cursor) ?? bracketStep(cursor, place);
  if (certain) return certain;
  const isMessage = place.isOpen && sign.test(place.before);
  const found = typed(cursor);
  if (found && !(isMessage && !isLevel(found))) return found;
  const text = sharedText(cursor);
  if (text && !(isMessage && startsWithWord(text))) return text;
  if (isMessage) return undefined;
  const optional = place.words === 0 ? (optionalBracket(cursor, place) ?? optionalKey(cursor)) : undefined;
  return optional ?? signed(cursor) ?? word(cursor);
}

/** Whether the line begins with a word and a colon, as a sentence does: only `=` makes a key of it. */
function startsWithWord({ nodes: [first] }: LineStep): boolean {
  return first?.kind === 'literal' && /^\w.*:/.test(first.text);
}

function isLevel({ nodes }: LineStep): boolean {
  return nodes.some((node) => node.kind === 'column' && (node.shape === 'level' || node.shape === 'letter'));
}
