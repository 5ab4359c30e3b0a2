/**
 * One operation of a descriptor, checked and complete: plain, frozen data. The build
 * writes the member `runtime`, which contains all that the function needs, into the
 * function unchanged. Only the build uses the other members.
 */

import type { FilterOperator } from '../query/syntax-tree.ts';
import type { AwsUse } from './aws-resources.ts';
import type { Extensions, Schema } from './schema.ts';

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof methods)[number];

/** The sources of the values of the `input` map. */
export const inputPlaces = ['path', 'query', 'header'] as const;
export type InputPlace = (typeof inputPlaces)[number];

/**
 * The casts from the text of a value: `text` keeps it, `json` reads objects and
 * models. They are in order from the narrowest to the widest: in a union, the first
 * cast that accepts a text wins.
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
  'json-array',
  'byte',
  'text',
] as const;
export type CastType = (typeof castTypes)[number];

/** RFC 7396 section 4. */
export const mergePatchMediaType = 'application/merge-patch+json';

/** The forms in which clients send a list: an item each time, or one text with this separator. */
export const listForms = { repeated: undefined, commas: ',', spaces: ' ', pipes: '|' } as const;
export type ListForm = keyof typeof listForms;

/** How a parameter with `x-filter` compares the field of a document with its value. */
export interface ParameterFilter {
  /** The field of the document type. */
  readonly field: string;
  readonly op: FilterOperator;
}

/** A parameter at run time: the place of its texts, and their cast. */
export interface InputParameter {
  readonly name: string;
  /** A value in a `form` is a member of the body; all others are in the `input` map. */
  readonly place: InputPlace | 'form';
  /** Its member of the `input` map, if that is not the name: one in another place has the same. */
  readonly key?: string;
  /** The gateway's name of a path variable, if it differs: sibling paths must share one name. */
  readonly gatewayName?: string;
  /** A union has several casts, in the order of `castTypes`. */
  readonly cast: CastType | readonly CastType[];
  readonly required: boolean;
  readonly isList: boolean;
  /** Whether one item is the value itself: the type is a union of an item and a list of them. */
  readonly isItemOrList?: true;
  /** The form of a list. Absent: repeats and comma-separated values are allowed (`allowMultiple`). */
  readonly listForm?: ListForm;
  /**
   * An object whose members are parameters of the query: `deep`, as `name[member]`; `rest`, each name that no other parameter
   * has. The cast is one of their values.
   */
  readonly members?: 'deep' | 'rest';
  /** The handler gets this value if the parameter is absent. */
  readonly defaultValue?: unknown;
  /** Wrong names of a query parameter that clients may try (`x-synonyms`). The refusal states the right name. */
  readonly synonyms?: readonly string[];
  /** It filters a list (`x-filter`). */
  readonly filter?: ParameterFilter;
}

/** The member of the `input` map, or of the body, that has the value. */
export function keyOf({ key, name }: Pick<InputParameter, 'key' | 'name'>): string {
  return key ?? name;
}

/** A field of a form. Files are not cast. */
export interface FormField extends InputParameter {
  readonly isFile?: true;
}

const textCasts: readonly CastType[] = ['text', 'date', 'date-time', 'byte'];

/** Whether a part of application/json is the text of a field: of a string, JSON would have quotes. */
export function isSentAsJson({ cast }: FormField): boolean {
  return ![cast].flat().some((each) => textCasts.includes(each));
}

export interface RuntimeBody {
  readonly required: boolean;
  readonly maxBytes: number;
  /** The accepted media types. With application/json, types that end in `+json` are accepted, too. */
  readonly mediaTypes: readonly string[];
  /** The handler gets bodies of these types as texts (`x-text-types`). With application/json, no schema checks the body. */
  readonly textTypes?: readonly string[];
  /** Whether the body may be compressed (`x-gzip`). */
  readonly acceptsGzip?: true;
  /** Whether the body of a PUT or PATCH may have members that the service sets (`x-read-only`). */
  readonly hasReadOnly?: true;
  /** The fields of a form. Their texts are cast like query parameters. */
  readonly fields?: readonly FormField[];
}

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

/** A kind of credential, and the place that carries it. */
export interface AccessScheme {
  /** A token (RFC 6750), a key of this service, or such a key as the password of Basic (RFC 7617). */
  readonly scheme: 'bearer' | 'apiKey' | 'basic';
  /** Absent: a header. */
  readonly place?: 'query' | 'cookie';
  /** The name of a header is in lower case. */
  readonly name: string;
}

/** A credential, which must have all these scopes. */
export interface RequiredCredential extends AccessScheme {
  readonly scopes: readonly string[];
}

/** The credentials of one owner that a request needs at once, mostly one; none where a credential is optional. */
export type AccessAlternative = readonly RequiredCredential[];

/** The hidden members of an object or a list in a result: members for requests only, and the places of nested ones. */
export interface HiddenMembers {
  readonly hidden?: readonly string[];
  /** By name: the numbers of the parts to which the member's value may belong. */
  readonly members?: Readonly<Record<string, readonly number[]>>;
  /** The same for all other members. */
  readonly others?: readonly number[];
  /** The same for the items of a list. */
  readonly items?: readonly number[];
}

/** The whole body, or members of it, where the handler gets integers beyond 2^53 as bigints. */
export type ExactIntegers = true | readonly string[];

/** The run-time data of an operation. The emitter writes every member into the function, including members unknown to it. */
export interface RuntimeOperation {
  /** `<resource>-<nickname>`, shortened if it is too long: also the key of the function in serverless.yml. */
  readonly id: string;
  readonly successStatus: number;
  /** A request needs one of them. Absent: the operation is public. */
  readonly access?: readonly AccessAlternative[];
  /** Returns 428 for a request without If-Match, or `If-None-Match: *` (`x-require-precondition`). */
  readonly requiresPrecondition?: true;
  /**
   * Processes requests with the same Idempotency-Key once (`x-idempotent`). `document`: the key is claimed in the transaction of
   * the one document that the operation creates.
   */
  readonly isIdempotent?: true | 'document';
  /** The Cache-Control of a success (`x-cache`). */
  readonly cacheControl?: string;
  /** Headers of every response, errors included: Deprecation and Sunset. Lower-case names. */
  readonly fixedHeaders?: Readonly<Record<string, string>>;
  /** CORS allows some origins only, so responses vary by Origin. */
  readonly variesByOrigin?: true;
  /** Absent in functions without a descriptor, e.g. the default route. */
  readonly links?: OperationLinks;
  /** The media types of the response, the default first; empty if the response has no content to negotiate. */
  readonly produces: readonly string[];
  /** Present if there are several, version 1 first; all other media types mean version 1. */
  readonly versions?: readonly MediaVersion[];
  readonly parameters: readonly InputParameter[];
  readonly body?: RuntimeBody;
  /** The places where integers keep all their digits, also in the result (`x-exact-integers`). */
  readonly exactIntegers?: ExactIntegers;
  /** The members to omit from results (`writeOnly`): numbers are indices of `parts`. */
  readonly hidden?: { readonly result: readonly number[]; readonly parts: readonly HiddenMembers[] };
}

/** An example of a parameter, a body or a result for the documentation. */
export interface ExamplePlan {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface ParameterPlan {
  readonly runtime: InputParameter;
  readonly description?: string;
  /** The schema of what the handler gets: an array if `isList`. */
  readonly schema: Schema;
  readonly isDeprecated?: true;
  readonly examples?: readonly ExamplePlan[];
  readonly extensions?: Extensions;
}

export interface FormFieldPlan extends ParameterPlan {
  readonly runtime: FormField;
}

export interface VersionPlan {
  readonly runtime: MediaVersion;
  readonly schema: Schema;
}

export interface BodyPlan {
  readonly runtime: RuntimeBody;
  readonly description?: string;
  /** The schema of what the handler gets. */
  readonly schema: Schema;
  readonly examples?: readonly ExamplePlan[];
  readonly fields?: readonly FormFieldPlan[];
}

export interface ErrorResponsePlan {
  readonly code: number;
  readonly reason: string;
  /** The id of a model. */
  readonly responseModel?: string;
  /** The schema of what the handler returns with another success than the default one, or of the members of an error. */
  readonly schema?: Schema;
  /** Examples of a success. */
  readonly examples?: readonly ExamplePlan[];
  /** The codes of the problems that the handler throws (`x-problems`). */
  readonly problems?: readonly string[];
}

export interface OperationPlan {
  /** The member `runtime` of the parameters, body and versions below. */
  readonly runtime: RuntimeOperation;
  /** The resource: the descriptor's file name without `.json`. */
  readonly resource: string;
  /** The place in its descriptor: the members and indices that lead to it. */
  readonly declaredAt: readonly (string | number)[];
  readonly nickname: string;
  readonly method: Method;
  /** The path as declared, below the base path, e.g. `/bookmark/{id}`. */
  readonly path: string;
  /** Base path and path without a trailing slash, with the names of the descriptor, e.g. `/v1/bookmark/{id}`. */
  readonly routePath: string;
  /** The same with the gateway's variable names. `/a/{p*}` becomes two: `/a` and `/a/{p+}`. */
  readonly gatewayPaths: readonly string[];
  /** The paths of a GET that also get a HEAD route, since no operation declares one. */
  readonly headPaths: readonly string[];
  /** The gateway has no route for it, and the default route passes its requests on. */
  readonly isForwarded?: true;
  readonly summary: string;
  readonly notes: string;
  readonly parameters: readonly ParameterPlan[];
  readonly body?: BodyPlan;
  /** The result if the client requests no version. Absent: there is none. */
  readonly result?: Schema;
  readonly resultExamples?: readonly ExamplePlan[];
  readonly versions?: readonly VersionPlan[];
  readonly errorResponses: readonly ErrorResponsePlan[];
  /** The names of headers that the handler sets on a success (`x-headers`). */
  readonly responseHeaders?: readonly string[];
  readonly isDeprecated: boolean;
  /** The authorizations of the served descriptor, including those that the declaration and the listing add. */
  readonly authorizations?: unknown;
  /** True if the operation is public only because no descriptor states an access rule. */
  readonly isUnguarded?: true;
  /** What the function uses of AWS besides the table of the service (`x-uses`). */
  readonly uses?: readonly AwsUse[];
  /** In MB, from 128 to 10,240 (AWS). */
  readonly memoryMb?: number;
  /** In seconds; the gateway waits 30. */
  readonly timeoutSeconds?: number;
  readonly extensions?: Extensions;
}
