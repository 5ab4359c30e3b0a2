/**
 * `npx headwater client OUT`: writes the client of a service from its descriptors. It is one module that imports nothing: what
 * every client has, and what follows from the plan.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SchemaTypes } from '../../build/emit/wiring/schema-types.ts';
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
} from '../../build/emit/wiring/source-text.ts';
import { modelsInterface, returnedType } from '../../build/emit/wiring/types-source.ts';
import { planService } from '../../build/plan/plan-service.ts';
import { isBytes } from '../../build/schema/walk.ts';
import { describeDiagnostic, isError, sortDiagnostics } from '../../build/source/diagnostic.ts';
import { readDescriptors } from '../../build/source/read-descriptors.ts';
import { problemTypePrefix, problemTypes } from '../../shared/errors.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import {
  keyOf,
  listForms,
  type OperationPlan,
  type ParameterPlan,
} from '../../shared/plan/operation-plan.ts';
import type { Models, Schema } from '../../shared/plan/schema.ts';
import type { ResourcePlan, ServicePlan } from '../../shared/plan/service-plan.ts';
import { CommandError, type CommandLine, type CommandResult, usageOf } from '../commands/command-line.ts';
import { clientCommand } from '../commands/declared-commands.ts';
import { count } from '../commands/terminal.ts';
import type { Operation } from './runtime/calls.ts';

export async function client({ file: path }: CommandLine<typeof clientCommand>): Promise<CommandResult> {
  if (!path.endsWith('.ts'))
    throw new CommandError(
      `The client is TypeScript: a file such as ${path}.ts, not ${path}: ${usageOf(clientCommand)}`,
    );
  const { service, diagnostics } = planService(await readDescriptors(process.cwd(), 'descriptors'));
  if (!service) {
    const errors = sortDiagnostics(diagnostics).filter(isError).map(describeDiagnostic);
    throw new CommandError([...errors, 'There is no client of descriptors that have errors.'].join('\n\n'));
  }
  const text = await clientSource(service);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new CommandError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`, 1);
  }
  const operations = service.functions.filter(({ kind }) => kind === 'operation').length;
  return {
    exitCode: 0,
    output: `${path}: ${count(operations, 'operation')} of ${count(service.resources.length, 'resource')}.`,
  };
}

async function clientSource({ apiVersion, resources, problems }: ServicePlan): Promise<string> {
  const spaces = namespacesOf(resources);
  const members = spaces.map(({ space, resource: { name, description } }) => {
    return code`${docComment(description)}readonly ${memberName(name)}: ${space}.Operations;`;
  });
  const own = code`${lineComment(`The client of version ${apiVersion} of the service. Made by \`npx headwater client\`: do not edit.`)}

${docComment('The operations, by resource.')}export interface Client ${braces(members)}

export function createClient(options: ClientOptions): Client {
  return makeCalls(operations, options) as Client;
}

${joinCode(spaces.map(resourceSource), '\n\n')}

// As a constant: a name that every object inherits would have the inherited type, not the one in the table.
const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = ${literal(tableOf(resources))} as const;

${docComment('A file of a form.')}export type FormFile = Blob;

${docComment('docs/problems.md explains them.')}export type ErrorCode = ${joinCode([...Object.keys(problemTypes), ...problems.map(({ code }) => code)].map(literal), ' | ')};

const problemTypePrefix = ${problemTypePrefix};
`;
  const runtime = await Promise.all(
    ['runtime/answers', 'runtime/calls', '../../shared/json/lossless-json'].map(runtimeSource),
  );
  return [own.text, ...runtime].join('\n');
}

/** Imports, and what is not for programs. */
const hidden =
  /^import [^;]*;\n+|^export (?=function (?:makeCalls|isLongInteger|parseExactly|readJson|writeJson|withDigits|rawNumber)\b|interface Operation )/gm;

/** Without the comment at its top, and without imports: what they name is in the client. */
async function runtimeSource(name: string): Promise<string> {
  const text = await readFile(new URL(`${name}.ts`, import.meta.url), 'utf8');
  const end = '*/\n\n';
  return text.slice(text.indexOf(end) + end.length).replaceAll(hidden, '');
}

interface Namespace {
  readonly resource: ResourcePlan;
  readonly space: Code;
}

/** A name for the types of each resource, since two may have models of one name. */
function namespacesOf(resources: readonly ResourcePlan[]): Namespace[] {
  const taken = new Set<string>();
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
  const request = code`request${optional(!isRequestNeeded)}: ${requestType(operation, new SchemaTypes(byId))}`;
  const options = code`options${optional(!areOptionsNeeded)}: CallOptions${chosen}${condition}`;
  const answer = code`Promise<Answer<${returnedType(operation, byId, schema)}, ${failures}>>`;
  return code`${docComment(comment.join(' '))}${memberName(nickname)}(${request}, ${options}): ${answer};`;
}

function optional(isOptional: boolean): Code {
  return isOptional ? code`?` : code``;
}

function needsRequest({ parameters, body }: OperationPlan): boolean {
  return parameters.some(({ runtime }) => runtime.required) || body?.runtime.required === true;
}

function requestType(operation: OperationPlan, types: SchemaTypes): Code {
  const { parameters, body } = operation;
  const members = parameters.map((each) => parameterMember(each, types));
  if (body) {
    const { required, textTypes = [] } = body.runtime;
    const others = textTypes.filter((each) => each !== 'application/json');
    const texts = others.length > 0 ? code` | ${contentType(others)}` : code``;
    const type = isBytes(body.schema) ? contentType(others) : code`${types.of(body.schema)}${texts}`;
    members.push(
      code`${docComment(body.description)}readonly ${memberName(bodyName(operation))}${optional(!required)}: ${type};`,
    );
  }
  return braces(members);
}

/** A range of media types is any text. */
function contentType(mediaTypes: readonly string[]): Code {
  const types = mediaTypes.map((each) => (each.endsWith('*') ? identifier('string') : literal(each)));
  return code`TextContent<${joinCode(types, ' | ')}>`;
}

/** A parameter may have the same name. */
function bodyName({ parameters }: OperationPlan): string {
  return parameters.some(({ runtime }) => keyOf(runtime) === 'body') ? 'requestBody' : 'body';
}

function parameterMember({ runtime, description, schema }: ParameterPlan, types: SchemaTypes): Code {
  return code`${docComment(description)}readonly ${memberName(keyOf(runtime))}${optional(!runtime.required)}: ${types.of(schema)};`;
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
