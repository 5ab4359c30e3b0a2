/** Checks of the bodies of a resource that need all of its models. */

import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../shared/plan/service-plan.ts';
import type { ModelPlan, TypePlan } from '../../shared/plan/type-plan.ts';
import type { LocateOperation } from '../read/common/locate-operation.ts';
import { allWithin, modelsById, partsOf, typesInShape, variantsOf } from '../schema/models.ts';
import type { Diagnostic, Report } from '../source/diagnostic.ts';
import { quote } from '../source/source-node.ts';
import { operationsIn } from './operations.ts';

type Models = ReadonlyMap<string, ModelPlan>;
type Fault = Pick<Diagnostic, 'found' | 'accepted'>;

/**
 * `x-exact-integers` holds where types leave open what a number is: anywhere else a
 * schema is checked, which knows no bigint.
 */
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

/**
 * How deep ajv recurses for each kind of type, and its limit: half of what exhausts the stack. It compiles a model when it
 * first meets a reference to it: a long chain of models goes deep.
 */
const levels = { model: 4, union: 3, array: 2, object: 2 };
const maxLevels = 500;

function levelsOf({ kind }: TypePlan): number {
  return kind === 'array' || kind === 'object' ? levels[kind] : levels.union;
}

/**
 * Properties, items and alternatives: each makes a kilobyte of validator. A sub type counts again for each model
 * above it that the body refers to.
 */
const maxTypes = 10_000;

/** Reports the first operation of a resource that exceeds a limit: the models of a resource are shared. */
export function reportLargeBodies(resource: ResourcePlan, locate: LocateOperation, report: Report): void {
  const models = modelsById(resource.models);
  const known = new Set<string>();
  for (const operation of operationsIn(resource)) {
    const key = JSON.stringify(typesOf(operation));
    if (known.has(key)) continue;
    known.add(key);
    const excess = excessOf(typesOf(operation), models);
    if (!excess) continue;
    report({ code: 'E-TOO-LARGE', ...locate(operation), ...excess });
    return;
  }
}

function typesOf({ body }: OperationPlan): readonly TypePlan[] {
  if (!body) return [];
  return body.fields?.map(({ type }) => type) ?? [body.type];
}

function excessOf(types: readonly TypePlan[], models: Models): Fault | undefined {
  const walk = new Walk(models);
  for (const type of types) walk.enter(type, 0);
  if (walk.types > maxTypes) {
    const found = `a body whose models and their sub types have more than ${maxTypes} properties, items and alternatives`;
    return { found, accepted: 'fewer of them; inherited properties count' };
  }
  if (!walk.isTooDeep) return undefined;
  const found = `a body whose models refer to each other over more than ${maxLevels / levels.model} others`;
  return { found, accepted: 'a shorter chain of models' };
}

/** Visits models in the order of ajv. */
class Walk {
  isTooDeep = false;
  types = 0;
  readonly #models: Models;
  readonly #entered = new Set<string>();

  constructor(models: Models) {
    this.#models = models;
  }

  enter(type: TypePlan, level: number): void {
    // Ends the recursion of the walk itself, too.
    if (level > maxLevels) this.isTooDeep = true;
    if (this.isTooDeep || ++this.types > maxTypes) return;
    if (type.kind === 'model') this.#enterModel(type.id, level + levels.model);
    for (const part of partsOf(type)) this.enter(part, level + levelsOf(type));
  }

  #enterModel(id: string, level: number): void {
    if (this.#entered.has(id)) return;
    this.#entered.add(id);
    for (const variant of variantsOf(id, this.#models))
      for (const part of typesInShape(variant)) this.enter(part, level);
  }
}
