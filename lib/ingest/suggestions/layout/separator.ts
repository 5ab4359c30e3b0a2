/** The text between the cells of lines, such as a tab or a bar. */

import { agreement } from './layout.ts';
import { timeForms } from './times.ts';

export interface Separator {
  readonly text: string;
  /** Matches it with the blanks around it. */
  readonly source: RegExp;
  /** How many of them a line has, at least. */
  readonly count: number;
  readonly isExact: boolean;
}

/** `mayBeText`: it also stands in messages. */
const separators = [
  { text: '\t', mayBeText: false },
  { text: '|', mayBeText: false },
  { text: ';', mayBeText: false },
  { text: '~', mayBeText: false },
  { text: '^', mayBeText: false },
  { text: ' :: ', mayBeText: false },
  { text: ' - ', mayBeText: false },
  { text: ' -- ', mayBeText: false },
  { text: ' > ', mayBeText: false },
  { text: ' / ', mayBeText: false },
  { text: ',', mayBeText: true },
] as const;

const times = new RegExp(
  timeForms
    .filter(({ kind }) => kind === 'time')
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** In characters: what follows is a message. */
const maxMasked = 600;

/** Times, quoted texts and brackets are whole, so that the signs within them do not count. The length stays. */
export function maskLine(text: string): string {
  const head = text
    .slice(0, maxMasked)
    .replace(times, (found) => 'T'.repeat(found.length))
    .replace(/"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\([^)]*\)/g, (found) => 'Q'.repeat(found.length));
  return head + text.slice(maxMasked);
}

export function findSeparator(texts: readonly string[], active: readonly number[]): Separator | undefined {
  if (active.length === 0) return undefined;
  const masked = active.map((index) => maskLine(texts[index] ?? ''));
  for (const { text, mayBeText } of separators) {
    const counts = masked.map((line) => line.split(text).length - 1);
    const sorted = counts.toSorted((a, b) => a - b);
    const least = sorted[Math.ceil(sorted.length * (1 - agreement)) - 1 + (sorted.length < 10 ? 0 : 1)] ?? 0;
    if (least < 2) continue;
    const isExact = counts.filter((count) => count === least).length >= counts.length * agreement;
    if (!isExact && mayBeText) continue;
    return { text, source: sourceOf(text), count: least, isExact };
  }
  return undefined;
}

function sourceOf(text: string): RegExp {
  const plain = text.replace(/[|^]/g, '\\$&');
  return text.startsWith(' ') ? new RegExp(plain, 'g') : new RegExp(` *${plain} *`, 'g');
}
