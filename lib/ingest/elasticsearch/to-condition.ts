/** Translates conditions of Painless into conditions of records. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type Painless, parsePainless, Untranslatable } from './painless.ts';

/**
 * @throws Untranslatable
 * @example conditionOf("ctx?.event?.kind != 'alert'") // 'NOT event.kind:="alert"'
 */
export function conditionOf(script: string): string {
  return translate(parsePainless(script)).text;
}

/** The condition of a part of a script. @throws Untranslatable */
export function conditionOfPart(part: Painless): string {
  return translate(part).text;
}

/** How tightly a condition binds: `single` needs no parentheses anywhere. */
interface Clause {
  readonly text: string;
  readonly binding: 'single' | 'and' | 'or';
}

function single(text: string): Clause {
  return { text, binding: 'single' };
}

function enclosed({ text, binding }: Clause): string {
  return binding === 'single' ? text : `(${text})`;
}

function not(clause: Clause): Clause {
  return clause.text.startsWith('NOT ') && clause.binding === 'single'
    ? single(clause.text.slice(4))
    : single(`NOT ${enclosed(clause)}`);
}

function both(one: Clause, other: Clause): Clause {
  const part = (clause: Clause) => (clause.binding === 'or' ? `(${clause.text})` : clause.text);
  return { text: `${part(one)} AND ${part(other)}`, binding: 'and' };
}

function either(clauses: readonly Clause[]): Clause {
  const part = (clause: Clause) => (clause.binding === 'and' ? `(${clause.text})` : clause.text);
  const [only, second] = clauses;
  if (only && !second) return only;
  return { text: clauses.map(part).join(' OR '), binding: 'or' };
}

function translate(script: Painless): Clause {
  switch (script.kind) {
    case 'path':
      return single(`${nameOf(script.path)}:=true`);
    case 'not':
      return not(translate(script.of));
    case 'binary':
      return translateBinary(script.operator, script.left, script.right);
    case 'call':
      return translateCall(script);
    default:
      throw new Untranslatable(`a ${script.kind} in place of a condition`);
  }
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function translateBinary(operator: string, left: Painless, right: Painless): Clause {
  if (operator === '&&') return both(translate(left), translate(right));
  if (operator === '||') return either([translate(left), translate(right)]);
  if (operator === '!=' || operator === '!==') return not(translateBinary('==', left, right));
  if (operator === 'instanceof') return typeTest(left, right);
  if (operator === '=~' || operator === '==~') return regexTest(left, right, operator === '==~');
  if (left.kind === 'value') return translateBinary(ownMember(mirrored, operator) ?? operator, right, left);
  if (operator === '==' || operator === '===') return equality(left, right);
  if (operator in mirrored) return comparison(operator, left, right);
  throw new Untranslatable(`the operator ${operator} in a condition`);
}

function equality(left: Painless, right: Painless): Clause {
  if (left.kind === 'path' && right.kind === 'path')
    return single(`${nameOf(left.path)}:={{${nameOf(right.path)}}}`);
  if (right.kind !== 'value') throw new Untranslatable('a computed value in a comparison');
  const { value } = right;
  if (left.kind === 'path') return equals(nameOf(left.path), value);
  if (left.kind !== 'call') throw new Untranslatable('a computed value in a comparison');
  if (typeof value === 'boolean') return value ? translate(left) : not(translate(left));
  const { name, target } = left;
  if ((name === 'toLowerCase' || name === 'toUpperCase') && target.kind === 'path')
    return single(`${nameOf(target.path)}:/^${escapeRegex(String(value))}$/i`);
  if (isSize(name) && value === 0) return isEmpty(target);
  throw new Untranslatable(`${name}() in a comparison`);
}

function equals(name: string, value: string | number | bigint | boolean | null): Clause {
  if (value === null) return single(`NOT ${name}:*`);
  if (value === '') return single(`${name}:""`);
  return single(`${name}:=${typeof value === 'string' ? quoted(value) : value}`);
}

function isSize(name: string): boolean {
  return name === 'size' || name === 'length';
}

function comparison(operator: string, left: Painless, right: Painless): Clause {
  if (left.kind === 'path' && right.kind === 'path')
    return single(`${nameOf(left.path)}:${operator}{{${nameOf(right.path)}}}`);
  if (right.kind !== 'value' || !['number', 'bigint'].includes(typeof right.value))
    throw new Untranslatable('a comparison with another value than a number');
  if (left.kind === 'path') return single(`${nameOf(left.path)}:${operator}${right.value}`);
  if (left.kind === 'call' && isSize(left.name)) {
    if ((operator === '>' && right.value === 0) || (operator === '>=' && right.value === 1))
      return not(isEmpty(left.target));
    if (operator === '<' && right.value === 1) return isEmpty(left.target);
  }
  throw new Untranslatable('a computed value in a comparison');
}

/** An empty list has no value either. */
function isEmpty(target: Painless): Clause {
  const name = pathOf(target, 'isEmpty()');
  return either([single(`NOT ${name}:*`), single(`${name}:""`)]);
}

const types: Readonly<Record<string, string>> = {
  String: 'text',
  CharSequence: 'text',
  List: 'list',
  ArrayList: 'list',
  Collection: 'list',
  Map: 'object',
  HashMap: 'object',
  Number: 'number',
  Integer: 'number',
  Long: 'number',
  Double: 'number',
  Float: 'number',
  Boolean: 'boolean',
};

function typeTest(left: Painless, right: Painless): Clause {
  const type = right.kind === 'name' ? ownMember(types, right.name) : undefined;
  if (type === undefined) throw new Untranslatable('instanceof of an unknown type');
  return single(`${pathOf(left, 'instanceof')}::${type}`);
}

function regexTest(left: Painless, right: Painless, isWhole: boolean): Clause {
  if (right.kind !== 'regex') throw new Untranslatable('a computed regular expression');
  const source = isWhole ? `^(?:${right.source})$` : right.source;
  const flags = right.flags.includes('i') ? 'i' : '';
  return single(`${pathOf(left, '=~')}:/${source}/${flags}`);
}

function pathOf(script: Painless, what: string): string {
  // `(ctx.tags ?: [])` is the field.
  const plain = script.kind === 'binary' && script.operator === '?:' ? script.left : script;
  const { kind } = plain;
  if (kind === 'call' && plain.name === 'toString') return pathOf(plain.target, what);
  if (kind === 'call' && plain.name === 'valueOf' && isClass(plain.target, 'String') && plain.args[0])
    return pathOf(plain.args[0], what);
  if (kind !== 'path' || plain.path.length === 0) throw new Untranslatable(`${what} of a computed value`);
  return nameOf(plain.path);
}

function isClass(script: Painless, name: string): boolean {
  return script.kind === 'name' && script.name === name;
}

type Call = Extract<Painless, { readonly kind: 'call' }>;

function translateCall({ target, name, args }: Call): Clause {
  const [arg] = args;
  if (name === 'isEmpty') return isEmpty(target);
  if (name === 'contains' && target.kind === 'list') return memberOf(target.items, arg);
  if (name === 'containsKey') return hasKey(target, arg);
  if (arg?.kind !== 'value' || typeof arg.value !== 'string')
    throw new Untranslatable(`${name}() of a computed value`);
  const { value } = arg;
  if (target.kind === 'call' && target.name === 'toLowerCase') {
    const inner = pathOf(target.target, name);
    return single(`${inner}:/${pieceOf(name, escapeRegex(value))}/i`);
  }
  const field = pathOf(target, `${name}()`);
  if (name === 'equals') return equals(field, value);
  if (name === 'equalsIgnoreCase') return single(`${field}:/^${escapeRegex(value)}$/i`);
  if (name === 'contains' && isListName(field)) return equals(field, value);
  return single(`${field}:/${pieceOf(name, escapeRegex(value))}/`);
}

/** The regular expression of a text method. */
function pieceOf(name: string, source: string): string {
  if (name === 'startsWith') return `^${source}`;
  if (name === 'endsWith') return `${source}$`;
  if (name === 'contains') return source;
  throw new Untranslatable(`the method ${name}()`);
}

/** Fields that are lists in the Elastic Common Schema: `contains` of another one is that of a text. */
function isListName(name: string): boolean {
  return /(?:^|\.)tags$|^event\.(?:category|type)$|^related\./.test(name);
}

function memberOf(items: readonly Painless[], arg: Painless | undefined): Clause {
  const name = pathOf(arg ?? { kind: 'list', items: [] }, 'contains()');
  const clauses = items.map((item) => {
    if (item.kind !== 'value') throw new Untranslatable('a list of computed values');
    return equals(name, item.value);
  });
  if (clauses.length === 0) throw new Untranslatable('an empty list');
  return either(clauses);
}

function hasKey(target: Painless, arg: Painless | undefined): Clause {
  if (target.kind !== 'path' || arg?.kind !== 'value')
    throw new Untranslatable('containsKey() of a computed value');
  const name = nameOf([...target.path, String(arg.value)]);
  return either([single(`${name}:*`), single(`${name}:=null`)]);
}

/** @example nameOf(['a', 'b c']) // 'a.b\\ c' */
function nameOf(path: readonly string[]): string {
  if (path.length === 0) throw new Untranslatable('ctx alone');
  return plainPath(path).replace(/[\s()[\]{}"*?~^\\:]/g, '\\$&');
}

/** The path as options write it. */
export function plainPath(path: readonly string[]): string {
  return path
    .map((part, index) => (part.includes('.') ? `['${part}']` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}

/** A phrase needs a word in it. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function escapeRegex(value: string): string {
  return value.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&');
}
