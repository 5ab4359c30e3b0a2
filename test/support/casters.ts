import { booleanCaster } from '../../lib/http/request/boolean-caster.ts';
import { castList } from '../../lib/http/request/cast-list.ts';
import { castUnion } from '../../lib/http/request/cast-union.ts';
import type { CastersFor } from '../../lib/http/request/caster.ts';
import { doubleCaster, floatCaster } from '../../lib/http/request/decimal-casters.ts';
import { byteCaster, dateCaster, dateTimeCaster } from '../../lib/http/request/format-casters.ts';
import { int32Caster, int64Caster } from '../../lib/http/request/integer-casters.ts';
import { jsonCaster } from '../../lib/http/request/json-caster.ts';
import type { InputParameter } from '../../lib/plan/operation-plan.ts';

/** Casters of every type. An emitted function has only those that its parameters need. */
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
  list: castList,
  union: castUnion,
};
