/**
 * The descriptors as clients get them: each member in the words of Swagger 1.1
 * and 1.2 side by side. Clients ignore the words of the other dialect.
 * They have no `basePath`: the function adds the address that the client used.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import type {
  BodyPlan,
  ErrorResponsePlan,
  OperationPlan,
  ParameterPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { ModelPlan, Models, Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import { operationsIn } from '../../plan/operations.ts';
import { flat } from '../../schema/flat.ts';
import { isBytes, mapParts, referenceTo } from '../../schema/walk.ts';
import {
  defaultWords,
  extensionsOf,
  hasMembers,
  isServedModel,
  limitWords,
  type Members,
  oldLimitWords,
  oldTypeName,
  servedShape,
  simplified,
  typeWords,
} from './served-types.ts';

export function servedListing(service: ServicePlan): Members {
  const { info } = service.general;
  return {
    ...service.general,
    // Swagger 1.2 section 5.1.3: `info` requires a title and a description.
    ...(isObject(info) ? { info: { title: '', description: '', ...info } } : {}),
    apiVersion: service.apiVersion,
    swaggerVersion: '1.2',
    apis: service.resources.map(({ name, description }) => ({
      path: `/api-docs.json/${name}`,
      ...omitUndefined({ description }),
    })),
  };
}

export function servedDeclaration(resource: ResourcePlan): Members {
  const byId = resource.models;
  const ownModels = [...byId.values()].filter(({ id, isInternal }) => !isInternal && isServedModel(id, byId));
  const models = [...ownModels, ...operationsIn(resource).flatMap((plan) => bodyModel(plan, byId))];
  const apis = resource.apis.map(({ path, description, operations }) => ({
    // For clients, the rest of a path is a variable like any other.
    path: path.replace(/[*+]\}(?=\/*$)/, '}'),
    ...omitUndefined({ description }),
    operations: operations.map((plan) => servedOperation(plan, byId)),
  }));
  const all = apis.flatMap(({ operations }) => operations);
  const typed: readonly Members[] = all.flatMap((each) => [each, ...each.parameters]);
  return {
    apiVersion: resource.apiVersion,
    swaggerVersion: '1.2',
    resourcePath: resource.resourcePath,
    produces: ['application/json'],
    consumes: ['application/json'],
    apis,
    models: {
      ...(typed.some((each) => each['type'] === 'object') ? { object: anyObject } : {}),
      ...Object.fromEntries(models.map((model) => [model.id, servedModel(model, byId)])),
    },
    ...resource.extensions,
  };
}

/** Swagger 1.2 has no type `object` outside models: a model of this name stands for it. */
const anyObject: Members = { id: 'object', properties: {}, additionalProperties: true };

function servedOperation(plan: OperationPlan, models: Models) {
  const { body, errorResponses } = plan;
  const result = plan.result && withoutFile(simplified(plan.result, models));
  return {
    method: plan.method,
    httpMethod: plan.method,
    nickname: plan.nickname,
    summary: plan.summary,
    notes: plan.notes,
    ...typeWords(result),
    responseClass: oldTypeName(result),
    ...mediaTypeWords(plan),
    ...omitUndefined({ authorizations: plan.authorizations }),
    // Swagger 1.2 has scopes for some kinds of authorizations only.
    ...omitEmpty({ 'x-scopes': [...new Set(plan.runtime.access?.flat().flatMap(({ scopes }) => scopes))] }),
    // Swagger 1.2 section 5.2.3: a string.
    ...(plan.isDeprecated ? { deprecated: 'true' } : {}),
    parameters: [
      ...[...plan.parameters, ...(body?.fields ?? [])].map((each) => servedParameter(each, models)),
      ...(body && !body.fields ? [servedBody(body, bodyModel(plan, models)[0], models)] : []),
    ],
    responseMessages: responseMessages(errorResponses),
    errorResponses: errorResponses.map(({ code, reason }) => ({ code, reason })),
    ...plan.extensions,
  };
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

function servedParameter(parameter: ParameterPlan, models: Models): Members {
  const { name, place, required, isList, isItemOrList, members, defaultValue } = parameter.runtime;
  const { description } = parameter;
  const simple = simplified(parameter.schema, models);
  // Both dialects declare the type of one value, and `allowMultiple` separately.
  const allowMultiple = isList && !members;
  const schema = allowMultiple && !isItemOrList ? (simple.items ?? {}) : simple;
  return {
    paramType: place,
    name,
    ...omitUndefined({ description }),
    ...typeWords(schema),
    dataType: oldTypeName(schema),
    // Swagger 1.2 section 5.2.4: path parameters are always required, even if the path can end before the value.
    required: required || place === 'path',
    allowMultiple,
    ...defaultWords(isList ? {} : schema, defaultValue),
    ...limitWords(schema),
    ...oldLimitWords(schema),
    ...parameter.extensions,
  };
}

/** Swagger 1.2 section 5.2.4: a body parameter has the name `body`. */
function servedBody(
  { runtime, description, schema }: BodyPlan,
  model: ModelPlan | undefined,
  models: Models,
): Members {
  const served = model ? referenceTo(model.id) : withoutFile(simplified(schema, models));
  return {
    paramType: 'body',
    name: 'body',
    ...omitUndefined({ description }),
    ...typeWords(served),
    dataType: oldTypeName(served),
    required: runtime.required,
    allowMultiple: false,
  };
}

/** Swagger 1.2 section 4.3.4: only a field of a form is a file. */
function withoutFile(schema: Schema): Schema {
  return isBytes(schema) ? { type: 'string' } : schema;
}

/** Clients expect a model for a body: a body that is declared member by member gets one. */
function bodyModel({ nickname, body }: OperationPlan, models: Models): ModelPlan[] {
  const schema = body && !body.fields ? simplified(body.schema, models) : {};
  if (!hasMembers(schema)) return [];
  let id = `${nickname}Body`;
  while (models.has(id)) id += '_';
  return [{ id, schema }];
}

/** Inherited properties are served on the parent only. `subTypes`, which needs a discriminator, refers to the sub type. */
function servedModel({ id, schema, discriminator, subTypes }: ModelPlan, models: Models): Members {
  const parents = [...models.values()].filter((each) => each.discriminator && each.subTypes?.includes(id));
  const propertiesOf = (each: Schema) => Object.entries(flat(each, models).properties ?? {});
  const inherited = new Set(parents.flatMap((each) => propertiesOf(each.schema)).map(([name]) => name));
  const whole = flat(schema, models);
  const properties = Object.fromEntries(propertiesOf(schema).filter(([name]) => !inherited.has(name)));
  const required = whole.required?.filter((name) => !inherited.has(name)) ?? [];
  const { description } = schema;
  return {
    id,
    ...omitUndefined({ description }),
    ...servedShape(mapParts({ ...whole, properties, required }, (part) => simplified(part, models))),
    ...(subTypes && discriminator ? { subTypes, discriminator } : {}),
    ...extensionsOf(schema),
  };
}
