/**
 * The type of a parameter, a body, a property or a result: a schema of JSON Schema draft 2020-12, whatever dialect
 * declares it. The cast, the validator, the TypeScript type and the served documents are derived from this alone.
 */

/** Members that begin with `x-`, served unchanged. */
export type Extensions = Readonly<Record<string, unknown>>;

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/**
 * `{}` says nothing, and `{ not: {} }` refuses every value: there are no boolean schemas. A schema that accepts values of some
 * JSON types alone names them in `type`. An integer or a number has a format.
 */
export interface Schema {
  /** `#/$defs/<id>`: a model or any of its sub types. `#/definitions/<id>`: the model itself, as a part of another one. */
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** `int32`, `int64`, `float` and `double` have a range, `byte`, `date` and `date-time` are checked, others are not. */
  readonly format?: string;
  /** `application/octet-stream` without a type: bytes, sent as they are. */
  readonly contentMediaType?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** Greater than 0. It applies to numbers as decimals: 0.3 is a multiple of 0.1. */
  readonly multipleOf?: number;
  /** An ECMA-262 regular expression, matched anywhere unless anchored. */
  readonly pattern?: string;
  /** Completes "The value …" for a value that does not match the pattern. */
  readonly 'x-message'?: string;
  /** True if the time to match the pattern grows with the square of the length, which is therefore limited. Never served. */
  readonly isQuadratic?: true;
  /** In Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly uniqueItems?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly additionalProperties?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  /** Beside a `oneOf` of references to models: a member names the model of the value (OpenAPI 3.1 section 4.8.25). */
  readonly discriminator?: Discriminator;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Whether the service sets it, so that a request must not contain it. */
  readonly readOnly?: boolean;
  /** Whether only requests have it; results omit it. */
  readonly writeOnly?: boolean;
  /** Served to clients; never filled into a body. */
  readonly default?: unknown;
  /** They do not affect which values are valid. */
  readonly examples?: readonly unknown[];
  /** Other keywords of the standard, and members that begin with `x-`. */
  readonly [keyword: string]: unknown;
}

export interface Discriminator {
  readonly propertyName: string;
  /** The texts that name a model, with its `$ref`. No text names two models. */
  readonly mapping: Readonly<Record<string, string>>;
}

/** A schema with a name. Models may refer to each other, also recursively. */
export interface ModelPlan {
  readonly id: string;
  /** The schema of the model itself: a sub type has all members of the models above it. */
  readonly schema: Schema;
  /** The property that contains the id of the object's model. Sub types inherit it. */
  readonly discriminator?: string;
  /** The values of the discriminator that name this model. Absent: its id. */
  readonly tags?: readonly string[];
  /** The direct sub types. An object of any of them is valid where this model is declared. */
  readonly subTypes?: readonly string[];
  /** True if only consumers use it: then it is neither served nor documented. */
  readonly isInternal?: true;
}

export type Models = ReadonlyMap<string, ModelPlan>;
