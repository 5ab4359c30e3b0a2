/** The steps that read a word where no shape fits: with the sign after it, in most lines, or a label. */

import { type LayoutNode, type LineCursor, type LineStep, valuesByLine } from './layout.ts';
import { agrees, nextOf, readAll, type StepReader } from './line-readers.ts';
import { matchAt } from './shapes.ts';
import { startStep } from './steps.ts';

/** A word that ends with a sign in most lines: `sshd:`, `sshd[12]:`, `File.java:12`. */
export const signed: StepReader = (cursor) => {
  for (const [source, end] of [
    ['[^\\s\\[\\](:]+', '(?=\\[[^\\]\\s]*\\])'],
    ['[^\\s\\[\\](:]+', '(?=\\([^)\\s]*\\))'],
    ['[^\\s:]+', '(?=:(?:\\s|$))'],
    ['\\S+?', '(?=:(?:\\s|$))'],
    ['[^\\s:]+', '(?=:\\d+(?:[\\s\\])},;]|$))'],
    ['[^\\s,;|]+', '(?=[,;|])'],
  ] as const) {
    const found = readAll(cursor, (text, at) => matchAt(`${source}${end}`, text, at));
    if (!found) continue;
    return withOptionalBracket(cursor, found) ?? wordStep(cursor, found, source, true);
  }
  return undefined;
};

/** Only some of `cron[12]:` and `kernel:` have the bracket. */
function withOptionalBracket(cursor: LineCursor, found: ReadonlyMap<number, string>): LineStep | undefined {
  const some = [...found.values()].filter((value) => /^[^\s[]+\[[^\]]*\]$/.test(value));
  if (some.length < found.size * 0.1) return undefined;
  const part = (pattern: RegExp) =>
    valuesByLine(
      cursor,
      new Map(
        Array.from(found).flatMap(([index, value]) => {
          const inner = pattern.exec(value)?.[1];
          return inner === undefined ? [] : [[index, inner] as const];
        }),
      ),
    );
  const inner = part(/\[([^\]]*)\]$/);
  const isNumber = inner.every((value) => value === undefined || /^\d+$/.test(value));
  const nodes: LayoutNode[] = [
    { kind: 'column', shape: 'word', source: '[^\\s\\[:]+', values: part(/^([^[]+)/) },
    {
      kind: 'optional',
      nodes: [
        { kind: 'literal', text: '[' },
        {
          kind: 'column',
          shape: isNumber ? 'int' : 'text',
          source: isNumber ? '\\d+' : '[^\\]]*',
          grok: isNumber ? 'INT' : undefined,
          type: isNumber ? 'long' : undefined,
          values: inner,
          bracket: '[',
        },
        { kind: 'literal', text: ']' },
      ],
    },
  ];
  return { nodes, next: nextOf(cursor, found), isStrong: true };
}

function wordStep(
  cursor: LineCursor,
  found: ReadonlyMap<number, string>,
  source: string,
  isStrong: boolean,
): LineStep {
  const values = valuesByLine(cursor, found);
  return {
    nodes: [{ kind: 'column', shape: 'word', source, values }],
    next: nextOf(cursor, found),
    isStrong,
  };
}

export const word: StepReader = (cursor) => {
  const found = readAll(cursor, (text, at) => matchAt('\\S+', text, at));
  if (!found) return undefined;
  const texts = new Set(found.values());
  const [only = ''] = texts;
  // A word that never changes names what follows, as in "pid 12".
  const isFollowed = cursor.active.some(
    (index) => cursor.texts[index]?.[(cursor.at[index] ?? 0) + only.length] === ' ',
  );
  if (texts.size === 1 && found.size > 9 && isFollowed && /^[a-z]{2,12}$/.test(only))
    return startStep(cursor, only, false);
  return wordStep(cursor, found, '\\S+', isPadded(cursor, found));
};

/** Blanks fill a column up to its width. */
function isPadded(cursor: LineCursor, found: ReadonlyMap<number, string>): boolean {
  const padded = Array.from(found).filter(([index, value]) => {
    const at = (cursor.at[index] ?? 0) + value.length;
    return / {2}/.test((cursor.texts[index] ?? '').slice(at, at + 2));
  });
  return agrees(padded.length, cursor);
}

/** The first word of a line that says nothing in most lines, such as a label that only errors have. */
export const label: StepReader = (cursor) => {
  if (cursor.at.some((at) => at > 0)) return undefined;
  const found = readAll(cursor, (text, at) => matchAt('[\\w-]+(?= )', text, at));
  const dashes = found && [...found.values()].filter((value) => value === '-').length;
  return found && dashes && dashes > found.size / 2 ? wordStep(cursor, found, '\\S+', true) : undefined;
};
