/**
 * The descriptors as clients get them: each member in the words of Swagger 1.1
 * and 1.2 side by side. Clients ignore the words of the other dialect.
 * They have no `basePath`: the function adds the address that the client used.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type {
  BodyPlan,
  ErrorResponsePlan,
  OperationPlan,
  ParameterPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import type { ModelPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import { operationsIn } from '../../plan/operations.ts';
import {
  defaultWords,
  limitWords,
  type Members,
  oldLimitWords,
  oldTypeName,
  servedShape,
  typeWords,
} from './served-types.ts';

export function servedListing(service: ServicePlan): Members {
  return {
    ...service.general,
    ...servedInfo(service.general['info']),
    apiVersion: service.apiVersion,
    swaggerVersion: '1.2',
    apis: service.resources.map(({ name, description }) => ({
      path: `/api-docs.json/${name}`,
      ...omitUndefined({ description }),
    })),
  };
}

/** Swagger 1.2 section 5.1.3: `info` requires a title and a description. */
function servedInfo(info: unknown): Members {
  return isObject(info) ? { info: { title: '', description: '', ...info } } : {};
}

export function servedDeclaration(resource: ResourcePlan): Members {
  const ownModels = resource.models.filter(({ isInternal }) => !isInternal);
  const models = [...ownModels, ...operationsIn(resource).flatMap((plan) => bodyModel(plan, resource))];
  return {
    apiVersion: resource.apiVersion,
    swaggerVersion: '1.2',
    resourcePath: resource.resourcePath,
    produces: ['application/json'],
    consumes: ['application/json'],
    apis: resource.apis.map(({ path, description, operations }) => ({
      // For clients, the rest of a path is a variable like any other.
      path: path.replace(/[*+]\}(?=\/*$)/, '}'),
      ...omitUndefined({ description }),
      operations: operations.map((plan) => servedOperation(plan, resource)),
    })),
    models: {
      ...(namesObject(resource) ? { object: anyObject } : {}),
      ...Object.fromEntries(models.map((model) => [model.id, servedModel(model, models)])),
    },
    ...resource.extensions,
  };
}

/** Swagger 1.2 has no type `object` outside models: a model of this name stands for it. */
const anyObject: Members = { id: 'object', properties: {}, additionalProperties: true };

function namesObject(resource: ResourcePlan): boolean {
  const types = operationsIn(resource).flatMap(({ parameters, body, result }) => [
    result,
    ...parameters.map(valueType),
    ...(body?.fields ?? []).map(valueType),
    ...(body && !body.fields && !(body.type.kind === 'object' && body.type.shape) ? [body.type] : []),
  ]);
  return types.some((type) => typeWords(type)['type'] === 'object');
}

function servedOperation(plan: OperationPlan, resource: ResourcePlan): Members {
  const { body, errorResponses } = plan;
  return {
    method: plan.method,
    httpMethod: plan.method,
    nickname: plan.nickname,
    summary: plan.summary,
    notes: plan.notes,
    ...typeWords(withoutFile(plan.result)),
    responseClass: oldTypeName(withoutFile(plan.result)),
    ...mediaTypeWords(plan),
    ...omitUndefined({ authorizations: plan.authorizations }),
    ...scopesOf(plan),
    // Swagger 1.2 section 5.2.3: a string.
    ...(plan.isDeprecated ? { deprecated: 'true' } : {}),
    parameters: [
      ...plan.parameters.map(servedParameter),
      ...(body?.fields ?? []).map(servedParameter),
      ...(body && !body.fields ? [servedBody(body, bodyModel(plan, resource)[0])] : []),
    ],
    responseMessages: responseMessages(errorResponses),
    errorResponses: errorResponses.map(({ code, reason }) => ({ code, reason })),
    ...plan.extensions,
  };
}

/** Swagger 1.2 has scopes for some kinds of authorizations only. */
function scopesOf({ runtime: { access = [] } }: OperationPlan): Members {
  const scopes = [...new Set(access.flatMap((each) => each.scopes))];
  return scopes.length > 0 ? { 'x-scopes': scopes } : {};
}

/** An operation names its media types only if they differ from the default of the resource. */
function mediaTypeWords({ runtime: { produces, body } }: OperationPlan): Members {
  const isJson = (types: readonly string[]) => types.length === 1 && types[0] === 'application/json';
  return {
    ...(isJson(produces) || produces.length === 0 ? {} : { produces }),
    ...(body && !isJson(body.mediaTypes) ? { consumes: body.mediaTypes } : {}),
  };
}

/** Validators of Swagger 1.2 accept each code once. */
function responseMessages(responses: readonly ErrorResponsePlan[]): Members[] {
  const byCode = Map.groupBy(responses, ({ code }) => code);
  return [...byCode].map(([code, same]) => ({
    code,
    message: same.map(({ reason }) => reason).join('; '),
    ...omitUndefined({ responseModel: same.find(({ responseModel }) => responseModel)?.responseModel }),
  }));
}

function servedParameter(parameter: ParameterPlan): Members {
  const { name, place, required, isList, defaultValue } = parameter.runtime;
  const { description } = parameter;
  const type = valueType(parameter);
  return {
    paramType: place,
    name,
    ...omitUndefined({ description }),
    ...typeWords(type),
    dataType: oldTypeName(type),
    // Swagger 1.2 section 5.2.4: path parameters are always required, even if the path can end before the value.
    required: required || place === 'path',
    allowMultiple: isList,
    ...defaultWords(parameter.type, defaultValue),
    ...limitWords(type),
    ...oldLimitWords(type),
    ...parameter.extensions,
  };
}

/** Both dialects declare the type of one value, and `allowMultiple` separately. */
function valueType({ runtime, type }: ParameterPlan): TypePlan {
  return runtime.isList && type.kind === 'array' ? type.items : type;
}

/** Swagger 1.2 section 5.2.4: a body parameter has the name `body`. */
function servedBody({ runtime, description, type }: BodyPlan, model: ModelPlan | undefined): Members {
  const servedType: TypePlan = model ? { kind: 'model', id: model.id } : withoutFile(type);
  return {
    paramType: 'body',
    name: 'body',
    ...omitUndefined({ description }),
    ...typeWords(servedType),
    dataType: oldTypeName(servedType),
    required: runtime.required,
    allowMultiple: false,
  };
}

/** Swagger 1.2 section 4.3.4: only a field of a form is a file. */
function withoutFile(type: TypePlan): TypePlan {
  return type.kind === 'file' ? { kind: 'string' } : type;
}

/** Clients expect a model for a body: a body that is declared member by member gets one. */
function bodyModel({ nickname, body }: OperationPlan, { models }: ResourcePlan): ModelPlan[] {
  if (!body || body.fields || body.type.kind !== 'object' || !body.type.shape) return [];
  let id = `${nickname}Body`;
  while (models.some((model) => model.id === id)) id += '_';
  return [{ id, ...body.type.shape }];
}

/** Inherited properties are served on the parent only. `subTypes`, which needs a discriminator, refers to the sub type. */
function servedModel(model: ModelPlan, models: readonly ModelPlan[]): Members {
  const { id, description, discriminator, subTypes, additional } = model;
  const parents = models.filter((each) => each.discriminator && each.subTypes?.includes(id));
  const inherited = new Set(parents.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const properties = model.properties.filter(({ name }) => !inherited.has(name));
  return {
    id,
    ...omitUndefined({ description }),
    ...servedShape({ properties, ...omitUndefined({ additional }) }),
    ...(subTypes && discriminator ? { subTypes, discriminator } : {}),
    ...model.extensions,
  };
}
