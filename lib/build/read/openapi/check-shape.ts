/** Reports what has another JSON type than its place in a document requires, and what no version knows. */

import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';
import { explainMisplaced } from './misplaced-members.ts';
import { membersOf, type Shape, shapeWithin } from './shapes.ts';

/** Reports every part that has another type or is misspelt, and warns of other unknown keywords. */
export function hasShape(node: SourceNode, shape: Shape): boolean {
  if (shape.is === 'schema' && typeof node.value === 'boolean') return true;
  if (shape.isLoose && !isObject(node.value)) return true;
  if (!hasType(node, shape)) return false;
  const isKnown = reportUnknown(node, shape);
  const parts = partsOf(node, shape).map(([part, inner]) => {
    // What its check misses may stand in the wrong place, as it does for the object itself.
    return hasShape(part, isKnown ? inner : omitCheck(inner));
  });
  if (!isKnown) return false;
  const isChecked = shape.check?.(node) ?? true;
  return isChecked && parts.every(Boolean);
}

function omitCheck({ check: _, ...shape }: Shape): Shape {
  return shape;
}

function hasType(node: SourceNode, { is, instead }: Shape): boolean {
  const type = is === 'schema' ? 'object' : is;
  const accepted = instead?.(node);
  if (accepted === undefined) return node.expect(type) !== undefined;
  node.report('E-SHAPE', quote(node.value), accepted);
  return false;
}

function partsOf(node: SourceNode, shape: Shape): [part: SourceNode, shape: Shape][] {
  const parts = shape.is === 'array' ? node.items() : node.members().map(([, part]) => part);
  return parts.flatMap((part) => {
    const inner = shapeWithin(shape, part.path.at(-1) ?? '');
    return inner ? [[part, inner]] : [];
  });
}

const referenceKeywords = ['$ref', 'summary', 'description'];

/**
 * Members beside `$ref` are ignored (OpenAPI 3.1 section 4.8.23); schemas have their own reader.
 *
 * @returns false if one of them is an error.
 */
function reportUnknown(node: SourceNode, shape: Shape): boolean {
  if (!shape.keywords) return true;
  const own = membersOf(shape);
  const isReference = shape.is === 'object' && !own.includes('$ref') && node.member('$ref') !== undefined;
  const known = isReference ? referenceKeywords : own;
  const unknown = node.members().filter(([name]) => !known.includes(name) && !name.startsWith('x-'));
  const reported = unknown.map(([name, part]) =>
    isReference
      ? reportIgnored(name, part, { known, why: ' beside $ref' })
      : reportMember(name, part, { node, shape }),
  );
  return reported.every(Boolean);
}

/** @returns false for an error. */
function reportMember(
  name: string,
  part: SourceNode,
  { node, shape }: { readonly node: SourceNode; readonly shape: Shape },
): boolean {
  const known = membersOf(shape);
  const near = nearSpelling(name, known);
  const isHarmless = shape.isLoose || shape.isForPeople || shape.former?.includes(name);
  const misplaced = isHarmless ? undefined : explainMisplaced(name, part, { node, shape });
  if (!misplaced && (near === undefined || isHarmless || forPeople.includes(near) || node.member(near)))
    return reportIgnored(name, part, { known, ...omitUndefined({ near }) });
  if (misplaced) part.report('E-KEY', misplaced.found, misplaced.accepted);
  else reportMisspelt(name, part, near ?? '');
  return false;
}

/** Members that change nothing but documents. */
const forPeople = namesIn(`
  title summary description termsOfService version contact license externalDocs example examples xml $comment tags
  deprecated links callbacks webhooks schemes host info
`);

function reportIgnored(
  name: string,
  part: SourceNode,
  {
    known,
    near,
    why = '',
  }: { readonly known: readonly string[]; readonly near?: string; readonly why?: string },
): true {
  const names = known.length > maxListed ? 'a keyword of OpenAPI' : `one of ${known.join(', ')}`;
  const accepted = near === undefined ? `${names}, or a name that begins with x-` : quote(near);
  part.report('W-KEY', `the member ${quote(name)}${why}, which is ignored`, accepted);
  return true;
}

/** Nothing would read what the member says. */
export function reportMisspelt(name: string, part: SourceNode, near: string): void {
  const fix = { path: part.path, rename: near };
  part.report('E-KEY', `${quote(name)}, so that nothing reads what it says`, quote(near), fix);
}

/** Nobody reads a longer list. */
const maxListed = 16;
