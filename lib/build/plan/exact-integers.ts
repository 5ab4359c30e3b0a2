/**
 * `x-exact-integers` holds where types leave open what a number is: anywhere else a
 * schema is checked, which knows no bigint.
 */

import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../shared/plan/service-plan.ts';
import type { ModelPlan, TypePlan } from '../../shared/plan/type-plan.ts';
import type { LocateOperation } from '../read/common/locate-operation.ts';
import { allWithin, modelsById, variantsOf } from '../schema/models.ts';
import type { Diagnostic, Report } from '../source/diagnostic.ts';
import { quote } from '../source/source-node.ts';
import { operationsIn } from './operations.ts';

type Models = ReadonlyMap<string, ModelPlan>;
type Fault = Pick<Diagnostic, 'found' | 'accepted'>;

export function reportExactIntegers(resource: ResourcePlan, locate: LocateOperation, report: Report): void {
  const models = modelsById(resource.models);
  for (const operation of operationsIn(resource))
    for (const fault of faultsOf(operation, models))
      report({ code: 'E-BODY', ...locate(operation), ...fault });
}

function faultsOf({ runtime: { exactIntegers = [] }, body }: OperationPlan, models: Models): Fault[] {
  // Fields of a form are texts.
  const type = body?.fields ? undefined : body?.type;
  if (exactIntegers !== true) return exactIntegers.flatMap((name) => faultOf(name, type, models) ?? []);
  return type ? [faultOf(undefined, type, models) ?? []].flat() : [];
}

/** @param name of a member; undefined for the whole body. */
function faultOf(name: string | undefined, body: TypePlan | undefined, models: Models): Fault | undefined {
  const place = name === undefined ? 'the body' : quote(name);
  const types = body === undefined ? [] : name === undefined ? [body] : typesOfMember(name, body, models);
  if (types.length === 0)
    return { found: `x-exact-integers of ${place}, which the body does not have`, accepted: 'its members' };
  const hasNumbers = [...allWithin(types, models).types].some(
    ({ kind }) => kind === 'integer' || kind === 'number',
  );
  if (!hasNumbers) return undefined;
  const accepted = 'members whose numbers have no type: object, any, and lists of these';
  return { found: `x-exact-integers of ${place}, which has numbers with a type`, accepted };
}

function typesOfMember(name: string, body: TypePlan, models: Models): TypePlan[] {
  const own = body.kind === 'object' && body.shape ? [body.shape] : [];
  const shapes = body.kind === 'model' ? variantsOf(body.id, models) : own;
  return shapes.flatMap(({ properties }) =>
    properties.filter((property) => property.name === name).map(({ type }) => type),
  );
}
