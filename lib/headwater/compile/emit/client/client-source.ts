/**
 * The plan to the typed client of a service: a module with the types of its operations and a table of their requests. It imports
 * the runtime that all clients share (`lib/headwater/client/`).
 */

import type { Operation } from '../../../client/calls.ts';
import { problemTypes } from '../../../shared/errors.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import {
  keyOf,
  listForms,
  type OperationPlan,
  type ParameterPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import type { ProjectNames } from '../../../shared/project-names.ts';
import { isBytes } from '../../schema/walk.ts';
import { SchemaTypes } from '../wiring/schema-types.ts';
import {
  braces,
  type Code,
  code,
  docComment,
  identifier,
  indent,
  joinCode,
  lineComment,
  literal,
  memberName,
} from '../wiring/source-text.ts';
import { modelsInterface, requestModelsOf, returnedType } from '../wiring/types-source.ts';

/** What the module exports of the runtime, and imports of it. No namespace of a resource has one of these names. */
const exportedValues = ['ProblemError', 'TextContent', 'dataOf', 'hits', 'pages', 'readThenWrite'];
const exportedTypes = [
  'Answer',
  'CallOptions',
  'ClientOptions',
  'FailedAnswer',
  'HeaderMap',
  'ProblemDetails',
  'SuccessfulAnswer',
  'ValueError',
];
const importedType = 'ServiceCalls';

/** The modules of the runtime, as the client imports them. */
export interface ClientRuntime {
  readonly answers: string;
  readonly calls: string;
}

export function clientSource(
  { apiVersion, resources, problems }: ServicePlan,
  { problemTypePrefix }: Pick<ProjectNames, 'problemTypePrefix'>,
  { answers, calls }: ClientRuntime,
): string {
  const spaces = namespacesOf(resources);
  const members = spaces.map(({ space, resource: { name, description } }) => {
    return code`${docComment(description)}readonly ${memberName(name)}: ${space}.Operations;`;
  });
  const names = (list: readonly string[]) => joinCode(list.map(identifier), ', ');
  return code`${lineComment(`The client of version ${apiVersion} of the service. Made from its descriptors: do not edit.`)}

import type * as runtime from ${answers};
import { makeCalls, type ${identifier(importedType)} } from ${calls};

export { ${names(exportedValues)} } from ${answers};
export type { ${names(exportedTypes)} } from ${answers};

${docComment('The operations, by resource.')}export interface Client ${braces(members)}

export function createClient(options: runtime.ClientOptions): Client {
  return makeCalls(service, options) as Client;
}

${joinCode(spaces.map(resourceSource), '\n\n')}

// As a constant: a name that every object inherits would have the inherited type, not the one in the table.
const service: ${identifier(importedType)} = ${literal({ problemTypePrefix, operations: tableOf(resources) })} as const;

${docComment('A file of a form.')}export type FormFile = Blob;

${docComment('The codes of problems that the framework and the service define.')}export type ErrorCode = ${joinCode([...Object.keys(problemTypes), ...problems.map(({ code }) => code)].map(literal), ' | ')};
`.text;
}

interface Namespace {
  readonly resource: ResourcePlan;
  readonly space: Code;
}

/** A name for the types of each resource: two resources may have models of the same name. */
function namespacesOf(resources: readonly ResourcePlan[]): Namespace[] {
  const taken = new Set([...exportedValues, ...exportedTypes, importedType]);
  return resources.map((resource) => {
    const words = resource.name.split(/[^A-Za-z0-9]+/);
    const base = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    let space = base;
    for (let nth = 2; taken.has(space); nth++) space = `${base}${nth}`;
    taken.add(space);
    return { resource, space: identifier(space) };
  });
}

function resourceSource({ resource, space }: Namespace): Code {
  const operations = resource.apis.flatMap((api) => api.operations);
  const byId = resource.models;
  const body = code`${modelsInterface(resource)}

export interface Operations ${braces(operations.map((each) => operationMember(each, byId)))}`;
  return code`export namespace ${space} {
${indent(body)}
}`;
}

/** A signature for each version of the result. TypeScript takes the last one where none is chosen: the one of version 1. */
function operationMember(operation: OperationPlan, byId: Models): Code {
  const { result: schema, versions } = operation;
  if (!versions) return callSignature(operation, byId, { schema, chosen: code`` });
  const [first, ...others] = versions.map(({ runtime: { version }, schema }, index) => {
    const member = index === 0 ? code`version?` : code`version`;
    return callSignature(operation, byId, {
      schema,
      chosen: code` & { readonly ${member}: ${version} }`,
      isChosen: index > 0,
    });
  });
  return joinCode([...others, ...(first ? [first] : [])]);
}

interface Result {
  readonly schema: Schema | undefined;
  /** How the options choose it. */
  readonly chosen: Code;
  readonly isChosen?: boolean;
}

function callSignature(
  operation: OperationPlan,
  byId: Models,
  { schema, chosen, isChosen = false }: Result,
): Code {
  const { nickname, summary, isDeprecated, errorResponses, runtime } = operation;
  const comment = [
    `${operation.method} ${operation.routePath}${summary === '' ? '' : `: ${summary}`}`,
    ...(isDeprecated ? ['@deprecated'] : []),
  ];
  const statuses = [...new Set(errorResponses.map(({ code: status }) => status))].filter(
    (status) => status >= 300,
  );
  const failures = statuses.length > 0 ? joinCode(statuses.map(literal), ' | ') : identifier('never');
  const condition = runtime.requiresPrecondition
    ? code` & ({ readonly ifMatch: string } | { readonly ifNoneMatch: '*' })`
    : code``;
  const areOptionsNeeded = isChosen || runtime.requiresPrecondition === true;
  const isRequestNeeded = areOptionsNeeded || needsRequest(operation);
  const request = code`request${optional(!isRequestNeeded)}: ${requestType(operation, byId)}`;
  const options = code`options${optional(!areOptionsNeeded)}: runtime.CallOptions${chosen}${condition}`;
  const answer = code`Promise<runtime.Answer<${returnedType(operation, byId, schema)}, ${failures}, ErrorCode>>`;
  return code`${docComment(comment.join(' '))}${memberName(nickname)}(${request}, ${options}): ${answer};`;
}

function optional(isOptional: boolean): Code {
  return isOptional ? code`?` : code``;
}

function needsRequest({ parameters, body }: OperationPlan): boolean {
  return parameters.some(({ runtime }) => runtime.required) || body?.runtime.required === true;
}

function requestType(operation: OperationPlan, byId: Models): Code {
  const { parameters, body } = operation;
  const types = new SchemaTypes(byId);
  const members = parameters.map((each) => parameterMember(each, types));
  if (body) {
    const { required, textTypes = [] } = body.runtime;
    const others = textTypes.filter((each) => each !== 'application/json');
    const texts = others.length > 0 ? code` | ${contentType(others)}` : code``;
    const sent = new SchemaTypes(byId, identifier(requestModelsOf(operation, byId)));
    const type = isBytes(body.schema) ? contentType(others) : code`${sent.of(body.schema)}${texts}`;
    members.push(
      code`${docComment(body.description)}readonly ${memberName(bodyName(operation))}${typed(type, !required)};`,
    );
  }
  return braces(members);
}

/** A member that is undefined counts as absent. */
function typed(type: Code, isOptional: boolean): Code {
  return isOptional ? code`?: ${type} | undefined` : code`: ${type}`;
}

/** A range of media types is any text. */
function contentType(mediaTypes: readonly string[]): Code {
  const types = mediaTypes.map((each) => (each.endsWith('*') ? identifier('string') : literal(each)));
  return code`runtime.TextContent<${joinCode(types, ' | ')}>`;
}

/** A parameter may have the same name. */
function bodyName({ parameters }: OperationPlan): string {
  return parameters.some(({ runtime }) => keyOf(runtime) === 'body') ? 'requestBody' : 'body';
}

function parameterMember({ runtime, description, schema }: ParameterPlan, types: SchemaTypes): Code {
  return code`${docComment(description)}readonly ${memberName(keyOf(runtime))}${typed(types.of(schema), !runtime.required)};`;
}

function tableOf(resources: readonly ResourcePlan[]): Record<string, Record<string, Operation>> {
  return Object.fromEntries(
    resources.map(({ name, basePath, apis }) => {
      const operations = apis.flatMap((api) => api.operations);
      return [name, Object.fromEntries(operations.map((each) => [each.nickname, entryOf(each, basePath)]))];
    }),
  );
}

function entryOf(operation: OperationPlan, basePath: string): Operation {
  const { method, path, parameters, body, result, versions = [], runtime } = operation;
  const { mediaTypes = [], textTypes = [] } = body?.runtime ?? {};
  const [mediaType = 'application/json'] = mediaTypes.filter((each) => !textTypes.includes(each));
  return {
    method,
    path: `${basePath}${path}`,
    parameters: Object.fromEntries(
      parameters.map(({ runtime: { key, name, place, isList, listForm = 'repeated', members } }) => [
        key ?? name,
        {
          in: place,
          ...(isList ? { isList } : {}),
          ...omitUndefined({ name: key && name, separator: listForms[listForm], members }),
        },
      ]),
    ),
    ...(body ? { body: { name: bodyName(operation), mediaType } } : {}),
    ...(versions.length > 0
      ? { versions: Object.fromEntries(versions.map(({ runtime: own }) => [own.version, own.mediaType])) }
      : {}),
    ...(result && isBytes(result) ? { accept: runtime.produces.join(', ') } : {}),
    ...(runtime.isIdempotent ? { isIdempotent: true } : {}),
  };
}
