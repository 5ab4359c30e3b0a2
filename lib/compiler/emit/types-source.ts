/** TypeScript types: the models of a resource; input, body and result of each handler. */

import type { BodyPlan, OperationPlan, ParameterPlan } from '../../plan/operation-plan.ts';
import type { ResourcePlan } from '../../plan/service-plan.ts';
import type { ModelPlan, ObjectShape, PropertyPlan, TypePlan } from '../../plan/type-plan.ts';
import { admitsOwnId, modelsNamedIn } from '../schema/models.ts';
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

export function modelsInterface({ models }: ResourcePlan): Code {
  const members = models.map(
    (model) => code`${docComment(model.description)}${memberName(model.id)}: ${modelType(model)};`,
  );
  return code`export interface Models ${braces(members)}`;
}

/** The model itself or any of its sub types, distinguished by the discriminator if there is one. */
function modelType(model: ModelPlan): Code {
  const subTypes = (model.subTypes ?? []).map((id) => code`Models[${id}]`);
  const own = subTypes.length > 0 && !admitsOwnId(model) ? [] : [objectType(tagged(model))];
  return joinCode([...own, ...subTypes], ' | ');
}

function tagged(model: ModelPlan): ObjectShape {
  const { id, discriminator, properties } = model;
  const tag: TypePlan = { kind: 'string', allowed: [id] };
  return {
    ...model,
    properties: properties.map((property) =>
      property.name === discriminator ? { ...property, type: tag } : property,
    ),
  };
}

export function operationTypesSource(plan: OperationPlan): string {
  const context = identifier(plan.runtime.isIdempotent ? 'IdempotentContext' : 'OperationContext');
  return code`${lineComment(`${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`)}
${importModels(plan)}${importFile(plan)}import type { ${context} } from '#lib/http/operation-context.ts';
${importTextBody(plan)}
${docComment('Path, query and header parameters, cast.')}export interface Input ${braces(plan.parameters.map(parameterMember))}

export type Body = ${plan.body ? bodyType(plan.body) : code`undefined`};

${resultType(plan)}

${docComment(plan.summary)}export type Handle = (input: Input, body: Body, context: ${context}) => Result | Promise<Result>;
`.text;
}

function importModels(plan: OperationPlan): Code {
  const types = [
    plan.result,
    ...(plan.versions ?? []).map(({ type }) => type),
    ...(plan.body ? [plan.body.type] : []),
    ...plan.parameters.map(({ type }) => type),
  ];
  const usesModels = types.some((type) => modelsNamedIn(type).length > 0);
  return usesModels
    ? code`import type { Models } from ${`#generated/${modelsPath(plan.resource)}`};\n`
    : code``;
}

function importFile({ body }: OperationPlan): Code {
  return body?.fields?.some(({ runtime }) => runtime.isFile)
    ? code`import type { FormFile } from '#lib/http/request/form.ts';\n`
    : code``;
}

function importTextBody({ body }: OperationPlan): Code {
  return body?.runtime.textTypes
    ? code`import type { TextBody } from '#lib/http/request/text-body.ts';\n`
    : code``;
}

/** The body of a form is always an object; only its fields can be absent. */
function bodyType(body: BodyPlan): Code {
  const type = body.runtime.textTypes ? code`${typeOf(body.type)} | TextBody` : typeOf(body.type);
  return body.runtime.required || body.fields ? type : code`${type} | undefined`;
}

/** A function for each version: a handler cannot return one version for another. */
function resultType({ result, versions }: OperationPlan): Code {
  if (!versions) return code`export type Result = ${typeOf(result)};`;
  const members = versions.map(
    ({ runtime, type }) => code`readonly ${runtime.version}: () => ${typeOf(type)};`,
  );
  return code`${docComment('Makes each version; the one that the request asks for is called.')}export interface Result ${braces(members)}`;
}

function parameterMember({ runtime, description, type }: ParameterPlan): Code {
  const isPresent = runtime.required || runtime.defaultValue !== undefined;
  return code`${docComment(description)}readonly ${memberName(runtime.name)}${isPresent ? code`` : code`?`}: ${typeOf(type)};`;
}

function objectType({ properties, additional }: ObjectShape): Code {
  const members = properties.map(propertyMember);
  return braces(additional ? [...members, indexMember(properties, additional)] : members);
}

/** TypeScript requires the type of every member to fit the index signature. */
function indexMember(properties: readonly PropertyPlan[], additional: TypePlan): Code {
  if (additional.kind === 'any') return code`readonly [member: string]: unknown;`;
  const types = [additional, ...properties.map(({ type }) => type)].map((type) => typeOf(type));
  const distinct = [...new Map(types.map((type) => [type.text, type])).values()];
  const optional = properties.some(({ required }) => !required) ? [code`undefined`] : [];
  return code`readonly [member: string]: ${joinCode([...distinct, ...optional], ' | ')};`;
}

function propertyMember({ name, description, required, type }: PropertyPlan): Code {
  return code`${docComment(description)}readonly ${memberName(name)}${required ? code`` : code`?`}: ${typeOf(type)};`;
}

/** Refers to `Models`, and to `FormFile` for a file. */
export function typeOf(type: TypePlan): Code {
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
      return type.shape ? objectType(type.shape) : code`{ readonly [member: string]: unknown }`;
    case 'null':
      return code`null`;
    case 'void':
      return code`void`;
    case 'model':
      return code`Models[${type.id}]`;
    case 'array':
      return code`readonly ${grouped(type.items)}[]`;
    case 'union':
      return joinCode(type.of.map(grouped), ' | ');
  }
}

/** `readonly` and `|` bind less tightly than `[]`. */
function grouped(type: TypePlan): Code {
  const isCompound =
    type.kind === 'array' || type.kind === 'union' || ('allowed' in type && type.allowed !== undefined);
  return isCompound ? code`(${typeOf(type)})` : typeOf(type);
}

function oneOf(values: readonly (string | number | boolean)[]): Code {
  return joinCode(values.map(literal), ' | ');
}
