/** Members that only requests have: what the function of an operation leaves out of its result. */

import type { HiddenMembers, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { ModelPlan, ObjectShape, TypePlan } from '../../../shared/plan/type-plan.ts';
import { allWithin, modelsById, variantsOf } from '../../schema/models.ts';

export function withWriteOnly(resource: ResourcePlan): ResourcePlan {
  const byId = modelsById(resource.models);
  const apis = resource.apis.map((api) => ({
    ...api,
    operations: api.operations.map((operation) => marked(operation, byId)),
  }));
  return { ...resource, apis };
}

function marked(operation: OperationPlan, byId: ReadonlyMap<string, ModelPlan>): OperationPlan {
  const { result, errorResponses, runtime } = operation;
  const found = new HiddenParts(byId);
  const others = errorResponses.flatMap(({ type, code }) => (type && code < 300 ? [type] : []));
  const within = [...new Set([result, ...others].flatMap((type) => found.of(type)))];
  if (within.length === 0) return operation;
  return { ...operation, runtime: { ...runtime, hidden: { result: within, parts: found.parts } } };
}

/** The objects and lists that have such members, directly or not, each with a number. */
class HiddenParts {
  readonly parts: HiddenMembers[] = [];
  readonly #byId: ReadonlyMap<string, ModelPlan>;
  readonly #ofModel = new Map<string, readonly number[]>();

  constructor(byId: ReadonlyMap<string, ModelPlan>) {
    this.#byId = byId;
  }

  /** The numbers of the parts that a value of the type may be. */
  of(type: TypePlan): readonly number[] {
    if (!this.#hasAny(type)) return [];
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

  #hasAny(type: TypePlan): boolean {
    const { types, models } = allWithin([type], this.#byId);
    const shapes = [...types].flatMap((each) => (each.kind === 'object' && each.shape ? [each.shape] : []));
    return [...models.flatMap(({ id }) => variantsOf(id, this.#byId)), ...shapes].some(({ properties }) =>
      properties.some(({ isWriteOnly }) => isWriteOnly),
    );
  }

  /** Models may refer to themselves, so each gets its number before its members are read. */
  #model(id: string): readonly number[] {
    const known = this.#ofModel.get(id);
    if (known) return known;
    const variants = variantsOf(id, this.#byId);
    const numbers = variants.map(() => this.#add({}));
    this.#ofModel.set(id, numbers);
    for (const [index, variant] of variants.entries()) {
      const number = numbers[index];
      if (number !== undefined) this.parts[number] = this.#membersOf(variant);
    }
    return numbers;
  }

  #membersOf({ properties, additional }: ObjectShape): HiddenMembers {
    const hidden = properties.filter(({ isWriteOnly }) => isWriteOnly).map(({ name }) => name);
    const others = additional ? this.of(additional) : [];
    const members = properties
      .map(({ name, type }) => [name, this.of(type)] as const)
      .filter(([, numbers]) => numbers.length > 0 || others.length > 0);
    return {
      ...(hidden.length > 0 ? { hidden } : {}),
      ...(members.length > 0 ? { members: Object.fromEntries(members) } : {}),
      ...(others.length > 0 ? { others } : {}),
    };
  }

  #add(part: HiddenMembers): number {
    return this.parts.push(part) - 1;
  }
}
