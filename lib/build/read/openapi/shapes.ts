/** The parts of a document: what has another JSON type is reported in its place, and not read any further; so is what no version knows. */

import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';

export interface Shape {
  /** `schema`: an object, or true or false for any value or none. */
  readonly is: 'object' | 'array' | 'string' | 'schema';
  /** The members of an object, by name. */
  readonly members?: Readonly<Record<string, Shape>>;
  /** The shape of the items of an array, or of all other members of an object, without extensions. */
  readonly each?: Shape;
  /** Further keywords of an object. Absent: it may have any. */
  readonly keywords?: readonly string[];
  /** For people alone: another type has no effect. */
  readonly isLoose?: true;
  readonly check?: (node: SourceNode, report: Report) => boolean;
}

export const object: Shape = { is: 'object' };
export const text: Shape = { is: 'string' };
export const array: Shape = { is: 'array' };
export const texts = listOf(text);

export function listOf(each: Shape): Shape {
  return { is: 'array', each };
}

export function mapOf(each: Shape): Shape {
  return { is: 'object', each };
}

/** An object with only these members, separated by spaces, and the named ones. */
export function fixed(keywords: string, named: Readonly<Record<string, Shape>> = {}): Shape {
  return { is: 'object', keywords: namesIn(keywords), members: named };
}

/** The same for documentation, which need not be an object. */
export function loose(keywords: string, named: Readonly<Record<string, Shape>> = {}): Shape {
  return { ...fixed(keywords, named), isLoose: true };
}

/** Reports every part that has another type, and warns of unknown keywords. */
export function hasShape(node: SourceNode, shape: Shape, report: Report): boolean {
  if (shape.is === 'schema' && typeof node.value === 'boolean') return true;
  if (shape.isLoose && !isObject(node.value)) return true;
  if (node.expect(shape.is === 'schema' ? 'object' : shape.is, report) === undefined) return false;
  warnOfUnknown(node, shape, report);
  const parts = partsOf(node, shape).map(([part, inner]) => hasShape(part, inner, report));
  const isChecked = shape.check?.(node, report) ?? true;
  return isChecked && parts.every(Boolean);
}

/** The shape of an item or a member. */
export function shapeWithin(
  { is, members: named = {}, each }: Shape,
  step: string | number,
): Shape | undefined {
  if (is === 'array') return each;
  const name = String(step);
  if (Object.hasOwn(named, name)) return named[name];
  return name.startsWith('x-') ? undefined : each;
}

function partsOf(node: SourceNode, shape: Shape): [part: SourceNode, shape: Shape][] {
  const parts = shape.is === 'array' ? node.items() : node.members().map(([, part]) => part);
  return parts.flatMap((part) => {
    const inner = shapeWithin(shape, part.path.at(-1) ?? '');
    return inner ? [[part, inner]] : [];
  });
}

const referenceKeywords = ['$ref', 'summary', 'description'];

/** Members beside `$ref` are ignored (OpenAPI 3.1 section 4.8.23); schemas have their own reader. */
function warnOfUnknown(node: SourceNode, { is, keywords, members: named = {} }: Shape, report: Report): void {
  if (!keywords) return;
  const own = [...keywords, ...Object.keys(named)];
  const isReference = is === 'object' && !own.includes('$ref') && node.member('$ref') !== undefined;
  const known = isReference ? referenceKeywords : own;
  for (const [name, part] of node.members()) {
    if (known.includes(name) || name.startsWith('x-')) continue;
    const near = isReference ? undefined : nearSpelling(name, known);
    const found = `the member ${quote(name)}${isReference ? ' beside $ref' : ''}, which is ignored`;
    const accepted =
      near === undefined ? `one of ${known.join(', ')}, or a name that begins with x-` : quote(near);
    report(part.diagnose('W-KEY', found, accepted));
  }
}
