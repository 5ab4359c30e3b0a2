/** How the rows of a `csv` source are written: its options, and what no schema can say about them. */

import { isObject } from '../../headwater/shared/json/is-object.ts';
import type { MultilineFormat } from './multiline-format.ts';

export interface CsvFormat {
  /** The names of the columns, in their order. A header must be equal to them, except with the header `w3c`. */
  readonly columns?: readonly string[];
  /** The character between values: a comma by default. */
  readonly separator?: string;
  /**
   * `true`, the default: the first row of each text names the columns. `false`: no row does. `first`: the first row may, and is
   * a record if it is not equal to `columns`. `w3c`: each `#Fields:` names the columns of the rows behind it.
   */
  readonly header?: boolean | string;
  /** The character around values: `"` by default. */
  readonly quote?: string;
  /** Removes spaces and tabs around values without quotes. */
  readonly trim?: boolean;
}

/** What is needed to read records of a source. */
export interface RecordFormat {
  readonly format: 'json' | 'ndjson' | 'csv' | 'text';
  readonly csv?: CsvFormat | undefined;
  readonly multiline?: MultilineFormat | undefined;
}

export interface FormatIssue {
  /** In a source, such as `/csv/columns`. */
  readonly pointer: string;
  readonly code: string;
  /** A predicate. */
  readonly message: string;
}

export const maxColumns = 1000;

interface Rule {
  readonly accepts: (value: unknown) => boolean;
  readonly message: string;
}

const oneCharacter: Rule = {
  accepts: (value) => typeof value === 'string' && /^[^\r\n]$/.test(value),
  message: 'must be one character, which is not an end of line, of U+0000 to U+FFFF',
};

const rules: { readonly [Name in keyof Required<CsvFormat>]: Rule } = {
  columns: {
    accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
    message: `must be a list of 1 to ${maxColumns} names`,
  },
  separator: oneCharacter,
  header: {
    accepts: (value) => value === 'first' || value === 'w3c' || typeof value === 'boolean',
    message: 'must be true, false, "first" or "w3c"',
  },
  quote: oneCharacter,
  trim: { accepts: (value) => typeof value === 'boolean', message: 'must be true or false' },
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Lists what is wrong with the options of a source, whose members may have any values. */
export function csvIssues({
  format,
  csv,
}: {
  readonly format: string;
  readonly csv?: unknown;
}): FormatIssue[] {
  if (csv === undefined) return [];
  if (format !== 'csv') {
    const message = `must be absent, since the format of the source is ${format}`;
    return [{ pointer: '/csv', code: 'not_allowed', message }];
  }
  if (!isObject(csv)) return [{ pointer: '/csv', code: 'type', message: 'must be an object' }];
  const unknown = Object.keys(csv).filter((name) => !Object.hasOwn(rules, name));
  const wrong = Object.entries(rules).filter(
    ([name, { accepts }]) => csv[name] !== undefined && !accepts(csv[name]),
  );
  const names = Object.keys(rules).join(', ');
  const issues = [
    ...unknown.map((name) => ({ name, code: 'unknown_member', message: `is unknown; expected ${names}` })),
    ...wrong.map(([name, { message }]) => ({ name, code: 'not_allowed', message })),
  ].map(({ name, ...issue }) => ({ pointer: `/csv/${name}`, ...issue }));
  // Each member has been checked.
  return issues.length > 0 ? issues : contradictions(csv as CsvFormat);
}

function contradictions({ columns, separator, header = true, quote = '"' }: CsvFormat): FormatIssue[] {
  const flaw = columns && flawOfNames(columns);
  const rows: readonly [isWrong: boolean, pointer: string, code: string, message: string][] = [
    [flaw !== undefined, '/csv/columns', 'not_allowed', flaw ?? ''],
    [
      !columns && header !== true && header !== 'w3c',
      '/csv/columns',
      'required',
      `must name the columns, since header is ${header}`,
    ],
    [
      separator === undefined && header === 'w3c',
      '/csv/separator',
      'required',
      'must be a space or another character between values, since header is w3c',
    ],
    [(separator ?? ',') === quote, '/csv/quote', 'not_allowed', 'must not be the separator'],
  ];
  return rows.flatMap(([isWrong, pointer, code, message]) => (isWrong ? [{ pointer, code, message }] : []));
}

/** Says why texts cannot name columns, as a predicate of their row or list. */
export function flawOfNames(names: readonly string[]): string | undefined {
  if (names.length > maxColumns) return `names more than ${maxColumns} columns`;
  const known = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name.trim() === '') return `has no name for column ${index + 1}`;
    if (name === '__proto__') return 'has a column called "__proto__"';
    if (known.has(name)) return `names two columns ${JSON.stringify(name)}`;
    known.add(name);
  }
  return undefined;
}
