/** Members that one part of a schema describes and another part refuses, as a closed object refuses all that it does not know. */

import { ownMember } from '../../../shared/json/own-member.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { reachable } from '../../../shared/reachable.ts';
import { modelsMeantBy } from '../../schema/models.ts';
import { isAny, isNever, modelReference, partsBy, subjects } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

const accepted =
  'parts that know each other\'s members, or open parts and "unevaluatedProperties": false beside "allOf" (3.1)';

/**
 * Reports required members that no object may have, and warns of optional ones.
 *
 * @param isImpossible whether no value satisfies a schema.
 */
export function reportRefused(
  node: SourceNode,
  schema: Schema,
  byId: Models,
  isImpossible: (schema: Schema) => boolean,
): void {
  const values = new ValueParts(byId);
  if (!values.possible(schema).some(isLimiting)) return;
  const { $ref, allOf = [], ...own } = schema;
  const others = [...($ref === undefined ? [] : [{ $ref }]), ...allOf];
  const parts = [own, ...others];
  const labelOf = (part: Schema = {}) => {
    const id = modelReference(part)?.id;
    if (id !== undefined) return quote(id);
    return part === own ? 'the schema itself' : 'a part of it';
  };
  const [required, optional] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const name of values.names(schema)) {
    const member = new Member(name, values, isImpossible);
    const isRequired = member.isRequiredBy(schema);
    const says = (part: Schema) => (isRequired ? member.isRequiredBy(part) : member.isDeclaredBy(part));
    const refuses = (part: Schema) => member.isRefusedBy(part);
    // A part that contradicts itself has a diagnostic of its own.
    if (!says(schema) || !refuses(schema) || others.some((part) => says(part) && refuses(part))) continue;
    const [saying, refusing] = [parts.find(says), parts.find(refuses)].map(labelOf);
    const what = `which ${saying} ${isRequired ? 'requires' : 'declares'} and ${refusing} refuses`;
    const found = isRequired ? required : optional;
    found.set(what, [...(found.get(what) ?? []), quote(name)]);
  }
  const at = node.at('allOf', '$ref', 'anyOf', 'oneOf');
  for (const [what, names] of required)
    at.report('E-UNSUPPORTED', `${names.join(', ')}, ${what}: no object satisfies both`, accepted);
  for (const [what, names] of optional)
    at.report('W-UNSUPPORTED', `${names.join(', ')}, ${what}: no object has it`, accepted);
}

/** Whether the schema may refuse a member by its name. */
function isLimiting({ properties = {}, ...others }: Schema): boolean {
  const isNamed = Object.values(properties).some(isNever);
  return isNamed || limiting.some((keyword) => others[keyword] !== undefined);
}

const limiting = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];

/** Keywords whose schemas say something of the value, if they apply. */
const applied = Object.entries(subjects).flatMap(([keyword, subject]) =>
  subject === 'value' ? keyword : [],
);

/** The schemas of a value: a schema, what it refers to, and its parts. */
class ValueParts {
  readonly #byId: Models;
  readonly #certain = new Map<Schema, readonly Schema[]>();
  readonly #possible = new Map<Schema, readonly Schema[]>();

  constructor(byId: Models) {
    this.#byId = byId;
  }

  /** The schemas that each value satisfies. */
  certain(schema: Schema): readonly Schema[] {
    const parts = this.#certain.get(schema) ?? this.#partsOf(schema, ['allOf']);
    this.#certain.set(schema, parts);
    return parts;
  }

  /** The same with alternatives and conditions, which a value may satisfy. */
  possible(schema: Schema): readonly Schema[] {
    const parts = this.#possible.get(schema) ?? this.#partsOf(schema, [...applied, 'if']);
    this.#possible.set(schema, parts);
    return parts;
  }

  /** The names that they declare or require. */
  names(schema: Schema): ReadonlySet<string> {
    const all = this.possible(schema);
    return new Set(
      all.flatMap(({ properties = {}, required = [] }) => [...Object.keys(properties), ...required]),
    );
  }

  #partsOf(schema: Schema, keywords: readonly string[]): readonly Schema[] {
    const parts = reachable([schema], (part) => {
      const alone = this.#byId.get(modelReference(part)?.id ?? '');
      const models = keywords.length > 1 ? modelsMeantBy(part, this.#byId) : [];
      const within = partsBy(part).filter(([keyword]) => keywords.includes(keyword));
      return [
        ...[...(alone ? [alone] : []), ...models].map((model) => model.schema),
        ...within.map(([, each]) => each),
      ];
    });
    return [...parts];
  }
}

/** What schemas say of one member of their objects. */
class Member {
  readonly #name: string;
  readonly #values: ValueParts;
  readonly #isImpossible: (schema: Schema) => boolean;
  readonly #refused = new Map<Schema, boolean>();

  constructor(name: string, values: ValueParts, isImpossible: (schema: Schema) => boolean) {
    this.#name = name;
    this.#values = values;
    this.#isImpossible = isImpossible;
  }

  isRequiredBy(schema: Schema): boolean {
    return this.#values.certain(schema).some(({ required = [] }) => required.includes(this.#name));
  }

  /** A schema that declares `false` for a member refuses it. */
  isDeclaredBy(schema: Schema): boolean {
    const declared = this.#values.possible(schema).map(({ properties }) => ownMember(properties, this.#name));
    return declared.some((each) => each) && !declared.some((each) => each && isNever(each));
  }

  isRefusedBy(schema: Schema): boolean {
    const known = this.#refused.get(schema);
    if (known !== undefined) return known;
    const parts = this.#values.certain(schema);
    const said = parts.flatMap((part) => this.#schemasIn(part));
    const unions = parts.flatMap(({ anyOf, oneOf }) => [anyOf ?? [], oneOf ?? []]);
    const isRefused =
      said.some(isNever) ||
      (said.length > 1 && this.#isImpossible({ allOf: said })) ||
      unions.some((union) => union.length > 0 && union.every((each) => this.isRefusedBy(each)));
    this.#refused.set(schema, isRefused);
    return isRefused;
  }

  /** What the keywords of one schema say of the member. */
  #schemasIn(schema: Schema): readonly Schema[] {
    const { properties, additionalProperties = {}, unevaluatedProperties } = schema;
    const property = ownMember(properties, this.#name);
    const known = [...(property ? [property] : []), ...this.#matchedIn(schema)];
    if (known.length > 0) return known;
    if (!isAny(additionalProperties)) return [additionalProperties];
    return unevaluatedProperties && !this.#isSeenBy(schema) ? [unevaluatedProperties] : [];
  }

  #matchedIn({ patternProperties = {} }: Schema): Schema[] {
    const matching = Object.entries(patternProperties).filter(([pattern]) =>
      new RegExp(pattern, 'u').test(this.#name),
    );
    return matching.map(([, each]) => each);
  }

  /** Whether a keyword beside `unevaluatedProperties` may have seen the member. */
  #isSeenBy({ unevaluatedProperties: _, ...schema }: Schema): boolean {
    return this.#values
      .possible(schema)
      .some(
        (each) =>
          each.additionalProperties !== undefined ||
          each.unevaluatedProperties !== undefined ||
          ownMember(each.properties, this.#name) !== undefined ||
          this.#matchedIn(each).length > 0,
      );
  }
}
