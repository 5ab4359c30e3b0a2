/** Types in the words of people, for messages. */

import type { NumberLimits, StringType, TypePlan } from '../../../shared/plan/type-plan.ts';
import { quote } from '../../source/source-node.ts';

/** @example describeType({ kind: 'string', format: 'date' }) // 'a date such as 2024-02-29' */
export function describeType(type: TypePlan): string {
  switch (type.kind) {
    case 'string':
      return type.allowed ? anyOf(type.allowed) : describeString(type);
    case 'integer':
    case 'number':
      return type.allowed ? anyOf(type.allowed) : `${nounOf[type.format]}${describeBounds(type)}`;
    case 'boolean':
      return type.allowed ? anyOf(type.allowed) : 'true or false';
    case 'array':
      return `a list${countOf(type.minItems, type.maxItems, 'items')}, each ${describeType(type.items)}`;
    case 'union':
      return type.of.map(describeType).join(', or ');
    case 'model':
      return `an object of ${quote(type.id)}`;
    case 'null':
      return 'null';
    case 'object':
      return 'an object';
    default:
      return 'any value';
  }
}

const nounOf = {
  int32: 'an integer of 32 bits',
  int64: 'an integer',
  float: 'a number',
  double: 'a number',
} as const;

function anyOf(values: readonly unknown[]): string {
  return values.map(quote).join(' or ');
}

const forms: Readonly<Record<string, string>> = {
  date: 'a date such as 2024-02-29',
  'date-time': 'a time such as 2024-02-29T12:00:00Z',
  byte: 'a text in base64',
};

function describeString({ format, minLength, maxLength, pattern }: StringType): string {
  const matching = pattern === undefined ? '' : ` that matches ${pattern}`;
  return `${forms[String(format)] ?? 'a text'}${countOf(minLength, maxLength, 'characters')}${matching}`;
}

function describeBounds({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: NumberLimits): string {
  const bounds = [
    minimum === undefined ? [] : `at least ${minimum}`,
    exclusiveMinimum === undefined ? [] : `above ${exclusiveMinimum}`,
    maximum === undefined ? [] : `at most ${maximum}`,
    exclusiveMaximum === undefined ? [] : `below ${exclusiveMaximum}`,
    multipleOf === undefined ? [] : `a multiple of ${multipleOf}`,
  ].flat();
  return bounds.length === 0 ? '' : `, ${bounds.join(' and ')}`;
}

function countOf(least: number | undefined, most: number | undefined, what: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` of at least ${least} ${what}`;
  return least === undefined ? ` of at most ${most} ${what}` : ` of ${least} to ${most} ${what}`;
}
