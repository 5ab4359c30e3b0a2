/**
 * One caster for each type of parameters and fields. A function contains those that it names: what makes one has no
 * side effect, so the bundler removes the others.
 */

import { formatDescriptions, formats, type StringFormat } from '../../../shared/json/formats.ts';
import { inspectJson } from '../../../shared/json/inspect-json.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import { maxFloat } from '../../../shared/json/max-float.ts';
import type { Caster } from './cast.ts';
import type { IssueCode } from './issue.ts';

/** Tells apart no text, white space only, and white space around a value: all are easy to overlook in a URL. */
function absence(text: string): IssueCode | undefined {
  if (text === '') return 'empty';
  if (text.trim() === '') return 'blank';
  return text.trim() === text ? undefined : 'surrounding_space';
}

export const booleanCaster: Caster = {
  accepted: 'true or false',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  refusal: (text) => absence(text) ?? 'not_a_boolean',
};

/** RFC 8259 section 6: a number as JSON writes it. */
const decimalPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

const integerPattern = /^-?(?:0|[1-9][0-9]*)$/;

/** In this order: the first pattern that matches names the refusal of a number. */
const numberRefusals: readonly (readonly [code: IssueCode, pattern: RegExp])[] = [
  ['not_finite', /^[+-]?(?:infinity|inf|nan)$/i],
  ['not_decimal', /^[+-]?0[xob]/i],
  ['plus_sign', /^\+/],
  ['leading_zero', /^-?0[0-9]/],
];

function numberRefusal(text: string): IssueCode | undefined {
  return absence(text) ?? numberRefusals.find(([, pattern]) => pattern.test(text))?.[0];
}

export const int32Caster = /* @__PURE__ */ integer(-(2 ** 31), 2 ** 31 - 1);
export const int64Caster = /* @__PURE__ */ integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

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

export const floatCaster = /* @__PURE__ */ decimal(maxFloat, 'a finite decimal number of single precision');
export const doubleCaster = /* @__PURE__ */ decimal(Number.MAX_VALUE, 'a finite decimal number');

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

export const byteCaster = /* @__PURE__ */ formatted('byte', 'not_base64');
export const dateCaster = /* @__PURE__ */ formatted('date', 'not_a_date');
export const dateTimeCaster = /* @__PURE__ */ formatted('date-time', 'not_a_date_time');

/** A text that is checked, and stays a text. */
function formatted(format: StringFormat, code: IssueCode): Caster {
  return {
    accepted: formatDescriptions[format],
    read: (value) => (formats[format](value) ? value : undefined),
    refusal: (value) => absence(value) ?? code,
  };
}

/** Casts objects and models in parameters and fields of a form. */
export const jsonCaster = /* @__PURE__ */ json('object', isObject);
export const jsonArrayCaster = /* @__PURE__ */ json('array', Array.isArray);

function json(kind: string, isOf: (value: unknown) => boolean): Caster {
  return {
    accepted: `a JSON ${kind} (RFC 8259), nested no deeper than 64 levels, without repeated names`,
    read: (text) => readJson(text, isOf),
    refusal: (text) => absence(text) ?? 'not_json',
  };
}

/** As strict as with a body. */
function readJson(text: string, isOf: (value: unknown) => boolean): unknown {
  const { error, findings } = inspectJson(text);
  if (error || findings.length > 0) return undefined;
  const value: unknown = JSON.parse(text);
  return isOf(value) ? value : undefined;
}
