import type { CastType } from '../../plan/operation-plan.ts';
import { castText } from './cast.ts';
import type { Casters, CastResult } from './caster.ts';

/** For a union: the first type that accepts the text. */
export function castUnion(types: readonly CastType[], text: string, casters: Casters): CastResult {
  const results = types.map((type) => castText(type, text, casters));
  const refusals = results.flatMap((result) => ('code' in result ? [result.message] : []));
  const accepted = refusals.map((message) => message.replace(/^must be /, '')).join(', or ');
  return results.find((result) => 'value' in result) ?? { code: 'no_match', message: `must be ${accepted}` };
}
