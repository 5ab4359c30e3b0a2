/** The steps that read what comes next in most lines: blanks, a time, a bracket, a shared text, a value of a shape. */

import { agreement, type LayoutNode, type LineCursor, type LineStep, valuesByLine } from './layout.ts';
import { agrees, nextOf, readAll, type StepReader } from './line-readers.ts';
import { matchAt, shapes, tokenEnd, type ValueShape } from './shapes.ts';
import { sourceOfTimes, type TimeForm, timeForms, timeLengthAt } from './times.ts';

export const blanks: StepReader = (cursor) => {
  const found = readAll(cursor, (text, at) => matchAt('[ \\t]+', text, at));
  if (!found) return undefined;
  const kinds = new Set(found.values());
  const [only = ''] = kinds;
  const node: LayoutNode =
    kinds.size === 1 && only.length === 1
      ? { kind: 'literal', text: only }
      : { kind: 'blanks', isOptional: false };
  return { nodes: [node], next: nextOf(cursor, found), isStrong: false };
};

export const time: StepReader = (cursor) => {
  const form = findForm(cursor);
  if (!form) return undefined;
  const found = readAll(cursor, (text, at) => timeAt(form, text, at));
  if (!found) return undefined;
  const column = {
    kind: 'column',
    shape: 'time',
    form,
    source: sourceOfTimes(form, [...found.values()]),
    values: valuesByLine(cursor, found),
  } as const;
  return { nodes: [column], next: nextOf(cursor, found), isStrong: true };
};

function timeAt(form: TimeForm, text: string, at: number): string | undefined {
  const length = timeLengthAt(form, text, at);
  return length > 0 ? text.slice(at, at + length) : undefined;
}

/** Most lines begin like one of the first. */
export function findForm(cursor: LineCursor): TimeForm | undefined {
  const starts = cursor.active
    .slice(0, 4)
    .map((index) => (cursor.texts[index] ?? '').slice(cursor.at[index]));
  if (!starts.some((start) => /^[\dA-Z]/.test(start))) return undefined;
  return timeForms.find(
    (form) =>
      starts.some((start) => timeLengthAt(form, start, 0) > 0) &&
      readAll(cursor, (text, at) => timeAt(form, text, at)),
  );
}

const closers: Readonly<Record<string, string>> = {
  '[': ']',
  '(': ')',
  '<': '>',
  '{': '}',
  '"': '"',
  "'": "'",
};

interface Bracketed {
  readonly open: string;
  readonly close: string;
  /** The texts within, by line. */
  readonly inner: ReadonlyMap<number, string>;
}

/** @param share Of the lines that must have it. */
export function bracketed(cursor: LineCursor, share = agreement): Bracketed | undefined {
  for (const [open, close] of Object.entries(closers)) {
    const inner = readAll(cursor, (text, at) => withinAt(text, at, open, close), share);
    if (inner) return { open, close, inner };
  }
  return undefined;
}

function withinAt(text: string, at: number, open: string, close: string): string | undefined {
  if (text[at] !== open) return undefined;
  if (open === close) return matchAt(`(?:[^${open}\\\\]|\\\\.)*(?=${close})`, text, at + 1);
  let depth = 1;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === open) depth++;
    else if (text[end] === close && --depth === 0) return text.slice(at + 1, end);
  }
  return undefined;
}

/** Text that most lines share: punctuation, or a word with its sign, such as `pid=`. */
export const sharedText: StepReader = (cursor) => {
  const text = commonStart(cursor);
  const found =
    /^[A-Za-z_][\w.-]{0,40} ?[=:] ?(?=\S|$)/.exec(text)?.[0] ??
    /^(?:[^\w\s"'[({</-]|-(?= |$|>|-)|\/(?= )|[[({<"'](?![\w/-]))+/.exec(text)?.[0];
  if (!found) return undefined;
  return startStep(cursor, found, /[=:] ?$/.test(found) && /^\w/.test(found));
};

export function startStep(cursor: LineCursor, text: string, isStrong: boolean): LineStep {
  const next = new Map<number, number>();
  for (const index of cursor.active)
    if (cursor.texts[index]?.startsWith(text, cursor.at[index]))
      next.set(index, (cursor.at[index] ?? 0) + text.length);
  return { nodes: [{ kind: 'literal', text }], next, isStrong };
}

/** The longest text with which most lines go on, of at most 48 characters. */
function commonStart(cursor: LineCursor): string {
  let longest = '';
  for (const reference of cursor.active.slice(0, 3)) {
    const start = (cursor.texts[reference] ?? '').slice(
      cursor.at[reference],
      (cursor.at[reference] ?? 0) + 48,
    );
    let length = 0;
    let agreeing = cursor.active;
    while (length < start.length) {
      const still = agreeing.filter(
        (index) => cursor.texts[index]?.[(cursor.at[index] ?? 0) + length] === start[length],
      );
      if (!agrees(still.length, cursor)) break;
      agreeing = still;
      length++;
    }
    if (length > longest.length) longest = start.slice(0, length);
  }
  return longest;
}

/** Where a column is empty, it has a hyphen; then fewer lines have a value of the shape. */
const minPresent = 0.2;

export const typed: StepReader = (cursor) => {
  const shape = shapes.find((one) => hasShape(cursor, one));
  return shape && shapeStep(cursor, shape);
};

function shapeAt({ source }: ValueShape): (text: string, at: number) => string | undefined {
  const whole = `(?:(?:${source})|-)${tokenEnd}`;
  return (text, at) => matchAt(whole, text, at);
}

function hasShape(cursor: LineCursor, shape: ValueShape): boolean {
  const read = shapeAt(shape);
  // Most lines have it, so one of the first has it as well.
  const first = cursor.active.slice(0, 3);
  if (!first.some((index) => read(cursor.texts[index] ?? '', cursor.at[index] ?? 0) !== undefined))
    return false;
  const found = readAll(cursor, read);
  if (!found) return false;
  const present = [...found.values()].filter((value) => value !== '-');
  return present.length >= found.size * minPresent && isPlausible(shape.name, present);
}

/** Some shapes are those of words as well. */
function isPlausible(name: string, values: readonly string[]): boolean {
  if (name === 'hex')
    return values.some((value) => /\d/.test(value)) && values.some((value) => /[A-Fa-fx]/.test(value));
  if (name === 'size' || name === 'duration') return values.some((value) => /[A-Za-zµ]$/.test(value));
  return true;
}

function shapeStep(cursor: LineCursor, shape: ValueShape): LineStep | undefined {
  const found = readAll(cursor, shapeAt(shape));
  if (!found) return undefined;
  const unit = shape.name === 'duration' || shape.name === 'size' ? unitOf([...found.values()]) : undefined;
  const cut = (value: string) => (unit ? value.slice(0, -unit.length) : value);
  const values = valuesByLine(cursor, new Map(Array.from(found, ([index, value]) => [index, cut(value)])));
  const isWhole = values.every((value) => value === undefined || value === '' || !value.includes('.'));
  const { name, source, pattern, grok, type } = unit ? numberShape(shape.name, isWhole) : shape;
  const column = {
    kind: 'column',
    shape: name,
    source: pattern ?? source,
    grok,
    type,
    values,
    unit,
  } as const;
  const nodes: LayoutNode[] = unit ? [column, { kind: 'literal', text: unit }] : [column];
  return { nodes, next: nextOf(cursor, found), isStrong: true };
}

function numberShape(name: string, isWhole: boolean): ValueShape {
  return isWhole
    ? { name, source: '\\d+', grok: 'INT', type: 'long' }
    : { name, source: '\\d+(?:\\.\\d+)?', grok: 'NUMBER', type: 'double' };
}

/** The unit that all values have. */
function unitOf(values: readonly string[]): string | undefined {
  const units = new Set(values.map((value) => /[A-Za-zµ]+$/.exec(value)?.[0]));
  const [only] = units;
  return units.size === 1 ? only : undefined;
}
