/**
 * The type of a parameter, a body, a property or a result, independent of
 * the dialect that declares it. Everything that depends on a type (the
 * cast, the JSON Schema, the TypeScript type, the served descriptor) is
 * derived from this alone: casts and descriptors from its own members, the
 * others also from its checks.
 */

import type { StringFormat } from '../json/formats.ts';

export const integerFormats = ['int32', 'int64'] as const;
export const numberFormats = ['float', 'double'] as const;

type IntegerFormat = (typeof integerFormats)[number];
type NumberFormat = (typeof numberFormats)[number];

/** Members that begin with `x-`, served unchanged. */
export type Extensions = Readonly<Record<string, unknown>>;

interface BooleanType {
  readonly kind: 'boolean';
  readonly allowed?: readonly boolean[];
}

export interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** Greater than 0. It applies to numbers as decimals: 0.3 is a multiple of 0.1. */
  readonly multipleOf?: number;
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
  /** True if the document declares arbitrary bytes (`format: binary`). No check applies. */
  readonly isBinary?: true;
  /** An ECMA-262 regular expression, matched anywhere unless anchored. */
  readonly pattern?: string;
  /** Completes "The value …" for a value that does not match, in place of the pattern (`x-message`). */
  readonly message?: string;
  /** True if the time to match grows with the square of the length, which is therefore limited. */
  readonly isQuadratic?: true;
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

export interface ObjectShape {
  readonly properties: readonly PropertyPlan[];
  /** The type of all other members. Absent: no other members are allowed. */
  readonly additional?: TypePlan;
}

/** An object. Without a shape, any object is valid. */
export interface ObjectType extends MemberCounts {
  readonly kind: 'object';
  readonly shape?: ObjectShape;
}

export interface MemberCounts {
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface UnionType {
  readonly kind: 'union';
  /** At least two. */
  readonly of: readonly TypePlan[];
  /** Whether a value that has several of the types is refused (`oneOf`). Absent if no value can. */
  readonly isExclusive?: true;
  /** Present if all types are models or objects, and a member of the value names its type. */
  readonly discriminator?: UnionDiscriminator;
}

export interface UnionDiscriminator {
  readonly property: string;
  /** For each type of the union, the texts that name it. No text names two types. */
  readonly tags: readonly (readonly string[])[];
}

/** Examples of values for the documentation. They do not affect which values are valid. */
export interface WithExamples {
  readonly examples?: readonly unknown[];
}

/** Keywords of JSON Schema 2020-12 that also hold for the value: validators and documents have them as they are. */
export interface Checks {
  readonly schemas?: Readonly<Record<string, TypePlan>>;
  readonly lists?: Readonly<Record<string, readonly TypePlan[]>>;
  readonly maps?: Readonly<Record<string, Readonly<Record<string, TypePlan>>>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface WithChecks {
  readonly checks?: Checks;
}

export type TypePlan = WithExamples &
  WithChecks &
  (
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
    | UnionType
  );

export interface PropertyPlan {
  readonly name: string;
  readonly description?: string;
  readonly type: TypePlan;
  readonly required: boolean;
  /** Whether only its name is required: it is as all other members are. */
  readonly isUndeclared?: true;
  /** Whether the service sets it, so that a request must not contain it. */
  readonly isReadOnly?: true;
  /** Whether only requests have it; results omit it. */
  readonly isWriteOnly?: true;
  readonly isDeprecated?: true;
  /** Served to clients; never filled into a body. */
  readonly defaultValue?: unknown;
  readonly extensions?: Extensions;
}

/** A named object type. Models may refer to each other, also recursively. */
export interface ModelPlan extends ObjectShape, MemberCounts, WithExamples, WithChecks {
  readonly id: string;
  readonly description?: string;
  /** The property that contains the id of the object's model. Sub types inherit it. */
  readonly discriminator?: string;
  /** The values of the discriminator that name this model. Absent: its id. */
  readonly tags?: readonly string[];
  /** The direct sub types. An object of any of them is valid where this model is declared. */
  readonly subTypes?: readonly string[];
  readonly isDeprecated?: true;
  /** True if only consumers use it: then it is neither served nor documented. */
  readonly isInternal?: true;
  readonly extensions?: Extensions;
}
