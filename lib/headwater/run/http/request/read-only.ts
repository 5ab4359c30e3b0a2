/** Members that the service sets, and a client has sent back with its change. */

import { equal } from '../../../shared/json/equal.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { fromPointer } from '../../../shared/json/pointer.ts';
import { invalidRequest } from './issue.ts';

export interface ReadOnlyMembers {
  /**
   * To be called together with the change, after the preconditions.
   *
   * @param current returns what the client may have read; it is called if the client has sent such members.
   * @throws ServiceError invalid_request if one of them has another value. In a list, the value of any item is accepted,
   *   because items move.
   */
  check(current: () => unknown): void;
}

/** Removes the members from the body that these pointers (RFC 6901) name. */
export function takeMembers(body: unknown, pointers: readonly string[]): ReadOnlyMembers {
  // Several parts of a schema may name a member, or one within it, too.
  const taken = pointers
    .toSorted((one, other) => one.length - other.length)
    .flatMap((pointer) => takeMember(body, pointer));
  return {
    check(current) {
      if (taken.length === 0) return;
      const known = current();
      const changed = taken.filter(
        ({ pointer, value }) => !valuesAt(known, fromPointer(pointer)).some((other) => equal(other, value)),
      );
      if (changed.length === 0) return;
      const message = 'is read-only: leave it out, or send it as it is now';
      throw invalidRequest(
        changed.map(({ pointer }) => ({ in: 'body', pointer, code: 'read_only', message })),
      );
    },
  };
}

function takeMember(body: unknown, pointer: string) {
  const names = fromPointer(pointer);
  const last = names.pop() ?? '';
  // The validator has found the member: objects and lists lead to it, unless one of them has been taken.
  const parent = names.reduce<Members | undefined>(
    (value, name) => ownMember(value, name) as Members,
    body as Members,
  );
  if (!parent || !Object.hasOwn(parent, last)) return [];
  const value = parent[last];
  delete parent[last];
  return { pointer, value };
}

type Members = Record<string, unknown>;

/** Returns the values of the members with these names; a place in a list stands for each of them. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, rest));
  const isMember = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isMember ? valuesAt((value as Members)[name], rest) : [];
}
