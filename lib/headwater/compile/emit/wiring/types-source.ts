/** TypeScript types: the models of a resource; input, body and result of each handler. */

import type { CallerClaimsPlan } from '../../../shared/plan/caller-claims.ts';
import type { BackgroundPlan } from '../../../shared/plan/function-plan.ts';
import {
  type BodyPlan,
  keyOf,
  type OperationPlan,
  type ParameterPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { ModelPlan, Models } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { admitsOwnId, allWithin, tagged, tagsOf } from '../../schema/models.ts';
import { isBytes } from '../../schema/walk.ts';
import type { EmitSettings } from '../openapi/emit-settings.ts';
import { contextWithOwn } from './around-source.ts';
import { contextType } from './caller-types.ts';
import { modelsPath } from './generated-files.ts';
import { requestModels, resultModels, SchemaTypes } from './schema-types.ts';
import {
  braces,
  type Code,
  code,
  docComment,
  identifier,
  imported,
  joinCode,
  lineComment,
  memberName,
} from './source-text.ts';
import { moduleText } from './wiring.ts';

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
  const operations = resource.apis.flatMap((api) => api.operations);
  const inRequests = operations.some((each) => omitsMembers(each, resource.models));
  const variants = [
    { name: 'Models', comment: undefined, isUsed: true },
    {
      name: requestModels,
      comment: 'The same in requests: a member that the service sets need not be sent.',
      isUsed: inRequests,
    },
    {
      name: resultModels,
      comment: 'The same in results: a member that only requests have is left out of them.',
      isUsed: operations.some(hidesMembers),
    },
  ];
  const used = variants.filter(({ isUsed }) => isUsed);
  return joinCode(
    used.map(({ name, comment }) => code`${docComment(comment)}${modelMembers(resource, identifier(name))}`),
    '\n\n',
  );
}

function modelMembers({ models }: ResourcePlan, use: Code): Code {
  const members = [...models.values()].map(
    (model) =>
      code`${docComment(model.schema.description)}${memberName(model.id)}: ${modelType(model, models, use)};`,
  );
  return code`export interface ${use} ${braces(members)}`;
}

function hidesMembers({ runtime }: OperationPlan): boolean {
  return runtime.hidden !== undefined;
}

/** Whether a result needs a member that the service sets, and the body of a request does not. */
function omitsMembers({ body }: OperationPlan, byId: Models): boolean {
  const all = body ? [...allWithin([body.schema], byId)] : [];
  const required = new Set(all.flatMap((schema) => schema.required ?? []));
  return all.some(({ properties = {} }) =>
    Object.entries(properties).some(([name, { readOnly }]) => readOnly === true && required.has(name)),
  );
}

/** The models of which the type of a body is made. */
export function requestModelsOf(plan: OperationPlan, byId: Models): string {
  return omitsMembers(plan, byId) ? requestModels : 'Models';
}

/** The type of the values that a handler returns: one for each success, whose status it chooses. */
export function returnedType(plan: OperationPlan, byId: Models, schema = plan.result): Code {
  const types = new SchemaTypes(byId, modelsOf(plan, hidesMembers(plan) ? resultModels : 'Models'));
  const isEmpty = plan.errorResponses.some((each) => emptyStatuses.includes(each.code) && !each.schema);
  const others = plan.errorResponses.flatMap((each) => (each.schema && each.code < 300 ? [each.schema] : []));
  const all = [schema, ...others, ...(isEmpty ? [undefined] : [])].map((each) => {
    if (!each) return code`void`;
    return isBytes(each) ? code`string | Uint8Array` : types.of(each);
  });
  const distinct = new Map(all.map((each) => [each.text, each]));
  return joinCode([...distinct.values()], ' | ');
}

/** RFC 9110 sections 15.3.5 and 15.3.6: a success without content. */
const emptyStatuses = [204, 205];

/** The model itself or any of its sub types, distinguished by the discriminator if there is one. */
function modelType(model: ModelPlan, byId: Models, use: Code): Code {
  const { id, schema, discriminator, subTypes = [] } = model;
  const others = subTypes.map((each) => code`${use}[${each}]`);
  const named = discriminator === undefined ? schema : tagged(schema, discriminator, tagsOf(model));
  const isOwn = others.length === 0 || admitsOwnId(model, byId);
  return joinCode([...(isOwn ? [new SchemaTypes(byId, use, [id]).of(named)] : []), ...others], ' | ');
}

interface ContextParts {
  readonly settings: EmitSettings;
  readonly claims: CallerClaimsPlan | undefined;
}

export function operationTypesSource(
  plan: OperationPlan,
  byId: Models,
  { settings, claims }: ContextParts,
): string {
  const types = new SchemaTypes(byId, modelsOf(plan));
  const sent = new SchemaTypes(byId, modelsOf(plan, requestModelsOf(plan, byId)));
  const own = contextType(plan.runtime, claims);
  const filters = filterTypes(plan, types);
  const filtered = imported('FilteredContext', 'headwater/http', 'type');
  const context = contextWithOwn(plan, settings, filters ? code`${own} & ${filtered}<Filter>` : own);
  return moduleText(lineComment(`${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`), [
    code`${docComment('Path, query and header parameters, cast.')}export interface Input ${braces(plan.parameters.map((each) => parameterMember(each, types)))}`,
    code`export type Body = ${plan.body ? bodyType(plan.body, sent) : code`undefined`};`,
    resultType(plan, types, byId),
    ...(filters
      ? [code`${docComment('The conditions of parameters, for a list.')}export type Filter = ${filters};`]
      : []),
    code`${docComment(plan.summary)}export type Handle = (input: Input, body: Body, context: ${context}) => Result | Promise<Result>;`,
  ]);
}

/** A condition for each parameter with `x-filter`; undefined if there is none. */
function filterTypes({ parameters }: OperationPlan, types: SchemaTypes): Code | undefined {
  const filters = parameters.flatMap(({ runtime: { filter }, schema }) => {
    if (!filter) return [];
    const value = types.of(schema.type === 'array' ? (schema.items ?? {}) : schema);
    return [
      code`{ readonly field: ${filter.field}; readonly op: ${filter.op}; readonly values: readonly (${value})[] }`,
    ];
  });
  return filters.length === 0 ? undefined : joinCode(filters, ' | ');
}

/** The types of models that a module of types imports. */
function modelsOf({ resource }: Pick<OperationPlan, 'resource'>, name = 'Models'): Code {
  return imported(name, `#generated/${modelsPath(resource)}`, 'type');
}

export function backgroundTypesSource(plan: BackgroundPlan, byId: Models): string {
  const context = imported('BackgroundContext', 'headwater/http', 'type');
  const handle = (change: Code) =>
    code`${docComment(plan.summary)}export type Handle = (${change}context: ${context}) => void | Promise<void>;`;
  const head = lineComment(headlineOf(plan));
  if (plan.kind === 'schedule') return moduleText(head, [handle(code``)]);
  const keys = new SchemaTypes(byId, modelsOf(plan)).of(plan.schema);
  return moduleText(head, [
    code`${docComment('The keys of an item that has been written.')}export type Change = ${keys};`,
    handle(code`change: Change, `),
  ]);
}

/** @example headlineOf(schedule) // 'The schedule sweep, from descriptors/bookmark.json' */
export function headlineOf({ kind, nickname, resource }: BackgroundPlan): string {
  return `The ${kind} ${nickname}, from descriptors/${resource}.json`;
}

/** The body of a form is always an object; only its fields can be absent. */
function bodyType({ schema, fields, runtime: { required, textTypes } }: BodyPlan, types: SchemaTypes): Code {
  const isText = isBytes(schema) || textTypes?.includes('application/json');
  const texts = textTypes ? [imported('TextBody', 'headwater/http', 'type')] : [];
  const type = joinCode([...(isText ? [] : [types.of(schema)]), ...texts], ' | ');
  return required || fields ? type : code`${type} | undefined`;
}

/** A function for each version: a handler cannot return one version for another. */
function resultType(plan: OperationPlan, types: SchemaTypes, byId: Models): Code {
  const { versions } = plan;
  if (!versions) return code`export type Result = ${returnedType(plan, byId)};`;
  const members = versions.map(
    ({ runtime, schema }) => code`readonly ${runtime.version}: () => ${types.of(schema)};`,
  );
  return code`${docComment('Makes each version; the one that the request asks for is called.')}export interface Result ${braces(members)}`;
}

function parameterMember({ runtime, description, schema }: ParameterPlan, types: SchemaTypes): Code {
  const isPresent = runtime.required || runtime.defaultValue !== undefined;
  return code`${docComment(description)}readonly ${memberName(keyOf(runtime))}${isPresent ? code`` : code`?`}: ${types.of(schema)};`;
}
