/** Types in the words of people, for messages. */

import type { JsonType, Schema } from '../../../shared/plan/schema.ts';
import { alternativesOf } from '../../schema/flat.ts';
import { isBytes, isNever, modelOf } from '../../schema/walk.ts';
import { quote } from '../../source/source-node.ts';

/** The name of a type: one of JSON, or of Swagger 1.x. */
export function typeName(schema: Schema): JsonType | 'any' | 'file' | 'model' | 'union' | 'void' {
  if (isNever(schema)) return 'void';
  if (isBytes(schema)) return 'file';
  if (modelOf(schema) !== undefined) return 'model';
  if (alternativesOf(schema)[0] !== schema) return 'union';
  return typeof schema.type === 'string' ? schema.type : 'any';
}

/** @example describeType({ type: 'string', format: 'date' }) // 'a date such as 2024-02-29' */
export function describeType(schema: Schema): string {
  if (schema.enum) return schema.enum.map(quote).join(' or ');
  switch (typeName(schema)) {
    case 'string': {
      const { format = '', minLength, maxLength, pattern } = schema;
      const matching = pattern === undefined ? '' : ` that matches ${pattern}`;
      return `${forms.get(format) ?? 'a text'}${countOf(minLength, maxLength, 'characters')}${matching}`;
    }
    case 'integer':
      return `an integer${schema.format === 'int32' ? ' of 32 bits' : ''}${describeBounds(schema)}`;
    case 'number':
      return `a number${describeBounds(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array': {
      const { items = {}, minItems, maxItems } = schema;
      return `a list${countOf(minItems, maxItems, 'items')}, each ${describeType(items)}`;
    }
    case 'union':
      return alternativesOf(schema).map(describeType).join(', or ');
    case 'model':
      return `an object of ${quote(modelOf(schema))}`;
    case 'null':
      return 'null';
    case 'object':
      return 'an object';
    default:
      return 'any value';
  }
}

const forms = new Map([
  ['date', 'a date such as 2024-02-29'],
  ['date-time', 'a time such as 2024-02-29T12:00:00Z'],
  ['byte', 'a text in base64'],
]);

const bounds: Readonly<Record<string, string>> = {
  minimum: 'at least',
  exclusiveMinimum: 'above',
  maximum: 'at most',
  exclusiveMaximum: 'below',
  multipleOf: 'a multiple of',
};

function describeBounds(schema: Schema): string {
  const declared = Object.entries(bounds).filter(([keyword]) => schema[keyword] !== undefined);
  const words = declared.map(([keyword, word]) => `${word} ${schema[keyword]}`);
  return words.length === 0 ? '' : `, ${words.join(' and ')}`;
}

function countOf(least: number | undefined, most: number | undefined, what: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` of at least ${least} ${what}`;
  return least === undefined ? ` of at most ${most} ${what}` : ` of ${least} to ${most} ${what}`;
}
