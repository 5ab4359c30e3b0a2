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

export type TypePlan =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'any' }
  | { readonly kind: 'object' }
  | { readonly kind: 'void' }
  | { readonly kind: 'model'; readonly id: string }
  | IntegerType
  | NumberType
  | StringType
  | ArrayType;

export interface PropertyPlan {
  readonly name: string;
  readonly description?: string;
  readonly type: TypePlan;
  readonly required: boolean;
}

/** A named object type. `isOpen` admits members that are not declared. */
export interface ModelPlan {
  readonly id: string;
  readonly description?: string;
  readonly properties: readonly PropertyPlan[];
  readonly isOpen: boolean;
}
