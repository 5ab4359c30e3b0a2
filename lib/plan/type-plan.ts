/**
 * The type of a parameter, a body, a property or a result, after both
 * dialects' spellings have been read. Everything that depends on a type (the
 * cast, the JSON Schema, the TypeScript type, the served descriptor) is
 * derived from this and from nothing else.
 */

export const integerFormats = ['int32', 'int64'] as const;
export const numberFormats = ['float', 'double'] as const;
export const stringFormats = ['byte', 'date', 'date-time'] as const;

export type IntegerFormat = (typeof integerFormats)[number];
export type NumberFormat = (typeof numberFormats)[number];
export type StringFormat = (typeof stringFormats)[number];

export interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface IntegerType extends NumberLimits {
  readonly kind: 'integer';
  readonly format: IntegerFormat;
  readonly allowed?: readonly number[];
}

export interface NumberType extends NumberLimits {
  readonly kind: 'number';
  readonly format: NumberFormat;
  readonly allowed?: readonly number[];
}

export interface StringType {
  readonly kind: 'string';
  readonly format?: StringFormat;
  /** ECMA-262 regular expression, matched anywhere unless anchored. */
  readonly pattern?: string;
  /** In Unicode code points, as JSON Schema counts. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly allowed?: readonly string[];
}

export interface ArrayType {
  readonly kind: 'array';
  readonly items: TypePlan;
  readonly unique: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The members of an object. `isOpen` admits others as well. */
export interface ObjectShape {
  readonly properties: readonly PropertyPlan[];
  readonly isOpen: boolean;
}

/** Without a shape any object will do. */
export interface ObjectType {
  readonly kind: 'object';
  readonly shape?: ObjectShape;
}

/** A value of any of these types. */
export interface UnionType {
  readonly kind: 'union';
  /** At least two. */
  readonly of: readonly TypePlan[];
}

export type TypePlan =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'any' }
  | { readonly kind: 'void' }
  | { readonly kind: 'model'; readonly id: string }
  | IntegerType
  | NumberType
  | StringType
  | ArrayType
  | ObjectType
  | UnionType;

export interface PropertyPlan {
  readonly name: string;
  readonly description?: string;
  readonly type: TypePlan;
  readonly required: boolean;
}

/** An object type with a name, by which others may refer to it, in circles too. */
export interface ModelPlan extends ObjectShape {
  readonly id: string;
  readonly description?: string;
}

/** The models that a type names itself; not those that these models name in turn. */
export function modelsNamedIn(type: TypePlan): string[] {
  switch (type.kind) {
    case 'model':
      return [type.id];
    case 'array':
      return modelsNamedIn(type.items);
    case 'object':
      return (type.shape?.properties ?? []).flatMap((property) => modelsNamedIn(property.type));
    case 'union':
      return type.of.flatMap(modelsNamedIn);
    default:
      return [];
  }
}
