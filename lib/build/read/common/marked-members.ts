/** Members that only one side sends, of JSON bodies and of results: what the functions do about them. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { HiddenMembers, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type {
  ModelPlan,
  ObjectShape,
  PropertyPlan,
  TypePlan,
  WithChecks,
} from '../../../shared/plan/type-plan.ts';
import { mapApiOperations } from '../../schema/map-type.ts';
import { modelsById, modelsWithin, partsOf, typesInShape, variantsOf } from '../../schema/models.ts';

type Models = ReadonlyMap<string, ModelPlan>;

/** PUT and PATCH take the members back that the service sets: marks the JSON bodies that may have them. */
export function withReadOnly(resource: ResourcePlan): ResourcePlan {
  const byId = modelsById(resource.models);
  const apis = mapApiOperations(resource.apis, (operation) => {
    const { body, method } = operation;
    if (!body || body.fields || (method !== 'PUT' && method !== 'PATCH')) return operation;
    if (!hasProperty(body.type, byId, isReadOnly)) return operation;
    const runtime = { ...body.runtime, hasReadOnly: true } as const;
    return { ...operation, runtime: { ...operation.runtime, body: runtime }, body: { ...body, runtime } };
  });
  return { ...resource, apis };
}

/** Members that only requests have: what the function of an operation leaves out of its result. */
export function withWriteOnly(resource: ResourcePlan): ResourcePlan {
  const byId = modelsById(resource.models);
  return { ...resource, apis: mapApiOperations(resource.apis, (operation) => withHidden(operation, byId)) };
}

function withHidden(operation: OperationPlan, byId: Models): OperationPlan {
  const { result, errorResponses, runtime } = operation;
  const found = new HiddenParts(byId);
  const others = errorResponses.flatMap(({ type, code }) => (type && code < 300 ? [type] : []));
  const within = [...new Set([result, ...others].flatMap((type) => found.of(type)))];
  if (within.length === 0) return operation;
  return { ...operation, runtime: { ...runtime, hidden: { result: within, parts: found.parts } } };
}

type IsMarked = (property: PropertyPlan) => boolean | undefined;

const isReadOnly: IsMarked = (property) => property.isReadOnly;
const isWriteOnly: IsMarked = (property) => property.isWriteOnly;

/** Whether a value of the type may have such a property at any depth. */
function hasProperty(type: TypePlan, byId: Models, isMarked: IsMarked): boolean {
  const isShapeMarked = (shape: ObjectShape & WithChecks): boolean =>
    shape.properties.some(isMarked) || typesInShape(shape).flatMap(shapesIn).some(isShapeMarked);
  const models = [...modelsWithin([type], byId)].flatMap((id) => variantsOf(id, byId));
  return [...models, ...shapesIn(type)].some(isShapeMarked);
}

/** The objects that a type describes itself, without models. */
function shapesIn(type: TypePlan): (ObjectShape & WithChecks)[] {
  if (type.kind === 'object' && type.shape)
    return [{ ...type.shape, ...omitUndefined({ checks: type.checks }) }];
  return type.kind === 'object' ? [] : partsOf(type).flatMap(shapesIn);
}

/** The objects and lists that have write-only members, directly or not, each with a number. */
class HiddenParts {
  readonly parts: HiddenMembers[] = [];
  readonly #byId: Models;
  readonly #ofModel = new Map<string, readonly number[]>();

  constructor(byId: Models) {
    this.#byId = byId;
  }

  /** The numbers of the parts that a value of the type may be. */
  of(type: TypePlan): readonly number[] {
    if (!hasProperty(type, this.#byId, isWriteOnly)) return [];
    return [...new Set([...this.#plain(type), ...this.#checked(type)])];
  }

  /** The same value may be of other types, too. */
  #checked({ checks }: WithChecks): readonly number[] {
    return (checks?.lists?.['allOf'] ?? []).flatMap((each) => this.of(each));
  }

  #plain(type: TypePlan): readonly number[] {
    switch (type.kind) {
      case 'model':
        return this.#model(type.id);
      case 'array':
        return [this.#add({ items: this.of(type.items) })];
      case 'union':
        return [...new Set(type.of.flatMap((each) => this.of(each)))];
      case 'object':
        return type.shape ? [this.#add(this.#membersOf(type.shape))] : [];
      default:
        return [];
    }
  }

  /** Models may refer to themselves, so each gets its number before its members are read. */
  #model(id: string): readonly number[] {
    const known = this.#ofModel.get(id);
    if (known) return known;
    const variants = variantsOf(id, this.#byId);
    const numbers = variants.map(() => this.#add({}));
    this.#ofModel.set(id, numbers);
    const checked = variants.flatMap((variant) => this.#checked(variant));
    this.#ofModel.set(id, [...numbers, ...checked]);
    for (const [index, variant] of variants.entries()) {
      const number = numbers[index];
      if (number !== undefined) this.parts[number] = this.#membersOf(variant);
    }
    return [...numbers, ...checked];
  }

  #membersOf({ properties, additional }: ObjectShape): HiddenMembers {
    const hidden = properties.filter(isWriteOnly).map(({ name }) => name);
    const others = additional ? this.of(additional) : [];
    const members = properties
      .map(({ name, type }) => [name, this.of(type)] as const)
      .filter(([, numbers]) => numbers.length > 0 || others.length > 0);
    return omitUndefined({
      hidden: hidden.length > 0 ? hidden : undefined,
      members: members.length > 0 ? Object.fromEntries(members) : undefined,
      others: others.length > 0 ? others : undefined,
    });
  }

  #add(part: HiddenMembers): number {
    return this.parts.push(part) - 1;
  }
}
