/** TypeScript types: the models of a resource; input, body and result of each handler. */

import type { BackgroundPlan } from '../../../shared/plan/function-plan.ts';
import type {
  BodyPlan,
  OperationPlan,
  ParameterPlan,
  RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import type { ModelPlan, Models, Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { admitsOwnId, modelsById, tagged, tagsOf } from '../../schema/models.ts';
import { isBytes } from '../../schema/references.ts';
import { modelsPath } from './generated-files.ts';
import { SchemaTypes, type Use } from './schema-types.ts';
import {
  braces,
  type Code,
  code,
  docComment,
  identifier,
  joinCode,
  lineComment,
  memberName,
} from './source-text.ts';

/**
 * All models of a resource as members of one interface: a member may have any
 * name, so an id need not be an identifier.
 */
export function modelsSource(resource: ResourcePlan): string {
  return code`${lineComment(`The models of descriptors/${resource.name}.json.`)}

${modelsInterface(resource)}
`.text;
}

export function modelsInterface(resource: ResourcePlan): Code {
  const models = modelMembers(resource, 'Models');
  if (!resource.apis.some(({ operations }) => operations.some(hidesMembers))) return models;
  return code`${models}

${docComment('The same in results: a member that only requests have is left out of them.')}${modelMembers(resource, 'ResultModels')}`;
}

function modelMembers({ models }: ResourcePlan, use: Use): Code {
  const byId = modelsById(models);
  const members = models.map(
    (model) =>
      code`${docComment(model.schema.description)}${memberName(model.id)}: ${modelType(model, byId, use)};`,
  );
  return code`export interface ${identifier(use)} ${braces(members)}`;
}

function hidesMembers({ runtime }: OperationPlan): boolean {
  return runtime.hidden !== undefined;
}

/** The type of the values that a handler returns: one for each success, whose status it chooses. */
export function returnedType(plan: OperationPlan, byId: Models, schema = plan.result): Code {
  const types = new SchemaTypes(byId, hidesMembers(plan) ? 'ResultModels' : 'Models');
  const isEmpty = plan.errorResponses.some((each) => emptyStatuses.includes(each.code) && !each.schema);
  const all = [schema, ...otherResults(plan), ...(isEmpty ? [undefined] : [])].map((each) => {
    if (!each) return code`void`;
    return isBytes(each) ? code`string | Uint8Array` : types.of(each);
  });
  const distinct = new Map(all.map((each) => [each.text, each]));
  return joinCode([...distinct.values()], ' | ');
}

/** RFC 9110 sections 15.3.5 and 15.3.6: a success without content. */
const emptyStatuses = [204, 205];

/** What the handler returns with other successes. */
function otherResults({ errorResponses }: OperationPlan): Schema[] {
  return errorResponses.flatMap((each) => (each.schema && each.code < 300 ? [each.schema] : []));
}

/** The model itself or any of its sub types, distinguished by the discriminator if there is one. */
function modelType(model: ModelPlan, byId: Models, use: Use): Code {
  const { id, schema, discriminator, subTypes = [] } = model;
  const others = subTypes.map((each) => code`${identifier(use)}[${each}]`);
  const named = discriminator === undefined ? schema : tagged(schema, discriminator, tagsOf(model));
  const isOwn = others.length === 0 || admitsOwnId(model, byId);
  return joinCode([...(isOwn ? [new SchemaTypes(byId, use, [id]).of(named)] : []), ...others], ' | ');
}

function contextOf({ isIdempotent }: RuntimeOperation): string {
  if (isIdempotent === 'document') return 'DocumentContext';
  return isIdempotent ? 'IdempotentContext' : 'OperationContext';
}

export function operationTypesSource(plan: OperationPlan, models: readonly ModelPlan[]): string {
  const byId = modelsById(models);
  const types = new SchemaTypes(byId);
  const context = identifier(contextOf(plan.runtime));
  const declared = code`${docComment('Path, query and header parameters, cast.')}export interface Input ${braces(plan.parameters.map((each) => parameterMember(each, types)))}

export type Body = ${plan.body ? bodyType(plan.body, types) : code`undefined`};

${resultType(plan, byId)}`;
  return code`${lineComment(`${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`)}
${importModels(plan.resource, declared)}${importFile(plan)}import type { ${context} } from '#lib/run/http/operation-context.ts';
${importTextBody(plan)}
${declared}

${docComment(plan.summary)}export type Handle = (input: Input, body: Body, context: ${context}) => Result | Promise<Result>;
`.text;
}

/** What types say of a schema may need fewer models than the schema names: an unused import does not compile. */
function importModels(resource: string, { text }: Code): Code {
  const words = text.replaceAll(commentsAndTexts, '');
  const used = uses.filter((use) => words.includes(` ${use}[`) || words.includes(`(${use}[`));
  if (used.length === 0) return code``;
  const names = joinCode(used.map(identifier), ', ');
  return code`import type { ${names} } from ${`#generated/${modelsPath(resource)}`};\n`;
}

const uses: readonly Use[] = ['Models', 'ResultModels'];

/** They are on one line each (source-text.ts). */
const commentsAndTexts = /\/\*\*.*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

function importFile({ body }: OperationPlan): Code {
  return body?.fields?.some(({ runtime }) => runtime.isFile)
    ? code`import type { FormFile } from '#lib/run/http/request/form.ts';\n`
    : code``;
}

function importTextBody({ body }: OperationPlan): Code {
  return body?.runtime.textTypes
    ? code`import type { TextBody } from '#lib/run/http/request/text-body.ts';\n`
    : code``;
}

/** Returns no schema when the handler gets everything as a text. */
function parsedSchemas({ schema, runtime }: BodyPlan): readonly Schema[] {
  return isBytes(schema) || runtime.textTypes?.includes('application/json') ? [] : [schema];
}

export function backgroundTypesSource(plan: BackgroundPlan, models: readonly ModelPlan[]): string {
  const head = lineComment(headlineOf(plan));
  const context = code`import type { BackgroundContext } from '#lib/run/background/background-context.ts';`;
  const comment = docComment(plan.summary);
  if (plan.kind === 'schedule')
    return code`${head}
${context}

${comment}export type Handle = (context: BackgroundContext) => void | Promise<void>;
`.text;
  return code`${head}
import type { Models } from ${`#generated/${modelsPath(plan.resource)}`};
${context}

${docComment('The keys of an item that has been written.')}export type Change = ${new SchemaTypes(modelsById(models)).of(plan.schema)};

${comment}export type Handle = (change: Change, context: BackgroundContext) => void | Promise<void>;
`.text;
}

/** @example headlineOf(schedule) // 'The schedule sweep, from descriptors/bookmark.json' */
export function headlineOf({ kind, nickname, resource }: BackgroundPlan): string {
  return `The ${kind} ${nickname}, from descriptors/${resource}.json`;
}

/** The body of a form is always an object; only its fields can be absent. */
function bodyType(body: BodyPlan, types: SchemaTypes): Code {
  const texts = body.runtime.textTypes ? [code`TextBody`] : [];
  const type = joinCode([...parsedSchemas(body).map((each) => types.of(each)), ...texts], ' | ');
  return body.runtime.required || body.fields ? type : code`${type} | undefined`;
}

/** A function for each version: a handler cannot return one version for another. */
function resultType(plan: OperationPlan, byId: Models): Code {
  const { versions } = plan;
  if (!versions) return code`export type Result = ${returnedType(plan, byId)};`;
  const members = versions.map(
    ({ runtime, schema }) => code`readonly ${runtime.version}: () => ${new SchemaTypes(byId).of(schema)};`,
  );
  return code`${docComment('Makes each version; the one that the request asks for is called.')}export interface Result ${braces(members)}`;
}

function parameterMember({ runtime, description, schema }: ParameterPlan, types: SchemaTypes): Code {
  const isPresent = runtime.required || runtime.defaultValue !== undefined;
  return code`${docComment(description)}readonly ${memberName(runtime.name)}${isPresent ? code`` : code`?`}: ${types.of(schema)};`;
}
