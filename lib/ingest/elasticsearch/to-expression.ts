/** Translates computed values of Painless into expressions. */

import { type Painless, Untranslatable } from './painless.ts';
import { conditionOfPart, plainPath } from './to-condition.ts';

/** @throws Untranslatable */
export function expressionOf(script: Painless): string {
  switch (script.kind) {
    case 'path':
      return pathExpression(script.path);
    case 'value':
      return typeof script.value === 'string' ? JSON.stringify(script.value) : String(script.value);
    case 'minus':
      return `-${expressionOf(script.of)}`;
    case 'choice':
      return `if (${conditionOfPart(script.condition)}) ${expressionOf(script.one)} else ${expressionOf(script.other)}`;
    case 'binary':
      return binaryExpression(script.operator, script.left, script.right);
    case 'name':
      throw new Untranslatable(script.name);
    case 'call':
      return callExpression(script);
    default:
      throw new Untranslatable(`a ${script.kind} in an expression`);
  }
}

function pathExpression(path: readonly string[]): string {
  const text = plainPath(path);
  if (path.length === 0) throw new Untranslatable('ctx alone');
  return /^[\p{L}\p{N}_@.]+$/u.test(text) && !/^\d/.test(text) ? text : `{{${text}}}`;
}

function binaryExpression(operator: string, left: Painless, right: Painless): string {
  if (operator === '?:') return `coalesce(${expressionOf(left)}, ${expressionOf(right)})`;
  if (operator === '+' && [left, right].some(isText))
    return `concat(${flatten(left, right).map(expressionOf).join(', ')})`;
  if (['+', '-', '*', '/', '%', '>', '<', '>=', '<=', '==', '!='].includes(operator))
    return `(${expressionOf(left)} ${operator} ${expressionOf(right)})`;
  throw new Untranslatable(`the operator ${operator} in an expression`);
}

/** A text literal in a sum makes it a text. */
function isText(part: Painless): boolean {
  if (part.kind === 'binary' && part.operator === '+') return isText(part.left) || isText(part.right);
  return part.kind === 'value' && typeof part.value === 'string';
}

function flatten(left: Painless, right: Painless): readonly Painless[] {
  const parts = (part: Painless) =>
    part.kind === 'binary' && part.operator === '+' && isText(part) ? flatten(part.left, part.right) : [part];
  return [...parts(left), ...parts(right)];
}

const staticCalls: Readonly<Record<string, string>> = {
  'Math.round': 'round',
  'Math.floor': 'floor',
  'Math.ceil': 'ceil',
  'Math.abs': 'abs',
  'Math.min': 'min',
  'Math.max': 'max',
  'Integer.parseInt': 'number',
  'Long.parseLong': 'number',
  'Float.parseFloat': 'number',
  'Double.parseDouble': 'number',
  'String.valueOf': 'text',
};

type Call = Extract<Painless, { readonly kind: 'call' }>;

function callExpression({ target, name, args }: Call): string {
  const values = args.map(expressionOf).join(', ');
  if (target.kind === 'name') {
    const called = staticCalls[`${target.name}.${name}`];
    if (called !== undefined) return `${called}(${values})`;
    throw new Untranslatable(`${target.name}.${name}()`);
  }
  if (name === 'toString') return `text(${expressionOf(target)})`;
  if (name === 'length' || name === 'size') return `length(${expressionOf(target)})`;
  if (name === 'substring') return `slice(${expressionOf(target)}, ${values})`;
  if (name === 'get' && args[0]?.kind === 'value' && args[0].value === 0)
    return `first(${expressionOf(target)})`;
  throw new Untranslatable(`the method ${name}()`);
}
