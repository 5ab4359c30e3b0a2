/** The TypeScript type of the values of a schema. */

import type { Discriminator, JsonType, Models, Schema } from '../../../shared/plan/schema.ts';
import { flat, typesIn } from '../../schema/flat.ts';
import { tagsFor } from '../../schema/models.ts';
import { isBytes, isNever, modelOf, modelReference } from '../../schema/walk.ts';
import {
  braces,
  type Code,
  code,
  docComment,
  identifier,
  imported,
  joinCode,
  literal,
  memberName,
} from './source-text.ts';

/** The models in results, which lack members that only requests have. */
export const resultModels = 'ResultModels';

export class SchemaTypes {
  readonly #byId: Models;
  /** The type whose members are the models: `Models` or `ResultModels`. */
  readonly #use: Code;
  /** The models whose members are being written: within these, they are named. */
  readonly #around: readonly string[];

  constructor(byId: Models, use = identifier('Models'), around: readonly string[] = []) {
    this.#byId = byId;
    this.#use = use;
    this.#around = around;
  }

  of(schema: Schema): Code {
    return this.#typeOf(schema).code;
  }

  #typeOf(schema: Schema): Type {
    const id = modelOf(schema);
    if (id !== undefined) return this.#modelNamed(id);
    if (isNever(schema)) return never;
    if (isBytes(schema)) return single(imported('FormFile', '#lib/run/http/request/form.ts', 'type'));
    const { $ref, allOf = [], ...own } = schema;
    const parts = [...($ref === undefined ? [] : [{ $ref }]), ...allOf];
    const [around, merged] = [true, false].map((isAround) =>
      parts.filter((part) => this.#around.includes(modelReference(part)?.id ?? '') === isAround),
    );
    const ids = (list: readonly Schema[] = []) => list.flatMap((part) => modelReference(part)?.id ?? []);
    const inner = new SchemaTypes(this.#byId, this.#use, [...this.#around, ...ids(merged)]);
    const whole = flat({ ...own, allOf: merged ?? [] }, this.#byId);
    return intersection([...inner.#partsOf(whole), ...ids(around).map((each) => this.#modelNamed(each))]);
  }

  #modelNamed(id: string): Type {
    return single(code`${this.#use}[${id}]`);
  }

  /** The types that a value has at once. */
  #partsOf(schema: Schema): Type[] {
    const { anyOf, oneOf, discriminator, allOf = [] } = schema;
    const unions = [
      ...(anyOf ? [this.#unionOf(anyOf)] : []),
      ...(oneOf && discriminator ? [this.#taggedUnion(oneOf, discriminator)] : []),
      ...(oneOf && !discriminator ? [this.#unionOf(oneOf)] : []),
    ];
    // That the value is an object is what the union says, too.
    const saysMembers = aboutMembers.some((keyword) => schema[keyword] !== undefined);
    const isSaid = schema.type === 'object' && !saysMembers && unions.some((each) => !isUnknown(each));
    return [
      ...(isSaid ? [] : [this.#ownType(schema)]),
      ...unions,
      ...allOf.map((each) => this.#typeOf(each)),
    ];
  }

  #ownType(schema: Schema): Type {
    const { enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
    if (values) return union(values.map((value) => single(literal(value))));
    const types = typesIn(schema);
    return types ? union(types.map((type) => this.#ofType(type, schema))) : unknown;
  }

  #ofType(type: JsonType, schema: Schema): Type {
    switch (type) {
      case 'integer':
        return single(identifier('number'));
      case 'array':
        return this.#arrayType(schema);
      case 'object':
        return single(this.#objectType(schema));
      default:
        return single(identifier(type));
    }
  }

  /** The items of a list, by their places if it declares these. */
  #arrayType({ items = {}, minItems = 0, maxItems = Infinity, prefixItems }: Schema): Type {
    const others = code`${grouped(this.#typeOf(items))}[]`;
    if (!prefixItems) return compound(code`readonly ${others}`);
    const places = prefixItems.map(
      (each, index) => code`${grouped(this.#typeOf(each))}${index < minItems ? code`` : code`?`}`,
    );
    const isLonger = maxItems > prefixItems.length && !isNever(items);
    return compound(code`readonly [${joinCode(isLonger ? [...places, code`...${others}`] : places, ', ')}]`);
  }

  #objectType(schema: Schema): Code {
    const { properties = {}, required = [] } = schema;
    const others = this.#otherMembers(schema);
    const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
    const members = [
      ...Object.entries(properties).map(([name, property]) => ({
        name,
        description: property.description,
        isPresent: required.includes(name) && !(property.writeOnly && this.#use.text === resultModels),
        type: this.#typeOf(property),
      })),
      ...undeclared.map((name) => ({ name, description: undefined, isPresent: true, type: others })),
    ];
    const lines = members.map(
      ({ name, description, isPresent, type }) =>
        code`${docComment(description)}readonly ${memberName(name)}${isPresent ? code`` : code`?`}: ${type.code};`,
    );
    if (others === never) return braces(lines);
    // TypeScript requires the type of every member to fit the index signature.
    const optional = members.some(({ isPresent }) => !isPresent) ? [single(identifier('undefined'))] : [];
    const index = union([others, ...members.map(({ type }) => type), ...optional]);
    const signature = code`readonly [member: string]: ${index.code}`;
    return lines.length === 0 ? code`{ ${signature} }` : braces([...lines, code`${signature};`]);
  }

  /** Of members that are not declared. TypeScript knows names of members, and no patterns. */
  #otherMembers({ additionalProperties = {}, patternProperties = {} }: Schema): Type {
    return this.#unionOf([...Object.values(patternProperties), additionalProperties]);
  }

  #unionOf(alternatives: readonly Schema[]): Type {
    return union(alternatives.map((each) => this.#typeOf(each)));
  }

  /** A member names the type of an object: TypeScript narrows by it. */
  #taggedUnion(oneOf: readonly Schema[], discriminator: Discriminator): Type {
    const alternatives = oneOf.map((each) => {
      const tag = union(tagsFor(each, discriminator).map((name) => single(literal(name))));
      const member = code`{ readonly ${memberName(discriminator.propertyName)}: ${tag.code} }`;
      return single(code`(${this.of(each)} & ${member})`);
    });
    return union(alternatives);
  }
}

const aboutMembers = ['properties', 'additionalProperties', 'patternProperties', 'required'];

interface Type {
  readonly code: Code;
  /** `readonly`, `|` and `&` bind less tightly than `[]`. */
  readonly isCompound: boolean;
}

function single(type: Code): Type {
  return { code: type, isCompound: false };
}

function compound(type: Code): Type {
  return { code: type, isCompound: true };
}

const unknown = single(identifier('unknown'));
const never = single(identifier('never'));

function isUnknown(type: Type): boolean {
  return type.code.text === 'unknown';
}

function grouped({ code: type, isCompound }: Type): Code {
  return isCompound ? code`(${type})` : type;
}

function union(types: readonly Type[]): Type {
  if (types.some(isUnknown)) return unknown;
  return joined(
    types.filter((type) => type !== never),
    ' | ',
    never,
  );
}

function intersection(types: readonly Type[]): Type {
  return joined(
    types.filter((type) => !isUnknown(type)),
    ' & ',
    unknown,
  );
}

function joined(types: readonly Type[], operator: string, none: Type): Type {
  const [only = none, ...others] = new Map(types.map((type) => [type.code.text, type])).values();
  if (others.length === 0) return only;
  return compound(joinCode([only, ...others].map(grouped), operator));
}
