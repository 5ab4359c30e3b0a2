import { type CastersFor, castList, castUnion } from '../../lib/headwater/run/http/request/cast.ts';
import {
  booleanCaster,
  byteCaster,
  dateCaster,
  dateTimeCaster,
  doubleCaster,
  floatCaster,
  int32Caster,
  int64Caster,
  jsonArrayCaster,
  jsonCaster,
} from '../../lib/headwater/run/http/request/casters.ts';
import type { InputParameter } from '../../lib/headwater/shared/plan/operation-plan.ts';

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
  'json-array': jsonArrayCaster,
  byte: byteCaster,
  list: castList,
  union: castUnion,
};
