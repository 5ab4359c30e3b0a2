import { booleanCaster } from '../../lib/http/request/casters/booleans.ts';
import type { CastersFor } from '../../lib/http/request/casters/caster.ts';
import { doubleCaster, floatCaster } from '../../lib/http/request/casters/decimals.ts';
import { byteCaster, dateCaster, dateTimeCaster } from '../../lib/http/request/casters/formats.ts';
import { int32Caster, int64Caster } from '../../lib/http/request/casters/integers.ts';
import { jsonCaster } from '../../lib/http/request/casters/json.ts';
import type { InputParameter } from '../../lib/plan/operation-plan.ts';

/** Those of every type; a function has only the casters that its parameters need. */
export const allCasters: CastersFor<InputParameter> = {
  boolean: booleanCaster,
  int32: int32Caster,
  int64: int64Caster,
  float: floatCaster,
  double: doubleCaster,
  date: dateCaster,
  'date-time': dateTimeCaster,
  json: jsonCaster,
  byte: byteCaster,
};
