/** TypeScript types: the models of a resource; input, body and result of each handler. */

import type { BackgroundPlan } from '../../../shared/plan/function-plan.ts';
import type {
  BodyPlan,
  OperationPlan,
  ParameterPlan,
  RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type {
  ModelPlan,
  ObjectShape,
  PropertyPlan,
  TypePlan,
  UnionType,
} from '../../../shared/plan/type-plan.ts';
import { admitsOwnId, modelsNamedIn, tagsOf } from '../../schema/models.ts';
import { modelsPath } from './generated-files.ts';
import {
  braces,
  type Code,
  code,
  docComment,
  identifier,
  joinCode,
  lineComment,
  literal,
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

/** What a type is written for: results lack members that only requests have. */
type Use = 'Models' | 'ResultModels';

export function modelsInterface(resource: ResourcePlan): Code {
  const models = modelMembers(resource, 'Models');
  if (!resource.apis.some(({ operations }) => operations.some(hidesMembers))) return models;
  return code`${models}

${docComment('The same in results: a member that only requests have is left out of them.')}${modelMembers(resource, 'ResultModels')}`;
}

function modelMembers({ models }: ResourcePlan, use: Use): Code {
  const members = models.map(
    (model) => code`${docComment(model.description)}${memberName(model.id)}: ${modelType(model, use)};`,
  );
  return code`export interface ${identifier(use)} ${braces(members)}`;
}

function hidesMembers({ runtime }: OperationPlan): boolean {
  return runtime.hidden !== undefined;
}

/** The type of the values that a handler returns: one for each success, whose status it chooses. */
export function returnedType(plan: OperationPlan, type = plan.result): Code {
  const use = hidesMembers(plan) ? 'ResultModels' : 'Models';
  const others = plan.errorResponses.flatMap((each) => (each.type && each.code < 300 ? [each.type] : []));
  const distinct = new Map(
    [type, ...others].map((each) => typeOf(each, use)).map((each) => [each.text, each]),
  );
  return joinCode([...distinct.values()], ' | ');
}

/** The model itself or any of its sub types, distinguished by the discriminator if there is one. */
function modelType(model: ModelPlan, use: Use): Code {
  const subTypes = (model.subTypes ?? []).map((id) => code`${identifier(use)}[${id}]`);
  const own = subTypes.length > 0 && !admitsOwnId(model) ? [] : [objectType(tagged(model), use)];
  return joinCode([...own, ...subTypes], ' | ');
}

function tagged(model: ModelPlan): ObjectShape {
  const { discriminator, properties } = model;
  const tag: TypePlan = { kind: 'string', allowed: tagsOf(model) };
  return {
    ...model,
    properties: properties.map((property) =>
      property.name === discriminator ? { ...property, type: tag } : property,
    ),
  };
}

function contextOf({ isIdempotent }: RuntimeOperation): string {
  if (isIdempotent === 'document') return 'DocumentContext';
  return isIdempotent ? 'IdempotentContext' : 'OperationContext';
}

export function operationTypesSource(plan: OperationPlan): string {
  const context = identifier(contextOf(plan.runtime));
  return code`${lineComment(`${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`)}
${importModels(plan)}${importFile(plan)}import type { ${context} } from '#lib/run/http/operation-context.ts';
${importTextBody(plan)}
${docComment('Path, query and header parameters, cast.')}export interface Input ${braces(plan.parameters.map(parameterMember))}

export type Body = ${plan.body ? bodyType(plan.body) : code`undefined`};

${resultType(plan)}

${docComment(plan.summary)}export type Handle = (input: Input, body: Body, context: ${context}) => Result | Promise<Result>;
`.text;
}

function importModels(plan: OperationPlan): Code {
  const returned = [
    plan.result,
    ...(plan.versions ?? []).map(({ type }) => type),
    ...plan.errorResponses.flatMap(({ type, code: status }) => (type && status < 300 ? [type] : [])),
  ];
  const sent = [...(plan.body ? parsedTypes(plan.body) : []), ...plan.parameters.map(({ type }) => type)];
  const usesModels = (types: readonly TypePlan[]) => types.some((type) => modelsNamedIn(type).length > 0);
  const used = hidesMembers(plan)
    ? [...(usesModels(sent) ? ['Models'] : []), ...(usesModels(returned) ? ['ResultModels'] : [])]
    : usesModels([...sent, ...returned])
      ? ['Models']
      : [];
  if (used.length === 0) return code``;
  const names = joinCode(used.map(identifier), ', ');
  return code`import type { ${names} } from ${`#generated/${modelsPath(plan.resource)}`};\n`;
}

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

/** Returns no type when the handler gets JSON as a text, too. */
function parsedTypes({ type, runtime }: BodyPlan): readonly TypePlan[] {
  return runtime.textTypes?.includes('application/json') ? [] : [type];
}

export function backgroundTypesSource(plan: BackgroundPlan): string {
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

${docComment('The keys of an item that has been written.')}export type Change = ${typeOf(plan.type)};

${comment}export type Handle = (change: Change, context: BackgroundContext) => void | Promise<void>;
`.text;
}

/** @example headlineOf(schedule) // 'The schedule sweep, from descriptors/bookmark.json' */
export function headlineOf({ kind, nickname, resource }: BackgroundPlan): string {
  return `The ${kind} ${nickname}, from descriptors/${resource}.json`;
}

/** The body of a form is always an object; only its fields can be absent. */
function bodyType(body: BodyPlan): Code {
  const texts = body.runtime.textTypes ? [code`TextBody`] : [];
  const type = joinCode([...parsedTypes(body).map((each) => typeOf(each)), ...texts], ' | ');
  return body.runtime.required || body.fields ? type : code`${type} | undefined`;
}

/** A function for each version: a handler cannot return one version for another. */
function resultType(plan: OperationPlan): Code {
  const { versions } = plan;
  if (!versions) return code`export type Result = ${returnedType(plan)};`;
  const members = versions.map(
    ({ runtime, type }) => code`readonly ${runtime.version}: () => ${typeOf(type)};`,
  );
  return code`${docComment('Makes each version; the one that the request asks for is called.')}export interface Result ${braces(members)}`;
}

function parameterMember({ runtime, description, type }: ParameterPlan): Code {
  const isPresent = runtime.required || runtime.defaultValue !== undefined;
  return code`${docComment(description)}readonly ${memberName(runtime.name)}${isPresent ? code`` : code`?`}: ${typeOf(type)};`;
}

function objectType({ properties, additional }: ObjectShape, use: Use): Code {
  const members = properties.map((property) => propertyMember(property, use));
  return braces(additional ? [...members, indexMember({ properties, additional }, use)] : members);
}

/** TypeScript requires the type of every member to fit the index signature. */
function indexMember({ properties, additional }: Required<ObjectShape>, use: Use): Code {
  if (additional.kind === 'any') return code`readonly [member: string]: unknown;`;
  const types = [additional, ...properties.map(({ type }) => type)].map((type) => typeOf(type, use));
  const distinct = [...new Map(types.map((type) => [type.text, type])).values()];
  const optional = properties.some((property) => !isPresent(property, use)) ? [code`undefined`] : [];
  return code`readonly [member: string]: ${joinCode([...distinct, ...optional], ' | ')};`;
}

function propertyMember(property: PropertyPlan, use: Use): Code {
  const { name, description, type } = property;
  const mark = isPresent(property, use) ? code`` : code`?`;
  return code`${docComment(description)}readonly ${memberName(name)}${mark}: ${typeOf(type, use)};`;
}

function isPresent({ required, isWriteOnly }: PropertyPlan, use: Use): boolean {
  return required && !(isWriteOnly && use === 'ResultModels');
}

/** Refers to `use`, and to `FormFile` for a file. */
export function typeOf(type: TypePlan, use: Use = 'Models'): Code {
  switch (type.kind) {
    case 'integer':
    case 'number':
      return type.allowed ? oneOf(type.allowed) : code`number`;
    case 'string':
      return type.allowed ? oneOf(type.allowed) : code`string`;
    case 'boolean':
      return type.allowed ? oneOf(type.allowed) : code`boolean`;
    case 'file':
      return code`FormFile`;
    case 'any':
      return code`unknown`;
    case 'object':
      return type.shape ? objectType(type.shape, use) : code`{ readonly [member: string]: unknown }`;
    case 'null':
      return code`null`;
    case 'void':
      return code`void`;
    case 'model':
      return code`${identifier(use)}[${type.id}]`;
    case 'array':
      return code`readonly ${grouped(type.items, use)}[]`;
    case 'union':
      return unionTypeOf(type, use);
  }
}

/** A member names the type of an object: TypeScript narrows by it. */
function unionTypeOf({ of, discriminator }: UnionType, use: Use): Code {
  if (!discriminator)
    return joinCode(
      of.map((type) => grouped(type, use)),
      ' | ',
    );
  const { property, tags } = discriminator;
  const tagged = of.map(
    (type, index) =>
      code`(${typeOf(type, use)} & { readonly ${memberName(property)}: ${oneOf(tags[index] ?? [])} })`,
  );
  return joinCode(tagged, ' | ');
}

/** `readonly` and `|` bind less tightly than `[]`. */
function grouped(type: TypePlan, use: Use): Code {
  const isCompound =
    type.kind === 'array' || type.kind === 'union' || ('allowed' in type && type.allowed !== undefined);
  return isCompound ? code`(${typeOf(type, use)})` : typeOf(type, use);
}

function oneOf(values: readonly (string | number | boolean)[]): Code {
  return joinCode(values.map(literal), ' | ');
}
