/**
 * Lines of PostgreSQL's log: what `log_line_prefix` writes, a severity and a message. Sections of its manual: "Error
 * Reporting and Logging", "What to Log".
 */

import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import { InvalidPattern } from '../base/definition.ts';

/** What an escape of the prefix stands for. */
export type PrefixPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly pattern: RegExp | undefined }
  /** Only sessions write what follows. */
  | { readonly kind: 'session' };

const digits = /\d{1,20}/y;
const seconds = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
const zone = '[A-Za-z0-9+:-]{1,10}';

/** By the letter of the escape; without a pattern, the value goes on to the text that follows in the prefix. */
const escapes: Readonly<Record<string, readonly [name: string, pattern?: RegExp]>> = {
  a: ['application_name'],
  u: ['user'],
  d: ['database'],
  r: ['client'],
  h: ['client'],
  L: ['local_addr'],
  b: ['backend_type'],
  p: ['pid', digits],
  P: ['leader_pid', digits],
  t: ['time', new RegExp(`${seconds} ${zone}`, 'y')],
  m: ['time', new RegExp(String.raw`${seconds}\.\d{1,6} ${zone}`, 'y')],
  n: ['time', /\d{1,12}\.\d{1,6}/y],
  i: ['command_tag'],
  e: ['sql_state_code', /[0-9A-Z]{5}/y],
  c: ['session_id', /[0-9a-f]{1,16}\.[0-9a-f]{1,8}/y],
  l: ['session_line_number', digits],
  s: ['session_start_time', new RegExp(`${seconds} ${zone}`, 'y')],
  v: ['virtual_transaction_id', /-?\d{1,10}\/-?\d{1,20}/y],
  x: ['transaction_id', digits],
  Q: ['query_id', /-?\d{1,20}/y],
};

/** @throws InvalidPattern @example parsePrefix('%m [%p] ').length // 4 */
export function parsePrefix(prefix: string): readonly PrefixPart[] {
  const parts: PrefixPart[] = [];
  for (const [all, letter] of prefix.matchAll(/%-?\d{0,4}([\s\S]?)|[^%]+/g)) {
    if (letter === undefined || letter === '%') parts.push({ kind: 'text', text: letter ?? all });
    else if (letter === 'q') parts.push({ kind: 'session' });
    else parts.push(valuePart(letter, parts.at(-1)));
  }
  return parts;
}

function valuePart(letter: string, before: PrefixPart | undefined): PrefixPart {
  if (letter === '') throw new InvalidPattern('ends with a single %');
  const [name, pattern] = Object.hasOwn(escapes, letter) ? (escapes[letter] ?? []) : [];
  if (name === undefined)
    throw new InvalidPattern(
      `has %${letter}; the escapes are %${Object.keys(escapes).join(', %')}, %q and %%`,
    );
  if (before?.kind === 'value' && !before.pattern)
    throw new InvalidPattern(`has nothing that separates %${letter} from the value before it`);
  return { kind: 'value', name, pattern };
}

export interface PostgresLine {
  /** Values of the prefix by name, without those that are empty or unknown. */
  readonly values: ReadonlyMap<string, string>;
  readonly severity: string;
  readonly message: string;
}

const severityPattern =
  '(DEBUG[1-5]?|INFO|NOTICE|WARNING|ERROR|LOG|FATAL|PANIC|DETAIL|HINT|QUERY|CONTEXT|LOCATION|BACKTRACE|STATEMENT): {1,2}';
const severityHere = new RegExp(severityPattern, 'y');
const severityAfter = new RegExp(severityPattern, 'g');

/** Undefined for a text that does not begin with the prefix. */
export function readPostgresLine(text: string, parts: readonly PrefixPart[]): PostgresLine | undefined {
  const values = new Map<string, string>();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'session') {
      if (severityAt(text, at)) break;
      continue;
    }
    const end = part.kind === 'text' ? endOfText(text, at, part.text) : endOfValue(text, at, parts, index);
    if (end < 0) return undefined;
    const value = text.slice(at, end).trim();
    if (part.kind === 'value' && value !== '' && value !== '[unknown]') values.set(part.name, value);
    at = end;
  }
  const found = severityAt(text, at);
  if (!found) return undefined;
  const [all, severity = ''] = found;
  // The server writes a tab at the beginning of each further line.
  const message = text.slice(at + all.length).replaceAll('\n\t', '\n');
  return { values, severity, message };
}

function severityAt(text: string, at: number): RegExpExecArray | null {
  severityHere.lastIndex = at;
  return severityHere.exec(text);
}

function endOfText(text: string, at: number, expected: string): number {
  return text.startsWith(expected, at) ? at + expected.length : -1;
}

function endOfValue(text: string, at: number, parts: readonly PrefixPart[], index: number): number {
  const { pattern } = parts[index] as Extract<PrefixPart, { readonly kind: 'value' }>;
  if (pattern) return endOfPattern(text, at, pattern);
  const [next, ...others] = parts.slice(index + 1, index + 3);
  const separator = next?.kind === 'text' ? next.text : '';
  if (separator !== '' && others.length > 0) return text.indexOf(separator, at);
  // The last value may contain the separator.
  severityAfter.lastIndex = at;
  const end = (severityAfter.exec(text)?.index ?? -1) - separator.length;
  return end >= at ? end : -1;
}

/** Padding stands before or behind the value; background processes have none. */
function endOfPattern(text: string, at: number, pattern: RegExp): number {
  let start = at;
  while (text[start] === ' ') start++;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match ? start + match[0].length : at;
}

/** With `log_error_verbosity = verbose`, a code stands before the message. */
const sqlState = /^((?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}): /;
const duration = /^duration: (\d{1,12}(?:\.\d{1,6})?) ms/;
/** The name of a prepared statement may have colons. */
const query = /^ *(?:(statement|parse|bind|execute|fastpath function call)(?: ([^\n]{1,200}?))?): (.*)$/s;

/** Members of the log of PostgreSQL; `duration`, in nanoseconds; and the message without its code. */
type PostgresMessage = Readonly<
  Partial<Record<'sql_state_code' | 'query_step' | 'query_name' | 'query', string>>
> & {
  readonly duration?: number;
  readonly message?: string;
};

/** What `log_duration`, `log_statement` and `log_error_verbosity` write into the message. */
export function readPostgresMessage(written: string): PostgresMessage {
  const [prefix = '', code] = sqlState.exec(written) ?? [];
  const message = written.slice(prefix.length);
  const [taken = '', milliseconds] = duration.exec(message) ?? [];
  const [, step, name, text] = query.exec(message.slice(taken.length)) ?? [];
  return omitUndefined({
    sql_state_code: code,
    duration: milliseconds === undefined ? undefined : Math.round(Number(milliseconds) * 1e6),
    query_step: step,
    query_name: name,
    query: text,
    message,
  });
}
