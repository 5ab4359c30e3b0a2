/** Links between operations: how a value of a response becomes a parameter of another request. */

import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { operationsIn } from '../../plan/operations.ts';
import { flat, typeIn } from '../../schema/flat.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { modelOf } from '../../schema/references.ts';
import { toPointer } from '../../source/source-node.ts';

type Link = readonly [nickname: string, link: JsonSchema];

/** By the nicknames of the operations that the response leads to. */
export function linkObjects(plan: OperationPlan, resource: ResourcePlan): JsonSchema {
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
    const isFree = others.length === 0 && !path.includes('{') && !needsMore(operation);
    return variable !== undefined && isFree ? [{ operation, variable }] : [];
  });
}

/** A link has only the variable of the path. */
function needsMore({ parameters }: OperationPlan): boolean {
  return parameters.some(({ runtime }) => runtime.place !== 'path' && runtime.required);
}

/** The property that names an object in paths: it is called like the variable, or id. */
function idOf(schema: Schema | undefined, variable: string, resource: ResourcePlan): string | undefined {
  const names = propertiesOf(schema, resource)
    .filter(([, property]) => ['string', 'integer'].includes(typeIn(property) ?? ''))
    .map(([name]) => name);
  return [variable, '_id', 'id'].find((name) => names.includes(name));
}

/** Of a model, each as one schema. */
function propertiesOf(
  schema: Schema | undefined,
  { models }: ResourcePlan,
): [name: string, property: Schema][] {
  if (!schema || modelOf(schema) === undefined) return [];
  const { properties = {} } = flat(schema, models);
  return Object.entries(properties).map(([name, property]) => [name, flat(property, models)]);
}
