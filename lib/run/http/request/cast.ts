/**
 * The text of one value -> the value. Each type defines which texts it accepts, and why it refuses all others. Nothing
 * is trimmed, guessed or rounded.
 */

import type { CastType } from '../../../shared/plan/operation-plan.ts';
import type { Casters, CastResult } from './caster.ts';

/**
 * @param casters includes the casters of `type`.
 * @example castText('int32', '0x10', { int32: int32Caster }) // { code: 'not_decimal', message: 'must be an integer …' }
 */
export function castText(type: CastType | readonly CastType[], text: string, casters: Casters): CastResult {
  if (typeof type !== 'string') {
    if (!casters.union) throw new TypeError('no caster of a union');
    return casters.union(type, text, casters);
  }
  if (type === 'text') return { value: text };
  const caster = casters[type];
  if (!caster) throw new TypeError(`no caster of ${type}`);
  const value = caster.read(text);
  return value === undefined
    ? { code: caster.refusal(text), message: `must be ${caster.accepted}` }
    : { value };
}
