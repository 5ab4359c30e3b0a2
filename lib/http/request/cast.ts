/**
 * The text of one value -> the value. Each type defines which texts it accepts, and why it refuses all others. Nothing
 * is trimmed, guessed or rounded.
 */

import type { CastType } from '../../plan/operation-plan.ts';
import type { Casters } from './caster.ts';
import type { IssueCode } from './issue.ts';

export type CastResult = { readonly value: unknown } | { readonly code: IssueCode; readonly message: string };

/**
 * @param casters at least those of `type`.
 * @example castText('int32', '0x10', { int32: int32Caster }) // { code: 'not_decimal', message: 'must be an integer …' }
 */
export function castText(type: CastType | readonly CastType[], text: string, casters: Casters): CastResult {
  if (typeof type !== 'string') return castToFirst(type, text, casters);
  if (type === 'text') return { value: text };
  const caster = casters[type];
  if (!caster) throw new TypeError(`no caster of ${type}`);
  const value = caster.read(text);
  return value === undefined
    ? { code: caster.refusal(text), message: `must be ${caster.accepted}` }
    : { value };
}

/** For a union: the first type that accepts the text. */
function castToFirst(types: readonly CastType[], text: string, casters: Casters): CastResult {
  const results = types.map((type) => castText(type, text, casters));
  const refusals = results.flatMap((result) => ('code' in result ? [result.message] : []));
  const accepted = refusals.map((message) => message.replace(/^must be /, '')).join(', or ');
  return results.find((result) => 'value' in result) ?? { code: 'no_match', message: `must be ${accepted}` };
}
