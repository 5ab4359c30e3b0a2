/** Invalid texts of parameters. */

import type { InputParameter, ParameterPlan } from '../../lib/headwater/shared/plan/operation-plan.ts';

/** Valid for strings only, and unlikely in an enum. */
const odd = 'x y';

/** @returns undefined if every text is valid. */
export function wrongText(parameter: ParameterPlan): string | undefined {
  if (isFile(parameter)) return undefined;
  if (!castsOf(parameter.runtime).includes('text')) return odd;
  const { schema, runtime } = parameter;
  const {
    type,
    enum: values,
    minLength = 0,
    maxLength,
    pattern,
  } = (runtime.isList && schema.items) || schema;
  if (type !== 'string') return undefined;
  if (values) return odd;
  if (maxLength !== undefined && maxLength < 5_000) return 'x'.repeat(maxLength + 1);
  // An empty path variable would change the route.
  if (minLength > 1) return 'x';
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
