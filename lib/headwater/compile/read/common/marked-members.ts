/** Members that only one side sends, of JSON bodies and of results: what the functions do about them. */

import { omitEmpty } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { HiddenMembers, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { reachable } from '../../../shared/reachable.ts';
import { allWithin, modelsMeantBy } from '../../schema/models.ts';
import { mapApiOperations, partsBy, subjects } from '../../schema/walk.ts';

export function withMarkedMembers(resource: ResourcePlan): ResourcePlan {
  const { apis, models } = resource;
  const change = (operation: OperationPlan) => withHidden(withReadOnly(operation, models), models);
  return { ...resource, apis: mapApiOperations(apis, change) };
}

/** PUT and PATCH take the members back that the service sets: marks a JSON body that may have them. */
function withReadOnly(operation: OperationPlan, byId: Models): OperationPlan {
  const { body, method } = operation;
  if (!body || body.fields || (method !== 'PUT' && method !== 'PATCH')) return operation;
  if (!hasMarked(body.schema, byId, 'readOnly')) return operation;
  const runtime = { ...body.runtime, hasReadOnly: true } as const;
  return { ...operation, runtime: { ...operation.runtime, body: runtime }, body: { ...body, runtime } };
}

/** Members that only requests have: what the function of an operation leaves out of its result. */
function withHidden(operation: OperationPlan, byId: Models): OperationPlan {
  const { result, errorResponses, runtime } = operation;
  const found = new HiddenParts(byId);
  const others = errorResponses.flatMap(({ schema, code }) => (schema && code < 300 ? [schema] : []));
  const sent = [...(result ? [result] : []), ...others];
  const within = found.of(...sent.filter((schema) => hasMarked(schema, byId, 'writeOnly')));
  if (within.length === 0) return operation;
  return { ...operation, runtime: { ...runtime, hidden: { result: within, parts: found.parts } } };
}

type Mark = 'readOnly' | 'writeOnly';

/** Whether a value of the schema may have such a member at any depth. */
function hasMarked(schema: Schema, byId: Models, mark: Mark): boolean {
  return [...allWithin([schema], byId)].some((each) => marked(each, mark).length > 0);
}

function marked({ properties = {} }: Schema, mark: Mark): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.[mark]);
}

function partsAbout(schema: Schema, subject: 'value' | 'others' | 'items'): Schema[] {
  return partsBy(schema).flatMap(([keyword, part]) =>
    ownMember(subjects, keyword) === subject ? [part] : [],
  );
}

/** The objects and lists that have write-only members, directly or not, each with a number. */
class HiddenParts {
  readonly parts: HiddenMembers[] = [];
  readonly #byId: Models;
  readonly #numbers = new Map<Schema, number>();

  constructor(byId: Models) {
    this.#byId = byId;
  }

  /** The numbers of the parts that a value of the schemas may be. */
  of(...schemas: readonly Schema[]): readonly number[] {
    const all = reachable(schemas, (schema) => [
      ...modelsMeantBy(schema, this.#byId).map((model) => model.schema),
      ...partsAbout(schema, 'value'),
    ]);
    return [...all].flatMap((schema) => this.#numberOf(schema) ?? []);
  }

  /** Models may refer to themselves, so each part gets its number before its members are read. */
  #numberOf(schema: Schema): number | undefined {
    const known = this.#numbers.get(schema);
    if (known !== undefined || !this.#isPart(schema)) return known;
    const number = this.parts.push({}) - 1;
    this.#numbers.set(schema, number);
    this.parts[number] = this.#membersOf(schema);
    return number;
  }

  #isPart(schema: Schema): boolean {
    const { $ref: _, ...own } = schema;
    const within = Object.entries(own).filter(([keyword]) => ownMember(subjects, keyword) !== 'value');
    return hasMarked(Object.fromEntries(within), this.#byId, 'writeOnly');
  }

  #membersOf(schema: Schema): HiddenMembers {
    const others = this.of(...partsAbout(schema, 'others'));
    const members = Object.entries(schema.properties ?? {})
      .map(([name, each]) => [name, this.of(each)] as const)
      .filter(([, numbers]) => numbers.length > 0 || others.length > 0);
    return omitEmpty({
      hidden: marked(schema, 'writeOnly'),
      members: Object.fromEntries(members),
      others,
      items: this.of(...partsAbout(schema, 'items')),
    });
  }
}
