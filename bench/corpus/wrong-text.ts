/** Invalid texts of parameters. */

import type { InputParameter, ParameterPlan } from '../../lib/shared/plan/operation-plan.ts';
import type { TypePlan } from '../../lib/shared/plan/type-plan.ts';

/** Valid for strings only, and unlikely in an enum. */
const odd = 'x y';

/** @returns undefined if every text is valid. */
export function wrongText(parameter: ParameterPlan): string | undefined {
  if (isFile(parameter)) return undefined;
  if (!castsOf(parameter.runtime).includes('text')) return odd;
  const type = parameter.runtime.isList ? itemsOf(parameter.type) : parameter.type;
  if (type.kind !== 'string') return undefined;
  if (type.allowed) return odd;
  if (type.maxLength !== undefined && type.maxLength < 5_000) return 'x'.repeat(type.maxLength + 1);
  // An empty path variable would change the route.
  if ((type.minLength ?? 0) > 1) return 'x';
  const { pattern } = type;
  return pattern === undefined
    ? undefined
    : [odd, '~', '\u2603', '-'].find((text) => !new RegExp(pattern, 'u').test(text));
}

function isFile(parameter: ParameterPlan): boolean {
  return 'isFile' in parameter.runtime && parameter.runtime.isFile === true;
}

function castsOf({ cast }: InputParameter): readonly string[] {
  return typeof cast === 'string' ? [cast] : cast;
}

function itemsOf(type: TypePlan): TypePlan {
  return type.kind === 'array' ? type.items : type;
}
