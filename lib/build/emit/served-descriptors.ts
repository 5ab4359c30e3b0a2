/**
 * The descriptors as clients get them: each member in the words of Swagger 1.1
 * and of 1.2 side by side, for clients of either read only their own.
 * `basePath` is left out: the function adds where the caller reached it.
 */

import type { BodyPlan, OperationPlan, ParameterPlan } from '../../plan/operation-plan.ts';
import { operationsIn, type ResourcePlan, type ServicePlan } from '../../plan/service-plan.ts';
import type { ModelPlan, ObjectShape, PropertyPlan, TypePlan } from '../../plan/type-plan.ts';
import { given } from '../given.ts';

type Members = Readonly<Record<string, unknown>>;

export function servedListing(service: ServicePlan): Members {
  return {
    ...service.general,
    apiVersion: service.apiVersion,
    swaggerVersion: '1.2',
    apis: service.resources.map(({ name, description }) => ({
      path: `/api-docs.json/${name}`,
      ...given({ description }),
    })),
  };
}

export function servedDeclaration(resource: ResourcePlan): Members {
  const models = [...resource.models, ...operationsIn(resource).flatMap((plan) => bodyModel(plan, resource))];
  return {
    apiVersion: resource.apiVersion,
    swaggerVersion: '1.2',
    resourcePath: resource.resourcePath,
    ...given({ description: resource.description }),
    produces: ['application/json'],
    consumes: ['application/json'],
    ...given({ authorizations: resource.authorizations }),
    apis: resource.apis.map(({ path, description, operations }) => ({
      path,
      ...given({ description }),
      operations: operations.map((plan) => servedOperation(plan, resource)),
    })),
    models: Object.fromEntries(models.map((model) => [model.id, servedModel(model)])),
    ...resource.extensions,
  };
}

function servedOperation(plan: OperationPlan, resource: ResourcePlan): Members {
  const { body, errorResponses } = plan;
  return {
    method: plan.method,
    httpMethod: plan.method,
    nickname: plan.nickname,
    summary: plan.summary,
    notes: plan.notes,
    ...typeWords(plan.result),
    responseClass: oldTypeName(plan.result),
    ...mediaTypeWords(plan),
    ...given({ authorizations: plan.authorizations }),
    // Swagger 1.2 section 5.2.3: a string.
    ...(plan.isDeprecated ? { deprecated: 'true' } : {}),
    parameters: [
      ...plan.parameters.map(servedParameter),
      ...(body?.fields ?? []).map(servedParameter),
      ...(body && !body.fields ? [servedBody(body, bodyModel(plan, resource)[0])] : []),
    ],
    responseMessages: errorResponses.map(({ code, reason, responseModel }) => ({
      code,
      message: reason,
      ...given({ responseModel }),
    })),
    errorResponses: errorResponses.map(({ code, reason }) => ({ code, reason })),
    ...plan.extensions,
  };
}

/** Where they are not what the resource says of all. */
function mediaTypeWords({ produces, body }: OperationPlan): Members {
  const isJson = (types: readonly string[]) => types.length === 1 && types[0] === 'application/json';
  return {
    ...(isJson(produces) ? {} : { produces }),
    ...(body && !isJson(body.mediaTypes) ? { consumes: body.mediaTypes } : {}),
  };
}

function servedParameter(parameter: ParameterPlan): Members {
  const { name, place, description, required, isList, defaultValue } = parameter;
  // The words of both dialects give the type of one value, and `allowMultiple` beside it.
  const type = isList && parameter.type.kind === 'array' ? parameter.type.items : parameter.type;
  return {
    paramType: place,
    name,
    ...given({ description }),
    ...typeWords(type),
    dataType: oldTypeName(type),
    // Swagger 1.2 section 5.2.4: always of a path, even one that may end before the value.
    required: required || place === 'path',
    allowMultiple: isList,
    ...given({ defaultValue }),
    ...limitWords(type),
    ...oldLimitWords(type),
    ...parameter.extensions,
  };
}

/** Swagger 1.2 section 4.3.4: a body parameter has the name `body`. */
function servedBody({ description, type, required }: BodyPlan, model: ModelPlan | undefined): Members {
  const servedType: TypePlan = model ? { kind: 'model', id: model.id } : type;
  return {
    paramType: 'body',
    name: 'body',
    ...given({ description }),
    ...typeWords(servedType),
    dataType: oldTypeName(servedType),
    required,
    allowMultiple: false,
  };
}

/** Clients know the members of a body by its model: a body that is put together from named members gets one. */
function bodyModel({ nickname, body }: OperationPlan, { models }: ResourcePlan): ModelPlan[] {
  if (!body || body.fields || body.type.kind !== 'object' || !body.type.shape) return [];
  let id = `${nickname}Body`;
  while (models.some((model) => model.id === id)) id += '_';
  return [{ id, ...body.type.shape }];
}

/** A sub type's inherited properties are those of its parent, to which `subTypes` leads. */
function servedModel(model: ModelPlan): Members {
  const { id, description, discriminator, subTypes, additional } = model;
  const properties = model.properties.filter(({ isInherited }) => !isInherited);
  return {
    id,
    ...given({ description }),
    ...servedShape({ properties, ...given({ additional }) }),
    ...(subTypes ? given({ subTypes, discriminator }) : {}),
    ...model.extensions,
  };
}

function servedShape({ properties, additional }: ObjectShape): Members {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties.map((property) => [property.name, servedProperty(property)])),
    ...(additional ? { additionalProperties: additional.kind === 'any' ? true : itemWords(additional) } : {}),
  };
}

function servedProperty({ description, type, required }: PropertyPlan): Members {
  const words = type.kind === 'model' ? { $ref: type.id } : typeWords(type);
  // Where the object has required members of its own, the list of these stands; the model names this one.
  return { ...given({ description }), ...(required ? { required } : {}), ...words, ...limitWords(type) };
}

/** Swagger 1.2 section 4.3: `type`, with `format`, `items` or nothing else. */
function typeWords(type: TypePlan): Members {
  switch (type.kind) {
    case 'union':
      // Swagger 1.2 has no unions; `dataType` beside it names them all.
      return type.of[0] ? typeWords(type.of[0]) : {};
    case 'model':
      return { type: type.id };
    case 'array':
      return { type: 'array', items: itemWords(type.items) };
    case 'any':
      return { type: 'object' };
    case 'file':
      return { type: 'File' };
    case 'object':
      // Neither dialect has objects without a name; JSON Schema's words say what they are.
      return { type: 'object', ...(type.shape ? servedShape(type.shape) : {}) };
    case 'integer':
    case 'number':
    case 'string':
      return { type: type.kind, ...given({ format: type.format }) };
    default:
      return { type: type.kind };
  }
}

function itemWords(type: TypePlan): Members {
  return type.kind === 'model' ? { $ref: type.id } : { ...typeWords(type), ...limitWords(type) };
}

/** The type as Swagger 1.1 writes it: one word. */
function oldTypeName(type: TypePlan): string | string[] {
  switch (type.kind) {
    case 'union':
      return type.of.flatMap(oldTypeName);
    case 'model':
      return type.id;
    case 'array':
      return `List[${oldTypeName(type.items)}]`;
    case 'file':
      return 'File';
    case 'integer':
      return type.format === 'int32' ? 'int' : 'long';
    case 'number':
      return type.format;
    case 'string':
      return type.format === undefined
        ? 'string'
        : { byte: 'byte', date: 'Date', 'date-time': 'Date' }[type.format];
    default:
      return type.kind;
  }
}

/** Swagger 1.2 section 4.3.3: bounds and enumerated values are strings, except in JSON Schema's own words. */
function limitWords(type: TypePlan): Members {
  switch (type.kind) {
    case 'boolean':
      return given({ enum: type.allowed?.map(String) });
    case 'integer':
    case 'number':
      return given({
        minimum: text(type.minimum),
        maximum: text(type.maximum),
        enum: type.allowed?.map(String),
      });
    case 'string':
      return given({
        minLength: type.minLength,
        maxLength: type.maxLength,
        pattern: type.pattern,
        enum: type.allowed,
      });
    case 'array':
      return given({
        minItems: type.minItems,
        maxItems: type.maxItems,
        uniqueItems: type.unique || undefined,
      });
    default:
      return {};
  }
}

/** Swagger 1.1: `allowableValues`. */
function oldLimitWords(type: TypePlan): Members {
  if ('allowed' in type && type.allowed)
    return { allowableValues: { valueType: 'LIST', values: type.allowed } };
  if (!('minimum' in type || 'maximum' in type)) return {};
  return { allowableValues: { valueType: 'RANGE', ...given({ min: type.minimum, max: type.maximum }) } };
}

function text(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
