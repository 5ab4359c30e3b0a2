/** Checks responses against the OpenAPI document of this project: a response that it does not describe is an error. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import type { HttpResponse } from '../../lib/headwater/run/http/response/http-response.ts';
import { formats } from '../../lib/headwater/shared/json/formats.ts';
import { ResponseCheck } from '../../lib/headwater/tools/local/response-check.ts';
import { repository } from './repository.ts';

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
}

/** A segment without a variable comes first, as in the gateway. */
function byVariables(one: string, other: string): number {
  return one.split('{').length - other.split('{').length;
}

/** The schema with references to the components, which are a separate document. */
function absolute(schema: AnySchema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document:/#/components/'));
}

let own: Documentation | undefined;

/** The document that the build of this project has written. */
export function ownDocumentation(): Documentation {
  own ??= new Documentation(readDocument(repository));
  return own;
}

function readDocument(projectFolder: string): OpenApiDocument {
  return JSON.parse(readFileSync(join(projectFolder, '.generated/openapi.json'), 'utf8'));
}

let ownResponses: ResponseCheck | undefined;

/** The check of `npm start`, with the document that the last build of the project has written. */
export function checkOf(projectFolder: string): ResponseCheck {
  if (projectFolder !== repository) return new ResponseCheck(readDocument(projectFolder));
  ownResponses ??= new ResponseCheck(readDocument(repository));
  return ownResponses;
}

/** @throws AssertionError if the document of the project does not describe the response. */
export function checkDocumented(
  check: ResponseCheck,
  { id, method = 'GET' }: { readonly id: string; readonly method?: string | undefined },
  response: HttpResponse,
): void {
  const what = `${id} ${response.statusCode} ${response.body?.slice(0, 1_000)}`;
  assert.deepEqual(check.differences(id, method, response), [], what);
}
