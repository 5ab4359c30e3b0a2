/** Which lines begin a record, if records have several. */

import type { MultilineFormat } from '../records/multiline-format.ts';
import { sourceOfTimes, type TimeForm, timeForms, timeLengthAt } from './layout/times.ts';

/** Shares of the lines that begin with a time, when the others continue a record. */
const least = 0.15;
const most = 0.97;
/** A time after a bracket or a level of one word begins a record as well. */
const prefixes = ['', '[', '<', '(', '"'];

/** Undefined if each line is a record. */
export function findMultiline(lines: readonly string[]): MultilineFormat | undefined {
  const [first = ''] = lines;
  for (const prefix of prefixes) {
    if (!first.startsWith(prefix)) continue;
    for (const form of timeForms) {
      if (form.kind === 'date' || timeLengthAt(form, first, prefix.length) === 0) continue;
      const isStart = (line: string) =>
        line.startsWith(prefix) && timeLengthAt(form, line, prefix.length) > 0;
      if (!continuesWell(lines, isStart)) return undefined;
      const times = lines.filter(isStart).map((line) => timeIn(form, line, prefix.length));
      return { begins: `^${prefix.replace(/[[(]/, '\\$&')}${sourceOfTimes(form, times)}` };
    }
  }
  return undefined;
}

/** Odd lines stand alone and look alike; lines that continue are indented, or several in a row. */
function continuesWell(lines: readonly string[], isStart: (line: string) => boolean): boolean {
  const starts = lines.map(isStart);
  const count = starts.filter(Boolean).length;
  if (count < 2 || count < lines.length * least || count > lines.length * most) return false;
  const others = lines.filter((_, index) => !starts[index]);
  const indented = others.filter((line) =>
    /^(?:\s|Caused by|Traceback|[\w.$]+(?:Exception|Error)\b|\}|\])/.test(line),
  ).length;
  const inRow = lines.filter((_, index) => !starts[index] && index > 0 && !starts[index - 1]).length;
  return indented >= others.length * 0.3 || inRow >= others.length * 0.4 || count < lines.length * 0.8;
}

function timeIn(form: TimeForm, line: string, at: number): string {
  return line.slice(at, at + timeLengthAt(form, line, at));
}
