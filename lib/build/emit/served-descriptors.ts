/**
 * The descriptors as clients get them: each member in the words of Swagger 1.1
 * and of 1.2 side by side, for clients of either read only their own.
 * `basePath` is left out: the function adds where the caller reached it.
 */

import type { ErrorResponsePlan, OperationPlan, ParameterPlan } from '../../plan/operation-plan.ts';
import { operationsIn, type ResourcePlan, type ServicePlan } from '../../plan/service-plan.ts';
import type { ModelPlan, ObjectShape, PropertyPlan, TypePlan } from '../../plan/type-plan.ts';
import { isObject } from '../check/located.ts';
import { given } from '../given.ts';

type Members = Readonly<Record<string, unknown>>;

export function servedListing(service: ServicePlan): Members {
  return {
    ...service.general,
    ...servedInfo(service.general['info']),
    apiVersion: service.apiVersion,
    swaggerVersion: '1.2',
    apis: service.resources.map(({ name, description }) => ({
      path: `/api-docs.json/${name}`,
      ...given({ description }),
    })),
  };
}

/** Swagger 1.2 section 5.1.3: with `info` come a title and a description. */
function servedInfo(info: unknown): Members {
  return isObject(info) ? { info: { title: '', description: '', ...info } } : {};
}

export function servedDeclaration(resource: ResourcePlan): Members {
  return {
    apiVersion: resource.apiVersion,
    swaggerVersion: '1.2',
    resourcePath: resource.resourcePath,
    produces: ['application/json'],
    consumes: ['application/json'],
    apis: resource.apis.map(({ path, description, operations }) => ({
      path,
      ...given({ description }),
      operations: operations.map(servedOperation),
    })),
    models: {
      ...(namesObject(resource) ? { object: anyObject } : {}),
      ...Object.fromEntries(resource.models.map((model) => [model.id, servedModel(model)])),
    },
  };
}

/** Swagger 1.2 has the type `object` in models only: elsewhere it would be a model, so it is one. */
const anyObject: Members = { id: 'object', properties: {}, additionalProperties: true };

function namesObject(resource: ResourcePlan): boolean {
  const types = operationsIn(resource).flatMap(({ parameters, body, result }) => [
    result,
    ...parameters.map(valueType),
    ...(body ? [body.type] : []),
  ]);
  return types.some((type) => typeWords(type)['type'] === 'object');
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
    responseMessages: responseMessages(plan.errorResponses),
    errorResponses: plan.errorResponses,
    ...plan.extensions,
  };
}

/** Validators of Swagger 1.2 take each code once. */
function responseMessages(responses: readonly ErrorResponsePlan[]): Members[] {
  const byCode = Map.groupBy(responses, ({ code }) => code);
  return [...byCode].map(([code, same]) => ({ code, message: same.map(({ reason }) => reason).join('; ') }));
}

function servedParameter(parameter: ParameterPlan): Members {
  const { name, place, description, required, isList, defaultValue } = parameter;
  const type = valueType(parameter);
  return {
    paramType: place,
    name,
    ...given({ description }),
    ...typeWords(type),
    dataType: oldTypeName(type),
    required,
    allowMultiple: isList,
    ...defaultWords(parameter.type, defaultValue),
    ...limitWords(type),
    ...oldLimitWords(type),
  };
}

/** The words of both dialects give the type of one value, and `allowMultiple` beside it. */
function valueType({ isList, type }: ParameterPlan): TypePlan {
  return isList && type.kind === 'array' ? type.items : type;
}

/** Swagger 1.2 section 5.2.4: a body parameter has the name `body`. */
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

/** Swagger 1.2 section 4.3.4: items have a type and a format and nothing else, neither limits nor items. */
function itemWords(type: TypePlan): Members {
  if (type.kind === 'model') return { $ref: type.id };
  const { type: name, format } = typeWords(type);
  return { type: name, ...given({ format }) };
}

/** A default is one value in both dialects, and text beside an `enum`; JSON Schema's word takes any other. */
function defaultWords(type: TypePlan, value: unknown): Members {
  switch (type.kind) {
    case 'boolean':
    case 'string':
      return given({ defaultValue: value });
    case 'integer':
    case 'number':
      return given({ defaultValue: type.allowed && value !== undefined ? String(value) : value });
    default:
      return given({ default: value });
  }
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
