/**
 * The service as an OpenAPI 3.1 document, for people and the tools of today. Its
 * paths begin with the base path. The function that serves it adds the address
 * under which the client has reached the service.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { AccessScheme, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import { operationsIn, operationsOf } from '../../plan/operations.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { type ComponentNames, nameModels, problemSchemaName } from './component-names.ts';
import type { EmitSettings } from './emit-settings.ts';
import { documentInfo } from './info.ts';
import { commonParameters, parameterObjects } from './parameters.ts';
import { type Problems, problemsOf } from './problem-codes.ts';
import { problemExamples, problemSchema } from './problem-responses.ts';
import { requestBodyObject } from './request-body.ts';
import { responseHeaders } from './response-headers.ts';
import { responseObjects } from './responses.ts';
import { modelSchemas, withoutSaid } from './schemas.ts';

interface Context {
  readonly settings: EmitSettings;
  readonly problems: Problems;
  readonly models: ReadonlyMap<string, ComponentNames>;
  readonly security: SecurityNames;
}

export function openApiDocument(service: ServicePlan, settings: EmitSettings): JsonSchema {
  const context = {
    settings,
    problems: problemsOf(service.problems),
    models: nameModels(service),
    security: nameSchemes(service),
  };
  const document = {
    openapi: '3.1.1',
    info: documentInfo(service),
    servers: [{ url: '/' }],
    tags: service.resources.map(({ name, description }) => ({ name, ...omitUndefined({ description }) })),
    paths: pathItems(service, context),
  };
  const components = {
    schemas: schemasOf(service, context),
    parameters: commonParameters,
    headers: responseHeaders,
    examples: problemExamples(context.problems),
    securitySchemes: securitySchemes(service, context.security),
  };
  return { ...document, components: onlyUsed(components, document) };
}

function schemasOf(service: ServicePlan, { models }: Context): JsonSchema {
  const named = service.resources.flatMap((resource) => {
    const names = namesOf(resource, models);
    const documented = resource.models.filter(({ isInternal }) => !isInternal);
    return documented.flatMap((model) => modelSchemas(model, names));
  });
  return Object.fromEntries([...named, [problemSchemaName, problemSchema()]]);
}

function namesOf({ name }: ResourcePlan, models: Context['models']): ComponentNames {
  const names = models.get(name);
  if (!names) throw new Error(`The models of ${name} have no names.`);
  return names;
}

function pathItems(service: ServicePlan, context: Context): JsonSchema {
  const items = new Map<string, Record<string, JsonSchema>>();
  for (const resource of service.resources) {
    for (const plan of operationsIn(resource)) {
      for (const [index, path] of documentPaths(plan).entries()) {
        const item = items.get(path) ?? {};
        items.set(path, item);
        item[plan.method.toLowerCase()] = operationObject(plan, { resource, path, index }, context);
      }
    }
  }
  return Object.fromEntries(items);
}

/** OpenAPI has no variables for the rest of a path: they are variables like any other. */
function documentPaths({ gatewayPaths, path }: OperationPlan): string[] {
  const slash = path.endsWith('/') ? '/' : '';
  return gatewayPaths.map((each) => (each === '/' ? each : `${each.replace('+}', '}')}${slash}`));
}

interface OperationPlace {
  readonly resource: ResourcePlan;
  readonly path: string;
  /** Position among the paths of the operation. */
  readonly index: number;
}

function operationObject(
  plan: OperationPlan,
  { resource, path, index }: OperationPlace,
  { settings, problems, models, security }: Context,
): JsonSchema {
  const names = namesOf(resource, models);
  const inner = { settings, problems, names, resource };
  const { summary, notes, body, isDeprecated, extensions, runtime } = plan;
  return {
    operationId: index === 0 ? runtime.id : `${runtime.id}-${index + 1}`,
    tags: [resource.name],
    ...omitEmpty({
      summary,
      description: notes,
      deprecated: isDeprecated,
      parameters: parameterObjects(plan, path, names),
      requestBody: body && requestBodyObject(body, names),
    }),
    responses: responseObjects(plan, inner),
    security: securityOf(plan, security),
    ...withoutSaid(extensions),
  };
}

/** By the kind of the credential and its header. */
interface SecurityNames {
  nameOf(scheme: AccessScheme): string;
}

/** The names that the listing defines, where it does. */
function nameSchemes({ general }: Pick<ServicePlan, 'general'>): SecurityNames {
  const { authorizations } = general;
  const defined = isObject(authorizations) ? Object.entries(authorizations) : [];
  return {
    nameOf: ({ scheme, header }) =>
      (
        defined.find(([, words]) => isObject(words) && headerOf(words) === header)?.[0] ??
        (scheme === 'bearer' ? 'token' : header)
      ).replaceAll(/[^A-Za-z0-9._-]/g, '_'),
  };
}

function headerOf({ type, keyname }: Readonly<Record<string, unknown>>): string {
  return type === 'oauth2' || type === 'openIdConnect' ? 'authorization' : String(keyname).toLowerCase();
}

/** `components.securitySchemes`: those that an operation requires. */
function securitySchemes(service: ServicePlan, names: SecurityNames): JsonSchema {
  const used = operationsOf(service).flatMap(({ runtime: { access = [] } }) => access);
  return Object.fromEntries(used.map((scheme) => [names.nameOf(scheme), schemeObject(scheme)]));
}

function schemeObject({ scheme, header }: AccessScheme): JsonSchema {
  if (scheme === 'bearer')
    return {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of an issuer that the service trusts, with the scopes that the operation names',
    };
  return { type: 'apiKey', in: 'header', name: header, description: 'A key of the service' };
}

/** An operation that everybody may call says so. */
function securityOf({ runtime: { access = [] } }: OperationPlan, names: SecurityNames): JsonSchema[] {
  return access.map((each) => ({ [names.nameOf(each)]: each.scopes }));
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Without the components that nothing refers to, directly or not. */
function onlyUsed(components: Components, document: object): JsonSchema {
  const used = new Set(referencesIn(document));
  // The loop also visits members that it adds to the set.
  for (const reference of used) {
    const [, , kind = '', name = ''] = reference.split('/');
    for (const each of referencesIn(components[kind]?.[name])) used.add(each);
  }
  const kept = Object.entries(components).map(([kind, named]) => {
    const entries = Object.entries(named).filter(
      ([name]) => kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`),
    );
    return [kind, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(kept.filter(([, named]) => Object.keys(named).length > 0));
}

function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  return [...text.matchAll(/"(?:\$ref|[^"]+)":"(#\/components\/[^"]+)"/g)].map(
    ([, reference = '']) => reference,
  );
}
