/**
 * The members of a document as attributes of its item, and back. A write stores nothing that a read would refuse: the document would be
 * a failure for ever.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { toPointer } from '../../../shared/json/pointer.ts';
import { isDocument, type SearchFields, unreadableFields } from '../../../shared/query/fields.ts';
import { isChecksum } from '../../store/attributes.ts';
import type { Item } from '../../store/table-access.ts';
import type { StoredMembers } from '../document-type.ts';
import type { DocumentVersions } from '../document-versions.ts';

export type MemberLayout = { readonly name: string } & StoredMembers & DocumentVersions;

const keyNames = new Set(['pk', 'sk', 'stored']);

/** The attributes that are members, of this code or of other code. */
export function memberNames(item: Item): string[] {
  return Object.keys(item).filter((name) => !keyNames.has(name) && !isChecksum(name));
}

/** Later code has written them. */
export function otherMembers({ members }: StoredMembers, item: Item): Item {
  const others = memberNames(item).filter((name) => name !== 'revision' && !members.includes(name));
  return Object.fromEntries(presentMembers(others, item));
}

/** The members with these names that the object has, in the order of the names. */
export function presentMembers(
  names: readonly string[],
  object: object,
): (readonly [name: string, value: unknown])[] {
  const values = object as Readonly<Record<string, unknown>>;
  const present = names.filter((name) => Object.hasOwn(values, name) && values[name] !== undefined);
  return present.map((name) => [name, values[name]]);
}

/** Undefined when a text is not JSON. */
export function readMembers(
  { texts }: Pick<StoredMembers, 'texts'>,
  item: Item,
  names: readonly string[],
): Readonly<Record<string, unknown>> | undefined {
  try {
    const stored = presentMembers(names, item);
    return Object.fromEntries(
      stored.map(([name, value]) => [name, texts.includes(name) ? JSON.parse(String(value)) : value]),
    );
  } catch {
    return undefined;
  }
}

/** The members as attributes, with those that the version before needs. */
export function attributesOf(
  type: MemberLayout,
  { id, document }: { readonly id: string; readonly document: unknown },
): Item {
  const { members, texts } = type;
  const earlier = Object.entries(downgraded(type, id, document));
  const all = [...earlier, ...presentMembers(members, membersOf(document))];
  return Object.fromEntries(
    all.map(([name, value]) => [name, texts.includes(name) ? JSON.stringify(value) : value]),
  );
}

function downgraded({ name, version, downgrade }: MemberLayout, id: string, document: unknown): object {
  try {
    return downgrade?.(document) ?? {};
  } catch (cause) {
    const earlier = `code of version ${version - 1}`;
    throw new Error(
      `The ${name} ${id} cannot be stored for ${earlier}: "downgrade" throws ${String(cause)}.`,
      { cause },
    );
  }
}

/**
 * Reads the members as they are about to be stored.
 *
 * @throws ServiceError invalid_request for a number that DynamoDB does not hold; Error if the fields of the type cannot be read.
 */
export function checkReadable<Document>(
  type: MemberLayout & SearchFields<Document>,
  id: string,
  attributes: Item,
): void {
  for (const [name, value] of Object.entries(attributes)) checkNumbers(value, [name]);
  const members = readMembers(type, attributes, type.members);
  if (isDocument(type, members)) return;
  const wrong = unreadableFields(type, members).map(
    (name) => `${name} is not of the kind ${type.fields.get(name)?.kind}`,
  );
  throw new Error(
    `The ${type.name} ${id} is not stored, since no read would accept it: ${wrong.join(', ')}.`,
  );
}

/**
 * A number of DynamoDB is 0 or at least 1e-130. Beyond a safe integer, numbers would be rounded, and a sum of them would no longer be
 * one.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.Number
 */
const magnitude = { least: 1e-130, most: Number.MAX_SAFE_INTEGER } as const;

/** @throws ServiceError invalid_request. */
export function checkNumbers(value: unknown, path: readonly string[]): void {
  if (typeof value === 'number') {
    const size = Math.abs(value);
    if (!Number.isFinite(value) || value === 0 || (size >= magnitude.least && size <= magnitude.most)) return;
    const message = `must be 0, or between ${magnitude.least} and ${magnitude.most}, or the same below 0`;
    const pointer = toPointer(path);
    const errors = [{ in: 'body', pointer, code: 'out_of_range', message }];
    throw new ServiceError('invalid_request', 'A number cannot be stored.', {
      members: { errors },
    });
  }
  if (ArrayBuffer.isView(value) || (!isObject(value) && !Array.isArray(value))) return;
  for (const [name, inner] of Object.entries(value)) checkNumbers(inner, [...path, name]);
}
