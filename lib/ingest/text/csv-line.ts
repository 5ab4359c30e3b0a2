/** Splits one line of CSV, as strictly as Elasticsearch. */

import { trimText } from './trim-text.ts';

export interface CsvOptions {
  readonly separator: string;
  readonly quote: string;
  /** White space around values is removed. */
  readonly trims: boolean;
  /** Further columns are ignored, and not read. */
  readonly columns: number;
}

/** Why a line cannot be split, and where: in characters from 0. */
export interface CsvError {
  readonly message: string;
}

/**
 * The values of the line; fewer when it ends early. An empty line has none.
 *
 * @example splitCsvLine('1,"2,3"', { separator: ',', quote: '"', trims: false, columns: 9 }) // ['1', '2,3']
 */
export function splitCsvLine(line: string, options: CsvOptions): string[] | CsvError {
  const { quote, trims, columns } = options;
  const skipSpace = spaceSkipper(line, options.separator);
  const reading = { ...options, skipSpace };
  const values: string[] = [];
  let at = 0;
  while (at < line.length && values.length < columns) {
    const first = skipSpace(at);
    const read =
      line[first] === quote ? readQuotedValue(line, first, reading) : readPlainValue(line, at, reading);
    if ('message' in read) return read;
    if (read.value !== undefined)
      values.push(trims && !read.isQuoted ? trimText(read.value, isSpace) : read.value);
    at = read.next;
  }
  return values;
}

interface ReadValue {
  /** Undefined for white space at the end of the line. */
  readonly value: string | undefined;
  readonly isQuoted: boolean;
  /** After the separator. */
  readonly next: number;
}

interface LineOptions extends CsvOptions {
  readonly skipSpace: (at: number) => number;
}

function readQuotedValue(
  line: string,
  at: number,
  { quote, separator, skipSpace }: LineOptions,
): ReadValue | CsvError {
  const quoted = readQuoted(line, at + 1, quote);
  if (!quoted) return { message: 'a quote without its end' };
  const next = skipSpace(quoted.end);
  if (next < line.length && line[next] !== separator)
    return { message: `the character ${line[next]} at ${next}, after a quoted value` };
  return { value: quoted.value, isQuoted: true, next: next + 1 };
}

/** Quotes and ends of lines are refused, except as the first character. A blank value before a separator is empty. */
function readPlainValue(
  line: string,
  at: number,
  { quote, separator, skipSpace }: LineOptions,
): ReadValue | CsvError {
  const found = separator === quote ? -1 : line.indexOf(separator, at);
  const end = found === -1 ? line.length : found;
  const first = skipSpace(at);
  const illegal = findIllegal(line, first + 1, end, quote);
  if (illegal !== -1) return { message: `an illegal character at ${illegal}, in a value without quotes` };
  if (first < end) return { value: line.slice(at, end), isQuoted: false, next: end + 1 };
  return { value: found === -1 ? undefined : '', isQuoted: false, next: end + 1 };
}

/**
 * Finds the first position from another one that has neither a space nor a tab, or has the separator. A run of them is
 * walked once.
 */
function spaceSkipper(line: string, separator: string): (at: number) => number {
  let start = 0;
  let end = 0;
  return (at) => {
    if (at >= start && at < end) return end;
    start = at;
    end = at;
    while (isSpace(line.charCodeAt(end)) && line[end] !== separator) end++;
    return end;
  };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

function findIllegal(line: string, at: number, end: number, quote: string): number {
  for (let position = at; position < end; position++) {
    const character = line[position];
    if (character === quote || character === '\n' || character === '\r') return position;
  }
  return -1;
}

/** A doubled quote stands for one. */
function readQuoted(
  line: string,
  start: number,
  quote: string,
): { readonly value: string; readonly end: number } | undefined {
  let value = '';
  let from = start;
  for (;;) {
    const end = line.indexOf(quote, from);
    if (end === -1) return undefined;
    value += line.slice(from, end);
    if (line[end + 1] !== quote) return { value, end: end + 1 };
    value += quote;
    from = end + 2;
  }
}
