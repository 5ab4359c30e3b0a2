/**
 * The type of a parameter, a body, a property or a result, after both
 * dialects' spellings have been read. Everything that depends on a type (the
 * cast, the JSON Schema, the TypeScript type, the served descriptor) is
 * derived from this and from nothing else.
 */

import type { StringFormat } from '../json/formats.ts';

export const integerFormats = ['int32', 'int64'] as const;
export const numberFormats = ['float', 'double'] as const;

export type IntegerFormat = (typeof integerFormats)[number];
export type NumberFormat = (typeof numberFormats)[number];

/** Members that begin with `x-`, served as they were written. */
export type Extensions = Readonly<Record<string, unknown>>;

export interface BooleanType {
  readonly kind: 'boolean';
  readonly allowed?: readonly boolean[];
}

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

/** The members of an object. */
export interface ObjectShape {
  readonly properties: readonly PropertyPlan[];
  /** What members beside `properties` must be; absent: there are none. */
  readonly additional?: TypePlan;
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
  | { readonly kind: 'any' }
  | { readonly kind: 'file' }
  | { readonly kind: 'null' }
  | { readonly kind: 'void' }
  | { readonly kind: 'model'; readonly id: string }
  | BooleanType
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
  /** Told to clients; a body is handed on as it was sent. */
  readonly defaultValue?: unknown;
  readonly extensions?: Extensions;
}

/** An object type with a name, by which others may refer to it, in circles too. */
export interface ModelPlan extends ObjectShape {
  readonly id: string;
  readonly description?: string;
  /** The property that holds the id of the model that an object is of; sub types have it from their parent. */
  readonly discriminator?: string;
  /** The models right below this one; an object of any of them may stand where this one is asked for. */
  readonly subTypes?: readonly string[];
  readonly extensions?: Extensions;
}
