/** The parts of a document: the JSON type of each, and the members that it has in some version. */

import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import {
  checkExtensions,
  type ExtensionHolder,
  isExtension,
  ownExtensions,
  reportMisspelt,
} from '../../source/own-extensions.ts';
import { quote, type SourceNode, withArticle } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';

export interface Shape {
  /** `schema`: an object, or true or false for any value or none. */
  readonly is: 'object' | 'array' | 'string' | 'schema';
  /** The members of an object, by name. */
  readonly members?: Readonly<Record<string, Shape>>;
  /** The shape of the items of an array, or of all other members of an object, without extensions. */
  readonly each?: Shape;
  /** What it is for its extensions. Absent: it has none. */
  readonly holder?: ExtensionHolder;
  /** Further keywords of an object. Absent: it may have any. */
  readonly keywords?: readonly string[];
  /** For people alone: another type has no effect, and a misspelt member loses nothing. */
  readonly isLoose?: true;
  /** The names of the members of a map, if they have a form of their own, and one of them. */
  readonly entry?: {
    readonly names: RegExp;
    readonly example: string;
    /** People forget it between the map and the members of its members. */
    readonly isBetween?: true;
  };
  /** Members by which people recognize an object in a map without such names. */
  readonly telling?: readonly string[];
  /** Members of earlier versions that say nothing in this one. */
  readonly former?: readonly string[];
  /** Members of which the reader of the object warns. */
  readonly warned?: readonly string[];
  /** Members of other versions without which something would be lost, with what this version has instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** What is accepted in place of a value of another type, if there is more to say than its type. */
  readonly instead?: (node: SourceNode) => string | undefined;
  readonly check?: (node: SourceNode) => boolean;
}

export const text: Shape = { is: 'string' };
export const array: Shape = { is: 'array' };
export const texts = listOf(text);

export function listOf(each: Shape): Shape {
  return { is: 'array', each };
}

export function mapOf(each: Shape, entry?: Shape['entry']): Shape {
  return { is: 'object', each, ...omitUndefined({ entry }) };
}

/** An object with only these members, separated by spaces, and the named ones. */
export function fixed(keywords: string, named: Readonly<Record<string, Shape>> = {}): Shape {
  return { is: 'object', keywords: namesIn(keywords), members: named };
}

/** The same for documentation, which need not be an object. */
export function loose(keywords: string, named: Readonly<Record<string, Shape>> = {}): Shape {
  return { ...fixed(keywords, named), isLoose: true };
}

/** Members of one shape, separated by spaces. */
export function alike(names: string, shape: Shape): Readonly<Record<string, Shape>> {
  return Object.fromEntries(namesIn(names).map((name) => [name, shape]));
}

export function shapeWithin(
  { is, members: named = {}, each }: Shape,
  step: string | number,
): Shape | undefined {
  if (is === 'array') return each;
  const name = String(step);
  if (Object.hasOwn(named, name)) return named[name];
  return name.startsWith('x-') ? undefined : each;
}

function knownMembers({ keywords = [], members: named = {} }: Shape): string[] {
  return [...keywords, ...Object.keys(named)];
}

/** Whether an object of this shape has such a member. `hasShape` reports all others. */
export function hasMember(shape: Shape, name: string): boolean {
  if (!shape.keywords || name === '$ref' || name.startsWith('x-')) return true;
  return knownMembers(shape).includes(name) || shape.warned?.includes(name) === true;
}

/** Reports every part that has another type or is misspelt, and warns of other unknown keywords. */
export function hasShape(node: SourceNode, shape: Shape): boolean {
  if (shape.is === 'schema' && typeof node.value === 'boolean') return true;
  if (shape.isLoose && !isObject(node.value)) return true;
  if (!hasType(node, shape) || hasEmptyReference(node)) return false;
  const isKnown = reportUnknown(node, shape);
  const parts = shape.is === 'array' ? node.items() : node.members().map(([, part]) => part);
  const fitting = parts.map((part) => {
    const inner = shapeWithin(shape, part.name);
    if (isBesideItsMember(part, node, shape)) return false;
    // What its check misses may stand in the wrong place, as it does for the object itself.
    return !inner || hasShape(part, isKnown ? inner : { ...inner, check: () => true });
  });
  // What stands in the wrong place may be the value of the entry before it.
  if (!isKnown || (fitting.every(Boolean) && hasEmptyEntry(node, shape))) return false;
  const isChecked = shape.check?.(node) ?? true;
  return isChecked && fitting.every(Boolean);
}

/** A keyword of the members of a map that stands beside them. @returns whether it does, which is reported. */
function isBesideItsMember(part: SourceNode, node: SourceNode, shape: Shape): boolean {
  const { name, value } = part;
  const { each, entry } = shape;
  if (!each || entry || shapeWithin(shape, name) !== each || !knownMembers(each).includes(name)) return false;
  if (isObject(value) || (each.is === 'schema' && typeof value === 'boolean')) return false;
  const entries = Object.entries(membersOf(node.value));
  const index = entries.findIndex(([key]) => key === name);
  const [holder] = entries.slice(0, index).findLast(([, other]) => isObject(other ?? {})) ?? [];
  const inside = holder === undefined ? `a name around it: { name: { ${name}: ... } }` : indentedIn(holder);
  const isOfOwner = name === 'required' && node.name === 'properties';
  const accepted = isOfOwner ? 'the same beside "properties"' : inside;
  part.report('E-KEY', `${quote(name)} stands in ${quote(node.name)}`, accepted);
  return true;
}

function indentedIn(holder: string): string {
  return `the same, indented: a member of ${quote(holder)}`;
}

/** In YAML, `$ref: #/components/…` has no value: a comment begins at the `#`. */
function hasEmptyReference(node: SourceNode): boolean {
  if (!isObject(node.value) || node.value['$ref'] !== null) return false;
  const found = '"$ref" without a value: without quotes, # begins a comment';
  node.child('$ref', null).report('E-REF', found, "quotes, as in '#/components/schemas/Thing'");
  return true;
}

/** A keyword that is null is absent. An entry of a map or a list is there: a path, a property, a scheme that is needed. */
function hasEmptyEntry(node: SourceNode, shape: Shape): boolean {
  const { each } = shape;
  if (!each || each.isLoose) return false;
  const empty = Object.entries(membersOf(node.value)).flatMap(([name, value]) =>
    value === null && shapeWithin(shape, name) ? [name] : [],
  );
  const isList = Array.isArray(node.value);
  for (const name of empty) {
    const example = isList ? '' : `, such as ${name}: ${each.is === 'array' ? '[]' : '{}'}`;
    const at = node.child(isList ? Number(name) : name, null);
    at.report('E-SHAPE', `${quote(name)} without a value`, `${withArticle(each.is)}${example}`);
  }
  return empty.length > 0;
}

/** The JSON types of a schema. */
export const schemaForms = 'an object, true or false';

function hasType(node: SourceNode, { is, instead }: Shape): boolean {
  const type = is === 'schema' ? 'object' : is;
  const usual = is === 'schema' ? schemaForms : undefined;
  const accepted = instead?.(node);
  if (accepted === undefined) return node.expect(type, undefined, usual) !== undefined;
  node.report('E-SHAPE', quote(node.value), accepted);
  return false;
}

const referenceKeywords = ['$ref', 'summary', 'description'];

/**
 * Members beside `$ref` are ignored (OpenAPI 3.1 section 4.8.23); schemas have their own reader.
 *
 * @returns false if one of them is an error.
 */
function reportUnknown(node: SourceNode, shape: Shape): boolean {
  // The names of other maps are what people call their members.
  const areKnown = shape.keywords || shape.entry ? checkExtensions(node, shape.holder) : true;
  if (!shape.keywords) return areKnown;
  const own = knownMembers(shape);
  const reference = shape.is === 'object' && !own.includes('$ref') ? node.member('$ref') : undefined;
  if (reference && reference.expect('string') === undefined) return false;
  const known = reference ? referenceKeywords : own;
  const expected = [...known, ...(shape.warned ?? [])];
  const extensions = ownExtensions(node, shape.holder);
  const unknown = node
    .members()
    .filter(([name]) => !expected.includes(name) && !isExtension(name, extensions));
  const reported = unknown.map(([, part]) =>
    reference ? reportIgnored(part, known, ' beside $ref') : reportMember(part, node, shape),
  );
  const words = wordsWithoutColon(node).map((part) => reportWords(part, own));
  return [areKnown, ...reported, ...words].every(Boolean);
}

/** In YAML, `{ type: string, minLength 1 }` has a member `minLength 1` without a value. */
function wordsWithoutColon(node: SourceNode): SourceNode[] {
  const members = Object.entries(isObject(node.value) ? node.value : {});
  return members.flatMap(([name, value]) =>
    value === null && /\S\s+\S/.test(name) ? [node.child(name, null)] : [],
  );
}

/** @returns false for an error. */
function reportWords(part: SourceNode, known: readonly string[]): boolean {
  const [, keyword = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(part.name) ?? [];
  const isKeyword = known.includes(keyword);
  const quotes = 'quotes around a text with a comma';
  if (isKeyword)
    part.report('E-KEY', `${quote(part.name)} without a colon`, `${keyword}: ${rest}; or ${quotes}`);
  else part.report('W-KEY', `the words ${quote(part.name)} without a value, which are ignored`, quotes);
  return !isKeyword;
}

/** Members that change nothing but documents. */
const forPeople = namesIn(`
  title summary description termsOfService version contact license externalDocs example examples xml $comment tags
  deprecated links callbacks webhooks schemes host info
`);

/** @returns false for an error. */
function reportMember(part: SourceNode, node: SourceNode, shape: Shape): boolean {
  const known = knownMembers(shape);
  const near = nearSpelling(part.name, known);
  const isHarmless = shape.isLoose || shape.former?.includes(part.name);
  const misplaced = isHarmless ? undefined : explainMisplaced(part, node, shape);
  if (misplaced) part.report('E-KEY', ...misplaced);
  else if (near === undefined) return reportIgnored(part, known);
  else if (!isHarmless && !forPeople.includes(near) && !node.member(near)) reportMisspelt(part, near);
  else return reportIgnored(part, [quote(near)]);
  return false;
}

function reportIgnored(part: SourceNode, known: readonly string[], why = ''): true {
  const [only = '', second] = known;
  // Nobody reads a longer list.
  const names = known.length > 16 ? 'a keyword of OpenAPI' : `one of ${known.join(', ')}`;
  const accepted = second === undefined ? only : `${names}, or a name that begins with x-`;
  part.report('W-KEY', `the member ${quote(part.name)}${why}, which is ignored`, accepted);
  return true;
}

/** Members beside the object to which they belong, and members of another version of OpenAPI. */
function explainMisplaced(
  part: SourceNode,
  node: SourceNode,
  shape: Shape,
): [found: string, accepted: string] | undefined {
  const { name } = part;
  const { elsewhere = {} } = shape;
  const other = ownMember(elsewhere, name);
  if (other !== undefined) return [`${quote(name)}, of another version of OpenAPI`, other];
  const holders = Object.entries(shape.members ?? {}).filter(([, inner]) => holds(inner, part));
  const given = holders.find(([holder]) => isObject(node.value) && Object.hasOwn(node.value, holder));
  const [holder, inner] = given ?? holders[0] ?? [];
  if (holder === undefined || !inner) return undefined;
  const entry = inner.entry && !inner.entry.names.test(name) ? inner.entry.example : undefined;
  if (given && entry === undefined)
    return [`${quote(name)} stands beside ${quote(holder)}`, indentedIn(holder)];
  const within = `{ ${name}: ... }`;
  const accepted = `${holder}: ${entry === undefined ? within : `{ ${entry}: ${within} }`}`;
  return [`${quote(name)} without ${quote(holder)} around it`, accepted];
}

function holds(inner: Shape, { name, value }: SourceNode): boolean {
  if (inner.isLoose || inner.is === 'array') return false;
  if (inner.is === 'schema' || inner.keywords) return knownMembers(inner).includes(name);
  const { each, entry } = inner;
  if (!each) return false;
  if (entry) return entry.names.test(name) || (entry.isBetween === true && knownMembers(each).includes(name));
  // Members by which people recognize what it is.
  return isObject(value) && each.telling?.some((member) => Object.hasOwn(value, member)) === true;
}
