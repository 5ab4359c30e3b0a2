/** Members beside the object to which they belong, and members of another version of OpenAPI. */

import { isObject } from '../../../shared/json/is-object.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { knowsMember, type Shape } from './shapes.ts';

type Explanation = Pick<Diagnostic, 'found' | 'accepted'>;

/** @param part the value of a member that the shape of `node` does not have. */
export function explainMisplaced(
  name: string,
  part: SourceNode,
  { node, shape }: { readonly node: SourceNode; readonly shape: Shape },
): Explanation | undefined {
  const other = shape.elsewhere?.[name];
  if (other !== undefined) return { found: `${quote(name)}, of another version of OpenAPI`, accepted: other };
  const holders = Object.entries(shape.members ?? {}).filter(([, inner]) => holds(inner, name, part));
  const given = holders.find(([holder]) => isObject(node.value) && Object.hasOwn(node.value, holder));
  const [holder, inner] = given ?? holders[0] ?? [];
  if (holder === undefined || !inner) return undefined;
  const entry = inner.entry && !inner.entry.names.test(name) ? inner.entry.example : undefined;
  if (given && entry === undefined) {
    const found = `${quote(name)} stands beside ${quote(holder)}`;
    return { found, accepted: `the same, indented: a member of ${quote(holder)}` };
  }
  const within = `{ ${name}: ... }`;
  const accepted = `${holder}: ${entry === undefined ? within : `{ ${entry}: ${within} }`}`;
  return { found: `${quote(name)} without ${quote(holder)} around it`, accepted };
}

function holds(inner: Shape, name: string, part: SourceNode): boolean {
  if (inner.isLoose || inner.isForPeople || inner.is === 'array') return false;
  if (inner.is === 'schema' || inner.keywords) return knowsMember(inner, name);
  const { each, entry } = inner;
  if (!each) return false;
  if (entry) return entry.names.test(name) || (entry.isBetween === true && knowsMember(each, name));
  return isTelling(part, each);
}

/** Whether a value has members by which people recognize what it is. */
function isTelling({ value }: SourceNode, { telling }: Shape): boolean {
  return isObject(value) && telling?.some((name) => Object.hasOwn(value, name)) === true;
}
