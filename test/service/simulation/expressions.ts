/** Condition and update expressions of DynamoDB, as far as the product has them. All others are refused. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareTexts } from './key-order.ts';
import type { Item } from './marshalled-item.ts';

/** The aliases of a request. */
export interface Aliases {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, AttributeValue> | undefined;
}

/** Every alias that a text uses. */
export function aliasesIn(text: string): readonly string[] {
  return text.match(/[#:]\w+/g) ?? [];
}

/** Names of attributes, or of members of maps. */
const clausePattern =
  /^(?:(attribute_(?:not_)?exists)\((#\w+(?:\.#\w+)*)\)|(#\w+(?:\.#\w+)*) (=|<>|<=|>=|<|>) (:\w+))$/;

/** @param text Clauses with AND and OR, and parentheses around them. @param item Undefined if it does not exist. */
export function holds(text: string, item: Item | undefined, aliases: Aliases): boolean {
  const parts = splitOutside(text, ' OR ').map((part) => splitOutside(part, ' AND '));
  // Each clause is evaluated, so that a mistake in any of them is found.
  const results = parts.map((clauses) => clauses.map((clause) => clauseHolds(clause, item, aliases)));
  return results.some((clauses) => clauses.every((isTrue) => isTrue));
}

/** Splits a text where the word is in no parentheses. */
function splitOutside(text: string, word: string): readonly string[] {
  const parts = [''];
  for (const piece of text.split(word)) {
    const last = parts.at(-1) ?? '';
    const isInside = last.split('(').length !== last.split(')').length;
    if (isInside) parts[parts.length - 1] = `${last}${word}${piece}`;
    else parts.push(piece);
  }
  return parts.slice(1);
}

function clauseHolds(clause: string, item: Item | undefined, aliases: Aliases): boolean {
  const [, inner] = /^\((.*)\)$/.exec(clause) ?? [];
  if (inner !== undefined) return holds(inner, item, aliases);
  const [, exists, tested = '', name = '', comparator = '', value = ''] = clausePattern.exec(clause) ?? [];
  if (exists !== undefined)
    return (valueAt(tested, item, aliases) !== undefined) === (exists === 'attribute_exists');
  if (name === '') throw new Error(`The condition ${clause} is not simulated.`);
  return compares(comparator, valueAt(name, item, aliases), attributeOf(value, aliases));
}

/** @param path Aliases, with a dot between them. */
function valueAt(path: string, item: Item | undefined, aliases: Aliases): AttributeValue | undefined {
  const [first = '', ...others] = path.split('.').map((alias) => nameOf(alias, aliases));
  return others.reduce((value, name) => value?.M?.[name], item?.[first]);
}

/** A comparison with a missing attribute, or of two types, is false, unless it asks for a difference. */
function compares(comparator: string, one: AttributeValue | undefined, other: AttributeValue): boolean {
  const order = orderOf(one, other);
  if (comparator === '<>') return order !== 0;
  if (order === undefined) return false;
  const isTrue = comparator.includes('<') ? order < 0 : comparator.includes('>') && order > 0;
  return isTrue || (comparator.includes('=') && order === 0);
}

/** Undefined for values without an order. */
function orderOf(one: AttributeValue | undefined, other: AttributeValue): number | undefined {
  if (one?.S !== undefined && other.S !== undefined) return compareTexts(one.S, other.S);
  // The product's numbers are whole and at most 15 digits long.
  return one?.N !== undefined && other.N !== undefined ? Number(one.N) - Number(other.N) : undefined;
}

const updateClause = /(SET|ADD|REMOVE) (.+?)(?= (?:SET|ADD|REMOVE) |$)/g;
/** The value of a SET: a given one, or an attribute's or else a given one, to which another may be added. */
const setValue = /^(?:(:\w+)|if_not_exists\((#\w+), (:\w+)\)(?: \+ (:\w+))?)$/;

/** @param item Its key, and the attributes that it has. */
export function update(text: string, item: Item, aliases: Aliases): Item {
  const updated = { ...item };
  for (const [, kind, actions = ''] of text.matchAll(updateClause))
    for (const action of actions.split(/, (?=#)/)) {
      const [, alias = '', value = ''] = /^(#\w+)(?: =)? ?(.*)$/.exec(action) ?? [];
      const name = nameOf(alias, aliases);
      if (kind === 'REMOVE') delete updated[name];
      else if (kind === 'ADD') updated[name] = sum(item[name], attributeOf(value, aliases));
      else updated[name] = newValue(value, item, aliases);
    }
  return updated;
}

function newValue(text: string, item: Item, aliases: Aliases): AttributeValue {
  const [found, given, name = '', other = '', added] = setValue.exec(text) ?? [];
  if (found === undefined) throw new Error(`The value ${text} is not simulated.`);
  if (given !== undefined) return attributeOf(given, aliases);
  const before = item[nameOf(name, aliases)] ?? attributeOf(other, aliases);
  return added === undefined ? before : sum(before, attributeOf(added, aliases));
}

function sum(one: AttributeValue = { N: '0' }, other: AttributeValue): AttributeValue {
  if (one.N === undefined || other.N === undefined) throw new Error('ADD is simulated for numbers.');
  return { N: String(Number(one.N) + Number(other.N)) };
}

function nameOf(alias: string, { ExpressionAttributeNames = {} }: Aliases): string {
  return defined(ExpressionAttributeNames[alias], alias);
}

function attributeOf(alias: string, { ExpressionAttributeValues = {} }: Aliases): AttributeValue {
  return defined(ExpressionAttributeValues[alias], alias);
}

function defined<T>(value: T | undefined, alias: string): T {
  if (value === undefined) throw new Error(`The request does not define ${alias}.`);
  return value;
}
