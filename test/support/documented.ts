/** Checks responses against the OpenAPI document of this project: a response that it does not describe is an error. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '../../lib/shared/json/formats.ts';
import { repository } from './repository.ts';
import { securityHeaders } from './standard-headers.ts';

export interface MediaTypeObject {
  readonly schema: AnySchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
  readonly links?: Readonly<Record<string, { readonly operationId: string }>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, MediaTypeObject>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security: readonly object[];
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export interface DocumentedAnswer {
  readonly status: number;
  /** Names in lower case, including headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined without content. */
  readonly body: unknown;
}

/** One document with its schemas, which are compiled when they are needed. */
export class Documentation {
  readonly document: OpenApiDocument;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<AnySchema, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    const ignored = ['int32', 'int64', 'float', 'double', 'binary', 'uri-reference'];
    const all = { ...formats, ...Object.fromEntries(ignored.map((name) => [name, true as const])) };
    // With `ownProperties`, an inherited property such as `constructor` does not count.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, formats: all });
    this.#ajv.addSchema({ $id: 'document:/', components: document.components });
  }

  /** @throws AssertionError if the value does not satisfy a schema of the document. */
  checkValue(schema: AnySchema, value: unknown, what: string): void {
    const known = this.#validators.get(schema);
    const validate =
      known ?? this.#ajv.compile({ $id: `document:/${this.#validators.size}`, ...absolute(schema) });
    this.#validators.set(schema, validate);
    const isValid = validate(value);
    assert(isValid, `${what}: ${this.#ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`);
  }

  operations(): { readonly path: string; readonly method: string; readonly operation: OperationObject }[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
  }

  byId(id: string): OperationObject | undefined {
    return this.operations().find(({ operation }) => operation.operationId === id)?.operation;
  }

  /** Undefined for a path or a method that the document does not have. HEAD has the operation of GET. */
  find(method: string, target: string): OperationObject | undefined {
    const segments = (target.split('?')[0] ?? '').split('/');
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const fits = (path: string) => {
      const parts = path.split('/');
      return (
        parts.length === segments.length &&
        parts.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]))
      );
    };
    const [path = ''] = Object.keys(this.document.paths).filter(fits).toSorted(byVariables);
    return this.document.paths[path]?.[verb];
  }

  /** @throws AssertionError if status, header, media type or content is another than the document says. */
  checkAnswer(operation: OperationObject, method: string, answer: DocumentedAnswer): void {
    const { status, headers, body } = answer;
    const what = `${operation.operationId} ${status}`;
    const response = responseFor(operation, status);
    assert(response, `${what} is not documented; documented: ${Object.keys(operation.responses).join(', ')}`);
    this.#checkHeaders(response, headers, what);
    if (method === 'HEAD') return;
    const { content = {} } = response;
    const mediaType = headers['content-type']?.split(';')[0] ?? '';
    if (Object.keys(content).length === 0) {
      assert.equal(body, undefined, `${what} has no content`);
      return;
    }
    const described = content[mediaType];
    assert(described, `${what} has the type ${mediaType}; documented: ${Object.keys(content).join(', ')}`);
    this.checkValue(described.schema, body, what);
  }

  #checkHeaders(
    { headers: declared = {} }: ResponseObject,
    headers: Readonly<Record<string, string>>,
    what: string,
  ): void {
    const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
    const others = Object.keys(headers).filter((name) => !names.has(name) && !ofTransport(name));
    assert.deepEqual(others, [], `${what} has headers that are not documented`);
    for (const [name, { $ref }] of Object.entries(declared)) {
      const { required, schema } = this.#header($ref);
      const text = headers[name.toLowerCase()];
      assert(text !== undefined || !required, `${what} has no header ${name}`);
      if (text !== undefined) this.checkValue(schema, schema.type === 'integer' ? Number(text) : text, what);
    }
  }

  #header(reference: string) {
    const found = this.document.components['headers']?.[reference.split('/').at(-1) ?? ''];
    assert(found, `${reference} does not exist`);
    return found as { readonly required?: boolean; readonly schema: { readonly type: string } };
  }
}

function responseFor({ responses }: OperationObject, status: number): ResponseObject | undefined {
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
}

/** A segment without a variable comes first, as in the gateway. */
function byVariables(one: string, other: string): number {
  return one.split('{').length - other.split('{').length;
}

/** The schema with references to the components, which are a separate document. */
function absolute(schema: AnySchema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document:/#/components/'));
}

/** Whether HTTP or every response has the header, so that no operation describes it. */
function ofTransport(name: string): boolean {
  const others = [
    'content-type',
    'content-length',
    'cache-control',
    'vary',
    'date',
    'connection',
    'keep-alive',
    'apigw-requestid',
  ];
  return (
    others.includes(name) ||
    Object.hasOwn(securityHeaders, name) ||
    /^(?:access-control-|transfer-encoding$|accept-ranges$)/.test(name)
  );
}

let own: Documentation | undefined;

/** The document that the build of this project has written. */
export function ownDocumentation(): Documentation {
  own ??= new Documentation(JSON.parse(readFileSync(join(repository, '.generated/openapi.json'), 'utf8')));
  return own;
}

/** Checks nothing for functions without an operation in the document, such as the default route. */
export function checkDocumented(id: string, method: string | undefined, answer: DocumentedAnswer): void {
  const operation = ownDocumentation().byId(id);
  if (operation) ownDocumentation().checkAnswer(operation, method ?? 'GET', answer);
}
