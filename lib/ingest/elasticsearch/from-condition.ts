/** Writes conditions of records as conditions of Painless. */

import { exactNumberOf } from '../../headwater/shared/json/long-integers.ts';
import { expectedValue, type Lexeme, parseWith } from '../../headwater/shared/query/query-parser.ts';
import { InvalidQuery, Scanner } from '../../headwater/shared/query/scanner.ts';
import { findPath } from '../base/field-path.ts';
import { takeOwnClause } from '../conditions/own-clause.ts';
import { Untranslatable } from './painless.ts';

interface Field {
  readonly text: string;
  /** As Painless reads it, without a failure where an object is absent. */
  readonly code: string;
}

/**
 * @throws Untranslatable
 * @example painlessOf('env:=prod') // "ctx.env == 'prod'"
 */
export function painlessOf(condition: string): string {
  const scanner = new Scanner(condition);
  try {
    const script = parseWith<Field, string>(scanner, {
      field: fieldOf,
      clause: ({ field }, own) => ownScript(field, own),
      term: ({ field }, { text }) => term(known(field), text),
      prefix: ({ field }, { text }) =>
        `${textOf(known(field))}.toLowerCase().startsWith(${quoted(text.toLowerCase())})`,
      range: ({ field }, _at, take) => range(known(field), take()),
      exists: ({ field }) => `${known(field).code} != null`,
      combine: (kind, [first = '', ...others]) =>
        others.length === 0 ? first : `(${[first, ...others].join(kind === 'or' ? ' || ' : ' && ')})`,
      negate: (operand) => `!(${operand})`,
    });
    if (script === undefined) throw new Untranslatable(expectedValue(undefined));
    return script.replace(/^\(([^()]*)\)$/, '$1');
  } catch (cause) {
    if (cause instanceof InvalidQuery) throw new Untranslatable(cause.message);
    throw cause;
  }
}

/** @param path Of a field. @throws Untranslatable @example presenceScript('a.b') // 'ctx.a?.b != null' */
export function presenceScript(path: string): string {
  return `${fieldOf({ text: path, at: 0 }).code} != null`;
}

function fieldOf({ text }: Lexeme): Field {
  const path = findPath(text);
  if (typeof path === 'string') throw new Untranslatable(path);
  const code = path.segments.reduce(
    (script, segment) =>
      `${script}${/^[A-Za-z_]\w*$/.test(segment) ? `?.${segment}` : `?.get(${quoted(segment)})`}`,
    'ctx',
  );
  return { text, code: code.replace('ctx?.', 'ctx.') };
}

function known(field: Field | undefined): Field {
  if (!field) throw new Untranslatable('A word without a field has no equivalent in Painless.');
  return field;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Empty for a field that is absent. */
function textOf({ code }: Field): string {
  return `String.valueOf(${code} ?: '')`;
}

/** Letter case makes no difference; that words of a text count has no equivalent. */
function term(field: Field, text: string): string {
  if (isNumber(text) || /^(?:true|false)$/.test(text)) return `${field.code} == ${literalOf(text)}`;
  if (/\//.test(text)) throw new Untranslatable(`A network or date (${text}) has no equivalent in Painless.`);
  return `${textOf(field)}.equalsIgnoreCase(${quoted(text)})`;
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Painless refuses an integer of more than 32 bits without a suffix. */
function literalOf(text: string): string {
  const number = exactNumberOf(text);
  if (number === undefined || /\./.test(text) || BigInt.asIntN(32, BigInt(number)) === BigInt(number))
    return text;
  if (BigInt.asIntN(64, BigInt(number)) === BigInt(number)) return `${text}L`;
  throw new Untranslatable(`An integer of more than 64 bits (${text}) has no equivalent in Painless.`);
}

interface Limit {
  readonly text: string;
  readonly isInclusive: boolean;
}

function range(
  { code }: Field,
  { lower, upper }: { lower?: Limit | undefined; upper?: Limit | undefined },
): string {
  const compare = (limit: Limit | undefined, symbol: string) => {
    if (!limit) return [];
    if (!isNumber(limit.text))
      throw new Untranslatable(`A range of dates or texts (${limit.text}) has no equivalent in Painless.`);
    return [`${code} ${symbol}${limit.isInclusive ? '=' : ''} ${literalOf(limit.text)}`];
  };
  return `(${[`${code} != null`, ...compare(lower, '>'), ...compare(upper, '<')].join(' && ')})`;
}

const classes = {
  text: 'String',
  number: 'Number',
  boolean: 'Boolean',
  list: 'List',
  object: 'Map',
} as const;

function ownScript(field: Field | undefined, scanner: Scanner): string | undefined {
  const clause = takeOwnClause(scanner, field?.text);
  if (!clause) return undefined;
  const subject = known(field);
  const { code } = subject;
  switch (clause.kind) {
    case 'type':
      return `${code} instanceof ${classes[clause.type]}`;
    case 'regex':
      return `(${code} != null && ${code} =~ /${clause.source.text.replaceAll('/', '\\/')}/${clause.flags})`;
    case 'exact':
      return exact(subject, clause.text);
    case 'prefix':
      return `${textOf(subject)}.startsWith(${quoted(clause.text)})`;
    case 'null':
      return `${code} == null`;
    case 'field':
      return compareWith(subject, clause.symbol, fieldOf(clause.other));
  }
}

function exact({ code }: Field, text: string): string {
  return isNumber(text) || /^(?:true|false)$/.test(text)
    ? `${code} == ${literalOf(text)}`
    : `${code} == ${quoted(text)}`;
}

function compareWith({ code }: Field, symbol: string, { code: other }: Field): string {
  return symbol === '='
    ? `${code} == ${other}`
    : `(${code} != null && ${other} != null && ${code} ${symbol} ${other})`;
}
