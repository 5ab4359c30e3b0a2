/** The TypeScript type of the values of a schema. */

import { omitUndefined } from '../../../shared/json/omit.ts';
import type { Discriminator, JsonType, Models, Schema } from '../../../shared/plan/schema.ts';
import { flat, typesIn } from '../../schema/flat.ts';
import { standsForItself, tagsFor } from '../../schema/models.ts';
import { isBytes, isNever, modelOf, modelReference } from '../../schema/walk.ts';
import {
  braces,
  type Code,
  code,
  compound,
  docComment,
  grouped,
  identifier,
  imported,
  joinCode,
  literal,
  memberName,
} from './source-text.ts';

/**
 * At most so many models are written out within each other; a type names the next one. A hostile document would otherwise
 * double its types with each model.
 */
const maxWithin = 8;

/** The models in results, which lack members that only requests have. */
export const resultModels = 'ResultModels';

/** The models in requests, which need not have members that the service sets. */
export const requestModels = 'RequestModels';

export class SchemaTypes {
  readonly #byId: Models;
  /** The type whose members are the models: `Models`, `ResultModels` or `RequestModels`. */
  readonly #use: Code;
  /** The models whose members are being written: within these, they are named. */
  readonly #around: readonly string[];

  constructor(byId: Models, use = identifier('Models'), around: readonly string[] = []) {
    this.#byId = byId;
    this.#use = use;
    this.#around = around;
  }

  of(schema: Schema): Code {
    const id = modelOf(schema);
    if (id !== undefined) return this.#modelNamed(id);
    if (isNever(schema)) return never;
    if (isBytes(schema)) return imported('FormFile', 'headwater/http', 'type');
    const { $ref, allOf = [], ...own } = schema;
    const parts = [...($ref === undefined ? [] : [{ $ref }]), ...allOf];
    const idsOf = (list: readonly Schema[]) => list.flatMap((part) => modelReference(part)?.id ?? []);
    const isDeep = this.#around.length >= maxWithin;
    const around = idsOf(parts).filter((each) => isDeep || this.#around.includes(each));
    const merged = parts.filter((part) => !around.includes(modelReference(part)?.id ?? ''));
    const inner = new SchemaTypes(this.#byId, this.#use, [...this.#around, ...idsOf(merged)]);
    const whole = flat({ ...own, allOf: merged }, this.#byId);
    return intersection([...inner.#partsOf(whole), ...around.map((each) => this.#modelNamed(each))]);
  }

  #modelNamed(id: string): Code {
    return code`${this.#use}[${id}]`;
  }

  /** The types that a value has at once. */
  #partsOf(schema: Schema): Code[] {
    const { discriminator } = schema;
    const { anyOf, oneOf, allOf = [] } = this.#closed(schema);
    const unions = [
      ...(anyOf ? [this.#unionOf(anyOf)] : []),
      ...(oneOf ? [discriminator ? this.#taggedUnion(oneOf, discriminator) : this.#unionOf(oneOf)] : []),
    ];
    // That the value is an object is what the union says, too.
    const saysMembers = aboutMembers.some((keyword) => schema[keyword] !== undefined);
    const isSaid = schema.type === 'object' && !saysMembers && unions.some((each) => !isUnknown(each));
    return [...(isSaid ? [] : [this.#ownType(schema)]), ...unions, ...allOf.map((each) => this.of(each))];
  }

  /** The schema with what it says of other members in each part: an open one would open the whole. */
  #closed(schema: Schema): Schema {
    const { unevaluatedProperties, anyOf, oneOf, allOf } = schema;
    if (!unevaluatedProperties) return schema;
    const close = (part: Schema): Schema =>
      this.#isOpen(part) ? { allOf: [part], unevaluatedProperties } : part;
    return omitUndefined({ anyOf: anyOf?.map(close), oneOf: oneOf?.map(close), allOf: allOf?.map(close) });
  }

  /** Whether a part says nothing of other members: one that does has seen them all. A part within itself stays as it is. */
  #isOpen(part: Schema): boolean {
    const id = modelReference(part)?.id;
    const isAlone = id === undefined || (standsForItself(id, this.#byId) && !this.#around.includes(id));
    return isAlone && flat(part, this.#byId).unevaluatedProperties === undefined;
  }

  /** Whether the parts say which other members there are: a signature beside them would limit those that a part declares. */
  #areOthersOfParts({ unevaluatedProperties, additionalProperties, anyOf, oneOf, allOf }: Schema): boolean {
    if (!unevaluatedProperties || additionalProperties !== undefined) return false;
    return [anyOf, oneOf, allOf].some((parts) => parts?.some((part) => this.#isOpen(part)));
  }

  #ownType(schema: Schema): Code {
    const { enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
    if (values) return union(values.map(literal));
    const types = typesIn(schema);
    return types ? union(types.map((type) => this.#ofType(type, schema))) : unknown;
  }

  #ofType(type: JsonType, schema: Schema): Code {
    if (type === 'array') return this.#arrayType(schema);
    if (type === 'object') return this.#objectType(schema);
    return identifier(type === 'integer' ? 'number' : type);
  }

  /** The items of a list, by their places if it declares these. */
  #arrayType({ items = {}, minItems = 0, maxItems = Infinity, prefixItems }: Schema): Code {
    const others = code`${grouped(this.of(items))}[]`;
    if (!prefixItems) return compound(code`readonly ${others}`);
    const places = prefixItems.map(
      (each, index) => code`${grouped(this.of(each))}${index < minItems ? code`` : code`?`}`,
    );
    const isLonger = maxItems > prefixItems.length && !isNever(items);
    return compound(code`readonly [${joinCode(isLonger ? [...places, code`...${others}`] : places, ', ')}]`);
  }

  #objectType(schema: Schema): Code {
    const { properties = {}, required = [] } = schema;
    const areOfParts = this.#areOthersOfParts(schema);
    const others = areOfParts ? (schema.patternProperties ? unknown : never) : this.#otherMembers(schema);
    const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
    const members = [
      ...Object.entries(properties).map(([name, property]) => ({
        name,
        description: property.description,
        isPresent: required.includes(name) && !this.#isLeftOut(property),
        type: this.of(property),
      })),
      ...undeclared.map((name) => ({
        name,
        description: undefined,
        isPresent: true,
        type: areOfParts ? unknown : others,
      })),
    ];
    const lines = members.map(
      ({ name, description, isPresent, type }) =>
        code`${docComment(description)}readonly ${memberName(name)}${isPresent ? code`` : code`?`}: ${type};`,
    );
    if (others === never) return braces(lines);
    // TypeScript requires the type of every member to fit the index signature.
    const optional = members.some(({ isPresent }) => !isPresent) ? [identifier('undefined')] : [];
    const index = union([others, ...members.map(({ type }) => type), ...optional]);
    const signature = code`readonly [member: string]: ${index}`;
    return lines.length === 0 ? code`{ ${signature} }` : braces([...lines, code`${signature};`]);
  }

  #isLeftOut({ readOnly, writeOnly }: Schema): boolean {
    const { text } = this.#use;
    return (readOnly === true && text === requestModels) || (writeOnly === true && text === resultModels);
  }

  /** The type of members that are not declared. TypeScript knows names of members, not patterns. */
  #otherMembers({ unevaluatedProperties = {}, patternProperties = {}, ...schema }: Schema): Code {
    const { additionalProperties = unevaluatedProperties } = schema;
    return this.#unionOf([...Object.values(patternProperties), additionalProperties]);
  }

  #unionOf(alternatives: readonly Schema[]): Code {
    return union(alternatives.map((each) => this.of(each)));
  }

  /** A member names the type of an object: TypeScript narrows by it. */
  #taggedUnion(oneOf: readonly Schema[], discriminator: Discriminator): Code {
    const alternatives = oneOf.map((each) => {
      const tag = union(tagsFor(each, discriminator).map(literal));
      const member = code`{ readonly ${memberName(discriminator.propertyName)}: ${tag} }`;
      return code`(${this.of(each)} & ${member})`;
    });
    return union(alternatives);
  }
}

const aboutMembers = ['properties', 'additionalProperties', 'patternProperties', 'required'];

const unknown = identifier('unknown');
const never = identifier('never');

function isUnknown(type: Code): boolean {
  return type.text === 'unknown';
}

function union(types: readonly Code[]): Code {
  if (types.some(isUnknown)) return unknown;
  const possible = types.filter((type) => type !== never);
  return joined(possible, ' | ', never);
}

function intersection(types: readonly Code[]): Code {
  const limiting = types.filter((type) => !isUnknown(type));
  return joined(limiting, ' & ', unknown);
}

function joined(types: readonly Code[], operator: string, none: Code): Code {
  const [only = none, ...others] = new Map(types.map((type) => [type.text, type])).values();
  if (others.length === 0) return only;
  return compound(joinCode([only, ...others].map(grouped), operator));
}
