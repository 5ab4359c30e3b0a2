/**
 * The text of one value -> the value. A table: each type defines which texts it
 * accepts, and why it refuses all others. Nothing is trimmed, guessed or rounded.
 */

import { formatDescriptions, formats, type StringFormat } from '../../json/formats.ts';
import type { CastType } from '../../plan/operation-plan.ts';
import type { IssueCode } from './issue.ts';

export type CastResult = { readonly value: unknown } | { readonly code: IssueCode; readonly message: string };

interface Caster {
  /** Completes "must be …". */
  readonly accepted: string;
  /** The value, or undefined when the text is not one of this type. */
  readonly read: (text: string) => unknown;
  /** Why `read` refused the text. */
  readonly refusal: (text: string) => IssueCode;
}

const integerPattern = /^-?(?:0|[1-9][0-9]*)$/;
/** RFC 8259 section 6: a number as JSON writes it. */
const decimalPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const maxFloat = 3.402_823_466_385_288_6e38;

/** In this order: the first pattern that matches names the refusal of a number. */
const numberRefusals: readonly (readonly [code: IssueCode, pattern: RegExp])[] = [
  ['not_finite', /^[+-]?(?:infinity|inf|nan)$/i],
  ['not_decimal', /^[+-]?0[xob]/i],
  ['plus_sign', /^\+/],
  ['leading_zero', /^-?0[0-9]/],
];

const casters: Readonly<Record<Exclude<CastType, 'text' | 'json'>, Caster>> = {
  int32: integer(-(2 ** 31), 2 ** 31 - 1),
  int64: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  float: decimal(maxFloat, 'a finite decimal number of single precision'),
  double: decimal(Number.MAX_VALUE, 'a finite decimal number'),
  boolean: {
    accepted: 'true or false',
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    refusal: (text) => absence(text) ?? 'not_a_boolean',
  },
  byte: text('byte', 'not_base64'),
  date: text('date', 'not_a_date'),
  'date-time': text('date-time', 'not_a_date_time'),
};

/** The object that a JSON text stands for; undefined when it stands for none. */
export type ReadJsonObject = (text: string) => object | undefined;

/**
 * @param readJsonObject only for JSON: functions without it ship no JSON inspection.
 * @example castText('int32', '0x10') // { code: 'not_decimal', message: 'must be an integer from …' }
 */
export function castText(
  type: CastType | readonly CastType[],
  text: string,
  readJsonObject?: ReadJsonObject,
): CastResult {
  if (typeof type !== 'string') return castToFirst(type, text, readJsonObject);
  if (type === 'text') return { value: text };
  const caster = type === 'json' ? jsonCaster(readJsonObject) : casters[type];
  const value = caster.read(text);
  return value === undefined
    ? { code: caster.refusal(text), message: `must be ${caster.accepted}` }
    : { value };
}

/** For a union: the first type that takes the text. */
function castToFirst(types: readonly CastType[], text: string, readJsonObject?: ReadJsonObject): CastResult {
  const results = types.map((type) => castText(type, text, readJsonObject));
  const refusals = results.flatMap((result) => ('code' in result ? [result.message] : []));
  const accepted = refusals.map((message) => message.replace(/^must be /, '')).join(', or ');
  return results.find((result) => 'value' in result) ?? { code: 'no_match', message: `must be ${accepted}` };
}

function jsonCaster(read?: ReadJsonObject): Caster {
  if (!read) throw new TypeError('readJsonObject is missing in a function that casts to JSON');
  return {
    accepted: 'a JSON object (RFC 8259), nested no deeper than 64 levels, without repeated names',
    read,
    refusal: (text) => absence(text) ?? 'not_json',
  };
}

function integer(minimum: number, maximum: number): Caster {
  return {
    accepted: `an integer from ${minimum} to ${maximum}, in decimal digits`,
    read: (text) => {
      const value = integerPattern.test(text) ? Number(text) : Number.NaN;
      // Adding 0 turns -0 into 0: there is one integer zero.
      return value >= minimum && value <= maximum ? value + 0 : undefined;
    },
    refusal: (text) => {
      if (integerPattern.test(text)) return 'out_of_range';
      if (decimalPattern.test(text)) return /[eE]/.test(text) ? 'exponent' : 'fraction';
      return numberRefusal(text) ?? 'not_an_integer';
    },
  };
}

function decimal(maximum: number, accepted: string): Caster {
  return {
    accepted: `${accepted}, as JSON writes numbers`,
    read: (text) => {
      const value = decimalPattern.test(text) ? Number(text) : Number.NaN;
      return Math.abs(value) <= maximum ? value : undefined;
    },
    refusal: (text) => (decimalPattern.test(text) ? 'out_of_range' : (numberRefusal(text) ?? 'not_a_number')),
  };
}

function text(format: StringFormat, code: IssueCode): Caster {
  return {
    accepted: formatDescriptions[format],
    read: (value) => (formats[format](value) ? value : undefined),
    refusal: (value) => absence(value) ?? code,
  };
}

function numberRefusal(text: string): IssueCode | undefined {
  return absence(text) ?? numberRefusals.find(([, pattern]) => pattern.test(text))?.[0];
}

/** White space around a value is told apart from none at all: both are easily overlooked in a URL. */
function absence(text: string): IssueCode | undefined {
  if (text === '') return 'empty';
  if (text.trim() === '') return 'blank';
  return text.trim() === text ? undefined : 'surrounding_space';
}
