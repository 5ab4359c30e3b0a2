/**
 * The descriptors as clients get them: each member in the words of Swagger 1.1
 * and of 1.2 side by side, for clients of either read only their own.
 * `basePath` is left out: the function adds where the caller reached it.
 */

import type { OperationPlan, ParameterPlan } from '../../plan/operation-plan.ts';
import type { ResourcePlan, ServicePlan } from '../../plan/service-plan.ts';
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
  return {
    apiVersion: resource.apiVersion,
    swaggerVersion: '1.2',
    resourcePath: resource.resourcePath,
    ...given({ description: resource.description }),
    produces: ['application/json'],
    consumes: ['application/json'],
    apis: resource.apis.map(({ path, description, operations }) => ({
      path,
      ...given({ description }),
      operations: operations.map(servedOperation),
    })),
    models: Object.fromEntries(resource.models.map((model) => [model.id, servedModel(model)])),
  };
}

function servedOperation(plan: OperationPlan): Members {
  return {
    method: plan.method,
    httpMethod: plan.method,
    nickname: plan.nickname,
    summary: plan.summary,
    notes: plan.notes,
    ...typeWords(plan.result),
    responseClass: oldTypeName(plan.result),
    parameters: [...plan.parameters.map(servedParameter), ...(plan.body ? [servedBody(plan.body)] : [])],
    responseMessages: plan.errorResponses.map(({ code, reason }) => ({ code, message: reason })),
    errorResponses: plan.errorResponses,
    ...plan.extensions,
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
    required,
    allowMultiple: isList,
    ...given({ defaultValue }),
    ...limitWords(type),
    ...oldLimitWords(type),
  };
}

/** Swagger 1.2 section 4.3.4: a body parameter has the name `body`. */
function servedBody({ description, type, required }: NonNullable<OperationPlan['body']>): Members {
  const words = { ...typeWords(type), dataType: oldTypeName(type) };
  return {
    paramType: 'body',
    name: 'body',
    ...given({ description }),
    ...words,
    required,
    allowMultiple: false,
  };
}

function servedModel(model: ModelPlan): Members {
  return { id: model.id, ...given({ description: model.description }), ...servedShape(model) };
}

function servedShape({ properties, isOpen }: ObjectShape): Members {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties.map((property) => [property.name, servedProperty(property)])),
    ...(isOpen ? { additionalProperties: true } : {}),
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
