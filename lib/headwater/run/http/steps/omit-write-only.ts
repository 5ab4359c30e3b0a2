import type { HiddenMembers, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { Step } from './step.ts';

/**
 * After `respond`, whose `after` runs later: a handler may return what it stores, with members that only requests have.
 *
 * @example .use(omitWriteOnly(operation)) // { name: 'a', password: 'b' } -> { name: 'a' }
 */
export function omitWriteOnly({ hidden }: RuntimeOperation): Step<unknown> {
  return {
    after: (request) => {
      if (hidden) request.response = withoutHidden(request.response, hidden.parts, hidden.result);
    },
  };
}

/**
 * Returns a copy of a handler's value without the members that only requests have.
 *
 * @param numbers The indexes of the parts that the value may be. The copy lacks each member that one of them hides.
 */
function withoutHidden(value: unknown, parts: readonly HiddenMembers[], numbers: readonly number[]): unknown {
  if (numbers.length === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const own = numbers.flatMap((number) => parts[number] ?? []);
  if (Array.isArray(value)) {
    const items = own.flatMap((part) => part.items ?? []);
    return value.map((item) => withoutHidden(item, parts, items));
  }
  const hidden = own.flatMap((part) => part.hidden ?? []);
  const kept = Object.entries(value).filter(([name]) => !hidden.includes(name));
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      withoutHidden(
        member,
        parts,
        own.flatMap((part) => partsOf(part, name)),
      ),
    ]),
  );
}

function partsOf({ members = {}, others = [] }: HiddenMembers, name: string): readonly number[] {
  return (Object.hasOwn(members, name) ? members[name] : undefined) ?? others;
}
