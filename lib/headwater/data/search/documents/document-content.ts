/**
 * The content of a document: the members that clients write. One table, checked
 * against the generated types, names each of them and its default.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import type { ManagedMembers } from '../document-type.ts';

/** Stands for the default of a member that clients must send. */
export const required = Symbol('required');

/**
 * The default of each member of the content, in the order of the members:
 *
 * - `required`: clients must send the member;
 * - a value: documents have the member, but clients may omit it;
 * - undefined: both may omit it.
 *
 * A member that only one of the two types declares fits no default: declare it in both models.
 *
 * @typeParam Content The members that documents have, and clients write: `ContentOf<Models['Bookmark']>`.
 * @typeParam CreateInput The body of a create, never that of a patch: members of a patch are all optional, so none of them
 * could be `required`. By default clients must send what documents must have.
 * @example
 *   const defaults: ContentDefaults<ContentOf<Models['Customer']>> = { name: required, phone: undefined };
 */
export type ContentDefaults<Content, CreateInput = Content> = {
  readonly [Member in Declared<Content> | Declared<CreateInput>]: Member extends Declared<Content> &
    Declared<CreateInput>
    ? DefaultOf<Content, CreateInput, Member>
    : never;
};

/**
 * The members of a model that have names, without those that the service sets: a request may send them back. An open model may
 * have any others, and `keyof` would have no names.
 */
type Declared<Model> = keyof {
  [Member in keyof Model as string extends Member ? never : Exclude<Member, keyof ManagedMembers>]: Member;
};

type DefaultOf<Content, CreateInput, Member extends keyof Content & keyof CreateInput> =
  IsOptional<CreateInput, Member> extends false
    ? typeof required
    : IsOptional<Content, Member> extends true
      ? undefined
      : Content[Member];

type IsOptional<Type, Member extends keyof Type> =
  Record<never, never> extends Pick<Type, Member> ? true : false;

/** Copies the members of a valid input in the order of the table, and adds the defaults. */
export function completeContent<Content, Input extends object>(
  defaults: ContentDefaults<Content, Input>,
  input: Input,
): Content {
  const sent = new Map<string, unknown>(Object.entries(input));
  const members = Object.entries(defaults).map(([name, value]) => [name, sent.get(name) ?? value] as const);
  const present = members.filter(([, value]) => value !== undefined && value !== required);
  // The cast is safe: every member without a default is in a valid input or optional.
  return Object.fromEntries(present) as Content;
}

export interface Patch<Content> {
  readonly current: Content & object;
  /** A merge patch (RFC 7396) whose members are valid. */
  readonly patch: object;
  /** Where the caller takes the patch from, such as `body`: the member `in` of issues. */
  readonly requestIn: string;
}

/** @throws ServiceError invalid_request when the patch removes a member that clients must send. */
export function patchContent<Content, Input extends object>(
  defaults: ContentDefaults<Content, Input>,
  { current, patch, requestIn }: Patch<Content>,
): Content {
  const patched = new Map<string, unknown>(Object.entries(membersOf(applyMergePatch(current, patch))));
  const errors = Object.entries(defaults)
    .filter(([name, value]) => value === required && !patched.has(name))
    .map(([name]) => ({ in: requestIn, pointer: `/${name}`, code: 'required', message: 'is required' }));
  if (errors.length > 0)
    throw new ServiceError('invalid_request', 'The patch removes a required member.', {
      members: { errors },
    });
  // Each member comes from the document or the valid patch, and no required one is missing.
  return completeContent(defaults, Object.fromEntries(patched) as Input);
}

/**
 * JSON Merge Patch (RFC 7396 section 2): null removes a member, objects are
 * merged, and any other value replaces the target's value.
 */
function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, applyMergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
