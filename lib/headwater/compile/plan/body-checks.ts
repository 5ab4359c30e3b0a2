/** Checks of the bodies of a resource that need all of its models. */

import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { Models, Schema } from '../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../shared/plan/service-plan.ts';
import type { LocateOperation } from '../read/common/operation.ts';
import { flat, typesIn } from '../schema/flat.ts';
import { allWithin, modelsMeantBy, variantsOf } from '../schema/models.ts';
import { modelOf, partsBy } from '../schema/walk.ts';
import { quote } from '../source/source-node.ts';
import { operationsIn } from './operations.ts';

type Fault = readonly [found: string, accepted: string];

/**
 * `x-exact-integers` holds where types leave open what a number is: anywhere else a
 * schema is checked, which knows no bigint.
 */
export function reportExactIntegers(resource: ResourcePlan, locate: LocateOperation): void {
  for (const operation of operationsIn(resource))
    for (const [found, accepted] of faultsOf(operation, resource.models))
      locate(operation).report('E-BODY', `x-exact-integers of ${found}`, accepted);
}

function faultsOf({ runtime: { exactIntegers = [] }, body }: OperationPlan, models: Models): Fault[] {
  // Fields of a form are texts.
  const schema = body?.fields ? undefined : body?.schema;
  const names = exactIntegers === true ? (schema ? [undefined] : []) : exactIntegers;
  return names.map((name) => faultOf(name, schema, models)).filter((fault) => fault !== undefined);
}

/** @param name of a member; undefined for the whole body. */
function faultOf(name: string | undefined, body: Schema | undefined, models: Models): Fault | undefined {
  const place = name === undefined ? 'the body' : quote(name);
  const schemas = body === undefined ? [] : name === undefined ? [body] : schemasOfMember(name, body, models);
  if (schemas.length === 0) return [`${place}, which the body does not have`, 'its members'];
  const types = [...allWithin(schemas, models)].flatMap((schema) => typesIn(schema) ?? []);
  if (!types.includes('integer') && !types.includes('number')) return undefined;
  const accepted = 'members whose numbers have no type: object, any, and lists of these';
  return [`${place}, which has numbers with a type`, accepted];
}

function schemasOfMember(name: string, body: Schema, models: Models): Schema[] {
  const id = modelOf(body);
  const schemas = id === undefined ? [body] : variantsOf(id, models).map(({ schema }) => schema);
  const properties = schemas.flatMap((schema) => Object.entries(flat(schema, models).properties ?? {}));
  return properties.filter(([property]) => property === name).map(([, schema]) => schema);
}

/**
 * How deep ajv recurses for each keyword with parts, and its limit: half of what exhausts the stack. It compiles a model
 * when it first meets a reference to it: a long chain of models goes deep.
 */
const levels = { model: 4, part: 2, alternative: 3 };
const maxLevels = 500;

/**
 * Properties, items and alternatives: each makes a kilobyte of validator. A sub type counts again for each model
 * above it that the body refers to.
 */
const maxSchemas = 10_000;

/** Reports the first operation of a resource that exceeds a limit: the models of a resource are shared. */
export function reportLargeBodies(resource: ResourcePlan, locate: LocateOperation): void {
  const known = new Set<string>();
  for (const operation of operationsIn(resource)) {
    const { body } = operation;
    const schemas = (body?.fields ?? (body ? [body] : [])).map(({ schema }) => schema);
    const key = JSON.stringify(schemas);
    if (known.has(key)) continue;
    known.add(key);
    const excess = excessOf(schemas, resource.models);
    if (!excess) continue;
    locate(operation).report('E-TOO-LARGE', ...excess);
    return;
  }
}

function excessOf(schemas: readonly Schema[], models: Models): Fault | undefined {
  const walk = new Walk(models);
  for (const schema of schemas) walk.enter(schema, 0);
  if (walk.schemas > maxSchemas) {
    const found = `a body whose models and their sub types have more than ${maxSchemas} properties, items and alternatives`;
    return [found, 'fewer of them; inherited properties count'];
  }
  if (!walk.isTooDeep) return undefined;
  const found = `a body whose models refer to each other over more than ${maxLevels / levels.model} others`;
  return [found, 'a shorter chain of models'];
}

/** Visits models in the order of ajv. */
class Walk {
  isTooDeep = false;
  schemas = 0;
  readonly #models: Models;
  readonly #entered = new Set<string>();

  constructor(models: Models) {
    this.#models = models;
  }

  enter(schema: Schema, level: number): void {
    // Ends the recursion of the walk itself, too.
    if (level > maxLevels) this.isTooDeep = true;
    if (!this.isTooDeep && ++this.schemas <= maxSchemas) this.#enterParts(schema, level);
  }

  #enterParts(schema: Schema, level: number): void {
    const { $ref = '' } = schema;
    for (const model of this.#entered.has($ref) ? [] : modelsMeantBy(schema, this.#models)) {
      this.#entered.add($ref);
      this.#enterParts(model.schema, level + levels.model - levels.part);
    }
    for (const [keyword, part] of partsBy(schema)) {
      const isPart = ['properties', 'additionalProperties', 'items'].includes(keyword);
      this.enter(part, level + (isPart ? levels.part : levels.alternative));
    }
  }
}
