/**
 * One operation of a descriptor, checked and complete: plain, frozen data. The
 * member `runtime` is all that the function needs, and is written into it as it
 * is. Everything beside `runtime` is for the build alone.
 */

import type { Extensions, TypePlan } from './type-plan.ts';

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof methods)[number];

/** Where a value of the `input` map comes from. */
export const inputPlaces = ['path', 'query', 'header'] as const;
export type InputPlace = (typeof inputPlaces)[number];

/**
 * How the text of one value becomes a value: `text` keeps it, `json`
 * reads objects and models. From the narrowest to the widest: in a union, the
 * first that accepts a text wins.
 */
export const castTypes = [
  'boolean',
  'int32',
  'int64',
  'float',
  'double',
  'date',
  'date-time',
  'json',
  'byte',
  'text',
] as const;
export type CastType = (typeof castTypes)[number];

/** RFC 7396 section 4. */
export const mergePatchMediaType = 'application/merge-patch+json';

/** How the items of a list are sent: each by itself, or all in one text with this between them. */
export const listForms = { repeated: undefined, commas: ',', spaces: ' ', pipes: '|' } as const;
export type ListForm = keyof typeof listForms;

/** A parameter at run time: where its texts are, and how they become a value. */
export interface InputParameter {
  readonly name: string;
  /** Values of a `form` are members of the body, all others of the `input` map. */
  readonly place: InputPlace | 'form';
  /** The gateway's name of a path variable, when it differs: sibling paths must share one name. */
  readonly gatewayName?: string;
  /** A union has several, in the order of `castTypes`. */
  readonly cast: CastType | readonly CastType[];
  readonly required: boolean;
  /** Several values are allowed. */
  readonly isList: boolean;
  /** Of a list. Absent: repeats and comma-separated values are allowed (`allowMultiple`). */
  readonly listForm?: ListForm;
  /** The handler gets it when the parameter is absent. */
  readonly defaultValue?: unknown;
  /** Of a query: what clients may call it instead (`x-synonyms`). They are refused with the name. */
  readonly synonyms?: readonly string[];
}

/** A field of a form. Files are not cast. */
export interface FormField extends InputParameter {
  readonly isFile?: true;
}

export interface RuntimeBody {
  readonly required: boolean;
  readonly maxBytes: number;
  /** Accepted media types. Where application/json is one, types that end in `+json` are accepted, too. */
  readonly mediaTypes: readonly string[];
  /** The handler gets bodies of these types as texts (`x-text-types`). With application/json, no schema checks a body. */
  readonly textTypes?: readonly string[];
  /** The body may be compressed (`x-gzip`). */
  readonly isUnpacked?: true;
  /** Of a PUT or PATCH whose body may have members that the service sets (`x-read-only`). */
  readonly hasReadOnly?: true;
  /** Of a form. Their texts are cast like those of a query. */
  readonly fields?: readonly FormField[];
}

/** A version of the result, and the media type that requests it. */
interface MediaVersion {
  /** Its number, or the media type itself when it is another form of the result (`x-media-types`). */
  readonly version: number | string;
  readonly mediaType: string;
}

/** What responses link to (RFC 8288), as paths in the gateway's words. */
interface OperationLinks {
  /** The served descriptor of the resource. */
  readonly describedBy: string;
  /** The collection that an item belongs to. */
  readonly collection?: string;
}

/** A kind of credential, and the header that carries it. */
export interface AccessScheme {
  /** A token (RFC 6750), or a key of this service. */
  readonly scheme: 'bearer' | 'apiKey';
  /** In lower case. */
  readonly header: string;
}

/** One way to be let in: a credential that has all these scopes. */
export interface AccessAlternative extends AccessScheme {
  readonly scopes: readonly string[];
}

/** Of an object or a list of a result: the members that only requests have, and where others are within it. */
export interface HiddenMembers {
  readonly hidden?: readonly string[];
  /** By name: the numbers of the parts that a member may be. */
  readonly members?: Readonly<Record<string, readonly number[]>>;
  /** The same for all other members. */
  readonly others?: readonly number[];
  /** The same for the items of a list. */
  readonly items?: readonly number[];
}

/** The whole body, or members of it: there, an integer beyond 2^53 is a bigint for the handler. */
export type ExactIntegers = true | readonly string[];

/** What a function knows about itself. The emitter writes every member into the function, whether it knows it or not. */
export interface RuntimeOperation {
  /** `<resource>-<nickname>`, shortened where that is too long: also the key of the function in serverless.yml. */
  readonly id: string;
  readonly successStatus: number;
  /** A request needs one of them. Absent: everybody may call. */
  readonly access?: readonly AccessAlternative[];
  /** Returns 428 for a request without If-Match, or `If-None-Match: *` (`x-require-precondition`). */
  readonly requiresPrecondition?: true;
  /** Processes requests with the same Idempotency-Key once (`x-idempotent`). */
  readonly isIdempotent?: true;
  /** The Cache-Control of a success (`x-cache`). */
  readonly cacheControl?: string;
  /** Headers of every response, errors included: Deprecation and Sunset. Lower-case names. */
  readonly fixedHeaders?: Readonly<Record<string, string>>;
  /** CORS allows some origins only, so responses vary by Origin. */
  readonly variesByOrigin?: true;
  /** Absent in functions that no descriptor describes, e.g. the default route. */
  readonly links?: OperationLinks;
  /** Media types of the response, the default first; empty when there is no content to negotiate. */
  readonly produces: readonly string[];
  /** Present when there are several, version 1 first; all other media types mean version 1. */
  readonly versions?: readonly MediaVersion[];
  readonly parameters: readonly InputParameter[];
  readonly body?: RuntimeBody;
  /** Integers keep all their digits there, and in the result (`x-exact-integers`). */
  readonly exactIntegers?: ExactIntegers;
  /** What is left out of results (`writeOnly`): numbers are places in `parts`. */
  readonly hidden?: { readonly result: readonly number[]; readonly parts: readonly HiddenMembers[] };
}

/** A value of a parameter, a body or a result that documents show. */
export interface ExamplePlan {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface ParameterPlan {
  readonly runtime: InputParameter;
  readonly description?: string;
  /** Of what the handler gets: an array when `isList`. */
  readonly type: TypePlan;
  readonly isDeprecated?: true;
  readonly examples?: readonly ExamplePlan[];
  readonly extensions?: Extensions;
}

export interface FormFieldPlan extends ParameterPlan {
  readonly runtime: FormField;
}

export interface VersionPlan {
  readonly runtime: MediaVersion;
  readonly type: TypePlan;
}

export interface BodyPlan {
  readonly runtime: RuntimeBody;
  readonly description?: string;
  /** Of what the handler gets. */
  readonly type: TypePlan;
  readonly examples?: readonly ExamplePlan[];
  readonly fields?: readonly FormFieldPlan[];
}

export interface ErrorResponsePlan {
  readonly code: number;
  readonly reason: string;
  /** The id of a model. */
  readonly responseModel?: string;
  /** Of another success than that of the function: what the handler returns with it. Of an error: its members. */
  readonly type?: TypePlan;
  /** Of a success. */
  readonly examples?: readonly ExamplePlan[];
  /** Codes of the problems that the handler answers with (`x-problems`). */
  readonly problems?: readonly string[];
}

export interface OperationPlan {
  /** Its parameters, body and versions are the `runtime` of those below. */
  readonly runtime: RuntimeOperation;
  /** The resource is the descriptor's file name without `.json`. */
  readonly resource: string;
  /** Where in its descriptor: the members and indices that lead to it. */
  readonly declaredAt: readonly (string | number)[];
  readonly nickname: string;
  readonly method: Method;
  /** The path as declared, below the base path, e.g. `/source/{id}`. */
  readonly path: string;
  /** Base path and path without a trailing slash, with the names of the descriptor, e.g. `/v1/source/{id}`. */
  readonly routePath: string;
  /** The same with the names of the gateway. `/a/{p*}` becomes two: `/a` and `/a/{p+}`. */
  readonly gatewayPaths: readonly string[];
  /** The paths of a GET that also get a HEAD route, since no operation declares one. */
  readonly headPaths: readonly string[];
  readonly summary: string;
  readonly notes: string;
  readonly parameters: readonly ParameterPlan[];
  readonly body?: BodyPlan;
  /** The result when the client requests no version. */
  readonly result: TypePlan;
  readonly resultExamples?: readonly ExamplePlan[];
  readonly versions?: readonly VersionPlan[];
  readonly errorResponses: readonly ErrorResponsePlan[];
  /** Names of headers that the handler sets on a success (`x-headers`). */
  readonly responseHeaders?: readonly string[];
  readonly isDeprecated: boolean;
  /** As the served descriptor has them, those of the declaration and the listing included. */
  readonly authorizations?: unknown;
  /** No descriptor says who may call it, so everybody may. */
  readonly isUnguarded?: true;
  /** In MB; AWS takes 128 to 10,240. */
  readonly memoryMb?: number;
  /** In seconds; the gateway waits 30. */
  readonly timeoutSeconds?: number;
  readonly extensions?: Extensions;
}
