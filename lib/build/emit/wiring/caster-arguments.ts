/** A function has the casters that its parameters need, and no others. */

import { type CastType, castTypes, type InputParameter } from '../../../shared/plan/operation-plan.ts';
import { type Argument, imported, record } from './step-code.ts';

const casters: Readonly<Record<Exclude<CastType, 'text'>, Argument>> = {
  boolean: caster('booleanCaster', 'casters'),
  int32: caster('int32Caster', 'casters'),
  int64: caster('int64Caster', 'casters'),
  float: caster('floatCaster', 'casters'),
  double: caster('doubleCaster', 'casters'),
  date: caster('dateCaster', 'casters'),
  'date-time': caster('dateTimeCaster', 'casters'),
  json: caster('jsonCaster', 'casters'),
  byte: caster('byteCaster', 'casters'),
};

function caster(name: string, file: string): Argument {
  return imported(name, `#lib/run/http/request/${file}.ts`);
}

/** A caster for each type of the parameters, for lists and for unions, and no other: a function contains only what it uses. */
export function castersFor(parameters: readonly InputParameter[]): Argument {
  const types = new Set(parameters.flatMap(({ cast }) => cast));
  const used = castTypes.flatMap((type) =>
    type !== 'text' && types.has(type) ? [[type, casters[type]] as const] : [],
  );
  const composed: readonly (readonly [string, Argument])[] = [
    ...(parameters.some(({ isList }) => isList) ? [['list', listCaster(parameters)] as const] : []),
    ...(parameters.some(({ cast }) => typeof cast !== 'string')
      ? [['union', caster('castUnion', 'composers')] as const]
      : []),
  ];
  return record([...used, ...composed]);
}

function listCaster(parameters: readonly InputParameter[]): Argument {
  return parameters.some(({ listForm }) => listForm)
    ? caster('castListOfForm', 'list-forms')
    : caster('castList', 'composers');
}
