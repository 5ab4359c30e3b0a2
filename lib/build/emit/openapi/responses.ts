/** Responses of an operation: its success in each version, with links to what it leads to, 304, and problems. */

import { STATUS_CODES } from 'node:http';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { isRead, operationsIn } from '../../plan/operations.ts';
import { flat, typeIn } from '../../schema/flat.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { isBytes, modelOf } from '../../schema/walk.ts';
import { toPointer } from '../../source/source-node.ts';
import { type ProblemContext, problemResponses } from './problem-responses.ts';
import { commonHeaders, headerReferences } from './response-headers.ts';
import { componentReference, describedSchema, exampleWords } from './schemas.ts';

interface ResponseContext extends ProblemContext {
  readonly resource: ResourcePlan;
}

/** By status. */
export function responseObjects(plan: OperationPlan, context: ResponseContext): Record<string, JsonSchema> {
  const { successStatus } = plan.runtime;
  return {
    ...otherResponses(plan, context),
    [successStatus]: successResponse(plan, context),
    ...(isRead(plan) ? { 304: notModified(plan) } : {}),
    ...problemResponses(plan, context),
  };
}

function successResponse(plan: OperationPlan, context: ResponseContext): JsonSchema {
  const links = linkObjects(plan, context.resource);
  const content = plan.method === 'HEAD' || !plan.result ? {} : resultContent(plan, plan.result, context);
  const response = responseObject(plan, plan.runtime.successStatus, resultText(plan, context));
  return { ...response, ...omitEmpty({ content, links }) };
}

/** @param meaning of the status, where the descriptor does not say it. A redirect leads elsewhere (RFC 9110 section 15.4). */
function responseObject(plan: OperationPlan, status: number, meaning: string): JsonSchema {
  const leading = status >= 300 ? ['Location'] : [];
  const headers = [...commonHeaders(plan), ...leading, ...(plan.responseHeaders ?? [])];
  const reasons = plan.errorResponses.filter(({ code }) => code === status).map(({ reason }) => reason);
  const description = reasons.filter((reason) => reason !== '').join('; ') || meaning;
  return { description, headers: headerReferences(headers) };
}

/** The description of the result's model, else the meaning of the status. */
function resultText({ result = {}, runtime }: OperationPlan, { names }: ResponseContext): string {
  const described = names.models.get(modelOf(result) ?? '')?.schema.description;
  return described ?? STATUS_CODES[runtime.successStatus] ?? 'A success';
}

/** By media type. A version has its own type; those without are of version 1. */
function resultContent(
  { runtime, resultExamples, versions = [] }: OperationPlan,
  result: Schema,
  { names }: ResponseContext,
): JsonSchema {
  const mediaType = (schema: Schema, name: string) => {
    // In 3.1, bytes have no schema (section 4.7.14.1).
    if (isBytes(schema)) return name.startsWith('text/') ? { schema: { type: 'string' } } : {};
    const declared = schema === result ? resultExamples : undefined;
    const example = exampleWords(schema, declared, { models: names.models, isSent: false });
    return { schema: describedSchema(schema, names), ...example };
  };
  return Object.fromEntries(
    runtime.produces.map((name) => {
      const version = versions.find((each) => each.runtime.mediaType === name);
      return [name, mediaType(version?.runtime.version === 1 ? result : (version?.schema ?? result), name)];
    }),
  );
}

function notModified(plan: OperationPlan): JsonSchema {
  const tag = plan.responseHeaders?.filter((name) => name === 'ETag') ?? [];
  return {
    description: 'The client has this version already',
    headers: headerReferences([...commonHeaders(plan), ...tag]),
  };
}

/** Successes and redirections that the descriptor declares beside the one that the function has by itself. */
function otherResponses(plan: OperationPlan, { names }: ResponseContext): Record<string, JsonSchema> {
  const { errorResponses, runtime } = plan;
  const others = errorResponses.filter(({ code }) => code < 400 && code !== runtime.successStatus);
  return Object.fromEntries(
    others.map(({ code, responseModel = '', schema, examples }) => {
      const response = responseObject(plan, code, STATUS_CODES[code] ?? 'A response');
      if (!schema) {
        const ofModel = { 'application/json': { schema: componentReference(names.schemaOf(responseModel)) } };
        return [code, { ...response, ...(names.models.has(responseModel) ? { content: ofModel } : {}) }];
      }
      const example = exampleWords(schema, examples, { models: names.models, isSent: false });
      const media = { schema: describedSchema(schema, names), ...example };
      const content = Object.fromEntries(runtime.produces.map((name) => [name, media]));
      return [code, { ...response, ...omitEmpty({ content }) }];
    }),
  );
}

type Link = readonly [nickname: string, link: JsonSchema];

/** How a value of the response becomes a parameter of another request: by the nicknames of the operations. */
function linkObjects(plan: OperationPlan, resource: ResourcePlan): JsonSchema {
  return Object.fromEntries([
    ...linksToCreated(plan, resource),
    ...linksToItem(plan, resource),
    ...linksToChange(plan, resource),
  ]);
}

function linkTo({ nickname, runtime }: OperationPlan, parameters: Readonly<Record<string, string>>): Link {
  return [nickname, { operationId: runtime.id, parameters }];
}

/** From a POST that creates to everything below the path of what was created. */
function linksToCreated(plan: OperationPlan, resource: ResourcePlan): Link[] {
  const { method, runtime, gatewayPaths } = plan;
  if (method !== 'POST' || runtime.successStatus !== 201) return [];
  return below(gatewayPaths[0] ?? '', resource).flatMap(({ operation, variable }) => {
    const id = idOf(plan.result, variable, resource);
    return id === undefined ? [] : [linkTo(operation, { [variable]: `$response.body#/${id}` })];
  });
}

/** From a list to its first item. */
function linksToItem(plan: OperationPlan, resource: ResourcePlan): Link[] {
  if (plan.method !== 'GET') return [];
  const [path = ''] = plan.gatewayPaths;
  return below(path, resource).flatMap(({ operation, variable }) => {
    const isItem = operation.method === 'GET' && operation.gatewayPaths[0] === `${path}/{${variable}}`;
    const listed = operation.result && modelOf(operation.result);
    const list = propertiesOf(plan.result, resource).find(
      ([, { items }]) => items && modelOf(items) === listed,
    );
    const id = idOf(operation.result, variable, resource);
    if (!isItem || !list || id === undefined) return [];
    return [linkTo(operation, { [variable]: `$response.body#${toPointer([list[0], 0])}/${id}` })];
  });
}

/** Links from a document that was read to its changes, which can require this version. */
function linksToChange(plan: OperationPlan, resource: ResourcePlan): Link[] {
  if (plan.method !== 'GET' || !plan.responseHeaders?.includes('ETag')) return [];
  const path = plan.gatewayPaths[0] ?? '';
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return operationsIn(resource)
    .filter(({ method, gatewayPaths }) => gatewayPaths[0] === path && changes.includes(method))
    .map((operation) =>
      linkTo(operation, {
        ...Object.fromEntries(variables.map((name) => [name, `$request.path.${name}`])),
        'header.If-Match': '$response.header.ETag',
      }),
    );
}

const changes = ['PUT', 'PATCH', 'DELETE'];

/** The operations whose path continues this one with a variable, and has no other. */
function below(path: string, resource: ResourcePlan): { operation: OperationPlan; variable: string }[] {
  return operationsIn(resource).flatMap((operation) => {
    const [own = '', ...others] = operation.gatewayPaths;
    const rest = own.startsWith(`${path}/`) ? own.slice(path.length) : '';
    const [, variable] = /^\/\{(\w+)\}(?:\/[^{}]+)*$/.exec(rest) ?? [];
    // A link has only the variable of the path.
    const needsMore = operation.parameters.some(
      ({ runtime }) => runtime.place !== 'path' && runtime.required,
    );
    const isFree = others.length === 0 && !path.includes('{') && !needsMore;
    return variable !== undefined && isFree ? [{ operation, variable }] : [];
  });
}

/** The property that names an object in paths: it is called like the variable, or id. */
function idOf(schema: Schema | undefined, variable: string, resource: ResourcePlan): string | undefined {
  const names = propertiesOf(schema, resource)
    .filter(([, property]) => ['string', 'integer'].includes(typeIn(property) ?? ''))
    .map(([name]) => name);
  return [variable, '_id', 'id'].find((name) => names.includes(name));
}

/** Returns the properties of a model, each as one schema. */
function propertiesOf(
  schema: Schema | undefined,
  { models }: ResourcePlan,
): [name: string, property: Schema][] {
  if (!schema || modelOf(schema) === undefined) return [];
  const { properties = {} } = flat(schema, models);
  return Object.entries(properties).map(([name, property]) => [name, flat(property, models)]);
}
