/** What a response has that its descriptor does not declare: ajv judges by the OpenAPI document of the service. */

import type { ValidateFunction } from 'ajv';
import { documentCompiler } from '../../compile/schema/compile-schema.ts';
import { quote } from '../../compile/source/source-node.ts';
import type { Issue } from '../../run/http/request/issue.ts';
import { rules, type SchemaError } from '../../run/http/request/schema-rules.ts';
import type { HttpResponse } from '../../run/http/response/http-response.ts';
import { problemMediaType } from '../../run/http/response/problem.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { escapeStep, toPointer } from '../../shared/json/pointer.ts';
import { constantHeaders } from '../../shared/plan/response-headers.ts';
import { type ProjectNames, standardNames } from '../../shared/project-names.ts';

interface ReferenceOr {
  readonly $ref?: string;
}

interface HeaderObject extends ReferenceOr {
  readonly required?: boolean;
  readonly schema?: { readonly type?: string };
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** The part of the OpenAPI document that responses must satisfy. */
export interface DescribedService {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components?: { readonly headers?: Readonly<Record<string, HeaderObject>> };
}

/** A value of a response that its descriptor does not declare. */
export interface ResponseDifference extends Pick<Issue, 'pointer' | 'code' | 'message'> {
  readonly in: 'status' | 'header' | 'body';
  /** The name of the header. */
  readonly name?: string;
}

/** A name that no descriptor declares: HTTP or every response has it. */
const undeclared = new Set([
  'content-type',
  'content-length',
  'cache-control',
  'vary',
  ...Object.keys(constantHeaders),
]);

export class ResponseCheck {
  readonly #operations: ReadonlyMap<string, OperationObject>;
  readonly #headers: Readonly<Record<string, HeaderObject>>;
  readonly #compile: (pointer: string) => ValidateFunction;
  readonly #problemTypePrefix: string;

  /** @param names What the problems of the service begin with. */
  constructor(
    { paths, components = {} }: DescribedService,
    { problemTypePrefix }: Pick<ProjectNames, 'problemTypePrefix'> = standardNames,
  ) {
    this.#problemTypePrefix = problemTypePrefix;
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    this.#operations = new Map(operations.map((operation) => [operation.operationId, operation]));
    this.#headers = components.headers ?? {};
    const responses = operations.map(({ operationId, responses }) => [operationId, schemasOf(responses)]);
    const document = JSON.stringify({ components, responses: Object.fromEntries(responses) });
    this.#compile = documentCompiler(JSON.parse(document, byTag));
  }

  /**
   * @param id names the operation: the id of its function. Other functions are not described, and pass.
   * @param method HEAD has the operation of GET.
   */
  differences(id: string, method: string, response: HttpResponse): ResponseDifference[] {
    const responses = this.#operations.get(id)?.responses;
    if (!responses) return [];
    const { statusCode } = response;
    // An operation without code says so, whatever it declares.
    if (statusCode === 501) return [];
    const status = [String(statusCode), `${Math.floor(statusCode / 100)}XX`].find((each) =>
      Object.hasOwn(responses, each),
    );
    const declared = status === undefined ? undefined : responses[status];
    if (status === undefined || !declared)
      return [notDeclared({ in: 'status' }, statusCode, Object.keys(responses))];
    // An error formatter of the project decides what the response is.
    if (!declared.headers) return [];
    const ofBody =
      method === 'HEAD' ? [] : this.#bodyDifferences(response, declared, pointerOf('responses', id, status));
    return [...this.#headerDifferences(response, declared.headers), ...ofBody];
  }

  #headerDifferences({ headers }: HttpResponse, declared: NonNullable<ResponseObject['headers']>) {
    const names = Object.keys(declared);
    const lowerCase = new Set(names.map((name) => name.toLowerCase()));
    const others = Object.keys(headers).filter((name) => !lowerCase.has(name) && !undeclared.has(name));
    const ofOthers = others.map((name) => notDeclared({ in: 'header', name }, headers[name], names));
    return [...ofOthers, ...names.flatMap((name) => this.#headerDifference(name, headers, declared[name]))];
  }

  #headerDifference(
    name: string,
    headers: HttpResponse['headers'],
    { $ref, ...own }: HeaderObject = {},
  ): ResponseDifference[] {
    const { required, schema } = ownMember(this.#headers, $ref?.split('/').at(-1) ?? '') ?? own;
    const text = ownMember(headers, name.toLowerCase());
    if (text === undefined)
      return required ? [{ in: 'header', name, code: 'required', message: 'is required' }] : [];
    if ($ref === undefined) return [];
    const value = ['integer', 'number'].includes(schema?.type ?? '') ? Number(text) : text;
    return this.#schemaDifferences(`${$ref}/schema`, value).map(({ code, message }) => {
      return { in: 'header', name, code, message };
    });
  }

  #bodyDifferences(
    response: HttpResponse,
    { content = {} }: ResponseObject,
    at: string,
  ): ResponseDifference[] {
    const { body = '', headers } = response;
    const types = Object.keys(content);
    if (types.length === 0) return body === '' ? [] : [inBody('must be empty: no result is declared', body)];
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? '';
    const declared = types.find((each) => each === type) ?? types.find((each) => isInRange(type, each));
    if (declared === undefined) return [notDeclared({ in: 'header', name: 'Content-Type' }, type, types)];
    const value = contentOf(response, type);
    if (value === undefined) return [inBody('must be JSON', body)];
    const differences = this.#schemaDifferences(`${at}${pointerOf(declared).slice(1)}`, value.value);
    if (type !== problemMediaType) return differences;
    const remedy = this.#remedyOf(membersOf(value.value)['type'], response.statusCode);
    return differences.map((each) =>
      each.pointer === '/type' ? { ...each, message: `${each.message}${remedy}` } : each,
    );
  }

  /** What declares the type of a problem: a handler may throw any, and the build cannot see which. */
  #remedyOf(type: unknown, statusCode: number): string {
    if (type === 'about:blank') return `; the response ${statusCode} of the operation declares it`;
    const isCode = String(type).startsWith(this.#problemTypePrefix);
    return isCode ? `; x-problems of the response ${statusCode} declares it` : '';
  }

  /** @param schema its JSON pointer. */
  #schemaDifferences(schema: string, value: unknown, at = ''): ResponseDifference[] {
    const validate = this.#compile(schema);
    // Schemas of documents are never asynchronous.
    if (validate(value) === true) return [];
    // An error of ajv has these members.
    return ((validate.errors ?? []) as readonly ReportedError[]).flatMap((error) => {
      // The errors of its `then` say it already.
      if (error.keyword === 'if') return [];
      const pointer = at + error.instancePath;
      const variant = variantOf(error);
      const within = variant === undefined ? [] : this.#schemaDifferences(variant, error.data, pointer);
      return within.length > 0 ? within : [differenceOf(error, pointer)];
    });
  }
}

/** @param range such as `image/*` (OpenAPI 3.1 section 4.8.14). Bytes whose type a handler does not say are of any. */
function isInRange(type: string, range: string): boolean {
  if (!range.endsWith('/*')) return false;
  return range === '*/*' || type.startsWith(range.slice(0, -1)) || type === 'application/octet-stream';
}

/** Without examples, which may look like schemas. */
function schemasOf(responses: OperationObject['responses']): object {
  const ofResponse = ({ content = {} }: ResponseObject) =>
    Object.fromEntries(Object.entries(content).map(([type, { schema = {} }]) => [type, schema]));
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, ofResponse(response)]),
  );
}

/** As the fragment of a URI, where a percent sign is encoded. */
function pointerOf(...names: readonly string[]): string {
  const escaped = names.map((name) => encodeURIComponent(escapeStep(name)));
  return `#${escaped.map((name) => `/${name}`).join('')}`;
}

function notDeclared(
  place: Pick<ResponseDifference, 'in' | 'name'>,
  sent: unknown,
  declared: readonly string[],
): ResponseDifference {
  const message = `is not declared; declared: ${declared.join(', ')}`;
  return { ...place, code: 'not_allowed', message: `${message}${describeSent(sent)}` };
}

function inBody(message: string, sent: string): ResponseDifference {
  return { in: 'body', pointer: '', code: 'type', message: `${message}${describeSent(sent)}` };
}

/** @example '; was "seven"' // and nothing for a value that is absent */
function describeSent(value: unknown): string {
  return value === undefined ? '' : `; was ${quote(value)}`;
}

/** @returns undefined for a text that is not JSON where the media type is. */
function contentOf({ body = '', isBase64Encoded }: HttpResponse, mediaType: string) {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('latin1') : body;
  if (!/[/+]json$/.test(mediaType)) return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/**
 * Reviver of JSON: the discriminator of a union selects the only alternative that is checked. A page of 6,000 objects of
 * 23 types takes 20 ms instead of half a second, and errors have the place in the object.
 */
function byTag(_name: string, value: unknown): unknown {
  const { oneOf, discriminator, ...others } = membersOf(value) as UnionSchema & TaggedObject;
  if (!Array.isArray(oneOf) || !discriminator?.mapping) return asResult(value);
  const { propertyName: tag, mapping } = discriminator;
  const checks = Object.entries(mapping).map(([name, $ref]) => ({
    if: { properties: { [tag]: { const: name } } },
    then: { $ref },
  }));
  return {
    ...others,
    type: 'object',
    properties: { ...others.properties, [tag]: { enum: Object.keys(mapping) } },
    required: [tag],
    allOf: [...(others.allOf ?? []), ...checks],
  };
}

/** A result has no member that only requests have, also where it is required. */
function asResult(value: unknown): unknown {
  const { properties, required } = membersOf(value) as DeclaredObject;
  if (typeof properties !== 'object' || !Array.isArray(required)) return value;
  const isSent = (name: string) => properties[name]?.writeOnly !== true;
  return { ...membersOf(value), required: required.filter(isSent) };
}

interface DeclaredObject {
  readonly properties?: Readonly<Record<string, { readonly writeOnly?: boolean }>>;
  readonly required?: readonly string[];
}

interface TaggedObject {
  readonly properties?: object;
  readonly allOf?: readonly object[];
}

/** The alternative of a union that an object means, where all others are not objects. */
function variantOf({ keyword, params, parentSchema, data }: SchemaError): string | undefined {
  if (keyword !== 'oneOf' && keyword !== 'anyOf') return undefined;
  // Several alternatives fit.
  if (params['passingSchemas']) return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const { oneOf, anyOf } = (parentSchema ?? {}) as UnionSchema;
  const [first, second] = (oneOf ?? anyOf ?? []).filter(({ type }) => type !== 'null');
  return second ? undefined : first?.$ref;
}

interface UnionSchema {
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  readonly oneOf?: readonly (ReferenceOr & { readonly type?: string })[];
  readonly anyOf?: readonly (ReferenceOr & { readonly type?: string })[];
}

type ReportedError = SchemaError & { readonly message?: string };

/** In the words of the issues of requests. */
const responseRules: typeof rules = {
  ...rules,
  'false schema': { code: 'unknown_member', message: () => 'must be absent' },
};

function differenceOf(error: ReportedError, pointer: string): ResponseDifference {
  const rule = ownMember(responseRules, error.keyword);
  const member = rule?.member?.(error);
  const sent = member === undefined ? error.data : ownMember(membersOf(error.data), String(member));
  const said = rule ? rule.message(error) : (error.message ?? 'does not match');
  return {
    in: 'body',
    pointer: member === undefined ? pointer : `${pointer}${toPointer([String(member)])}`,
    code: rule?.code ?? 'no_match',
    message: `${said}${describeSent(sent)}`,
  };
}
