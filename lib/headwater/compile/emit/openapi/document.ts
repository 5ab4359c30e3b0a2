/**
 * The service as an OpenAPI 3.1 document, for people and the tools of today. Its
 * paths begin with the base path. The function that serves it adds the address
 * under which the client has reached the service.
 */

import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import type { AccessScheme, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
import { reachable } from '../../../shared/reachable.ts';
import { operationsOf } from '../../plan/operations.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { mapValues } from '../../schema/walk.ts';
import { type ComponentNames, nameModels, problemSchemaName } from './component-names.ts';
import type { EmitSettings } from './emit-settings.ts';
import { commonParameters, parameterObjects, requestBodyObject } from './parameters.ts';
import { problemsOf } from './problem-codes.ts';
import { type ProblemContext, problemExamples, problemSchema } from './problem-responses.ts';
import { responseHeaders } from './response-headers.ts';
import { responseObjects } from './responses.ts';
import { modelSchemas, untranslatedExtensions } from './schemas.ts';

interface Context extends Omit<ProblemContext, 'names'> {
  readonly models: ReadonlyMap<string, ComponentNames>;
  readonly nameOf: SchemeName;
}

export function openApiDocument(service: ServicePlan, settings: EmitSettings): JsonSchema {
  const context = {
    settings,
    problems: problemsOf(service.problems),
    models: nameModels(service.resources),
    nameOf: nameSchemes(service),
  };
  const document = {
    openapi: '3.1.1',
    info: documentInfo(service),
    servers: [{ url: '/' }],
    tags: service.resources.map(({ name, description }) => ({ name, ...omitUndefined({ description }) })),
    paths: pathItems(service, context),
  };
  const components = {
    schemas: schemasOf(context),
    parameters: commonParameters,
    headers: responseHeaders,
    examples: problemExamples(context),
  };
  const named = { securitySchemes: securitySchemes(service, context.nameOf) };
  return { ...document, components: omitEmpty({ ...onlyUsed(components, document), ...named }) };
}

function schemasOf({ models }: Context): JsonSchema {
  const named = [...models.values()].flatMap((names) =>
    [...names.models.values()].flatMap((model) => modelSchemas(model, names)),
  );
  return Object.fromEntries([...named, [problemSchemaName, problemSchema()]]);
}

function pathItems(service: ServicePlan, context: Context): JsonSchema {
  const items = new Map<string, Record<string, JsonSchema>>();
  for (const plan of operationsOf(service)) {
    for (const [index, path] of documentPaths(plan).entries()) {
      const item = items.get(path) ?? {};
      items.set(path, item);
      const operationId = index === 0 ? plan.runtime.id : `${plan.runtime.id}-${index + 1}`;
      item[plan.method.toLowerCase()] = { operationId, ...operationObject(plan, path, context) };
    }
  }
  return Object.fromEntries(items);
}

/** OpenAPI has no variables for the rest of a path: they are variables like any other. */
function documentPaths({ gatewayPaths, path }: OperationPlan): string[] {
  const slash = path.endsWith('/') ? '/' : '';
  return gatewayPaths.map((each) => (each === '/' ? each : `${each.replace('+}', '}')}${slash}`));
}

function operationObject(
  plan: OperationPlan,
  path: string,
  { settings, problems, models, nameOf }: Context,
): JsonSchema {
  const { resource, summary, notes, body, isDeprecated, extensions, runtime } = plan;
  const names = models.get(resource);
  if (!names) throw new Error(`The models of ${resource} have no names.`);
  const { access = [] } = runtime;
  return {
    tags: [resource],
    ...omitEmpty({
      summary,
      description: notes,
      deprecated: isDeprecated,
      parameters: parameterObjects(plan, path, names),
      requestBody: body && requestBodyObject(body, names),
    }),
    responses: responseObjects(plan, { settings, problems, names }),
    // An operation that everybody may call says so.
    security: access.map((each) => Object.fromEntries(each.map((one) => [nameOf(one), one.scopes]))),
    ...untranslatedExtensions(extensions),
  };
}

type SchemeName = (scheme: AccessScheme) => string;

/** The names that descriptors define, where they do. */
function nameSchemes({ securitySchemes: defined }: Pick<ServicePlan, 'securitySchemes'>): SchemeName {
  const isSame = (one: AccessScheme, other: AccessScheme) =>
    one.scheme === other.scheme && one.place === other.place && one.name === other.name;
  return (scheme) => {
    const [declared] = Object.entries(defined).find(([, each]) => isSame(each.scheme, scheme)) ?? [];
    const name = declared ?? { bearer: 'token', basic: 'password', apiKey: scheme.name }[scheme.scheme];
    return name.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  };
}

/** `components.securitySchemes`: those that an operation requires. */
function securitySchemes(service: ServicePlan, nameOf: SchemeName): JsonSchema {
  const used = operationsOf(service).flatMap(({ runtime: { access = [] } }) => access.flat());
  return Object.fromEntries(used.map((scheme) => [nameOf(scheme), schemeObject(scheme)]));
}

const schemeTexts: Readonly<Record<AccessScheme['scheme'], string>> = {
  bearer: 'A token of an issuer that the service trusts, with the scopes that the operation names',
  basic: 'A key of the service as the password',
  apiKey: 'A key of the service',
};

function schemeObject({ scheme, place, name }: AccessScheme): JsonSchema {
  const description = schemeTexts[scheme];
  if (scheme === 'apiKey') return { type: scheme, in: place ?? 'header', name, description };
  return { type: 'http', scheme, ...(scheme === 'bearer' ? { bearerFormat: 'JWT' } : {}), description };
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Without the components that nothing refers to, directly or not. */
function onlyUsed(components: Components, document: object): JsonSchema {
  const used = reachable(referencesIn(document), (reference) => {
    const [, , kind = '', name = ''] = reference.split('/');
    return referencesIn(components[kind]?.[name]);
  });
  return mapValues(components, (named, kind) =>
    Object.fromEntries(Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
  );
}

function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  return [...text.matchAll(/"[^"]+":"(#\/components\/[^"]+)"/g)].map(([, reference = '']) => reference);
}

/** Swagger 1.2 section 5.1.3, or the keywords of OpenAPI. Members of a wrong type are omitted. */
export function documentInfo({ general, apiVersion }: ServicePlan): JsonSchema {
  const info: JsonSchema = membersOf(general['info']);
  const { contact, license, licenseUrl } = info;
  // In Swagger 1.2 an e-mail address, and the name of a license.
  const person = isObject(contact) ? contact : { email: text(contact).includes('@') ? contact : '' };
  const named = isObject(license) ? license : { name: license, url: licenseUrl };
  const terms = onlyTexts(named, ['name', 'url', 'identifier']);
  return {
    title: text(info['title']) || 'API',
    description: [text(info['description']), forAll].filter(Boolean).join('\n\n'),
    version: apiVersion,
    ...omitEmpty({
      termsOfService: text(info['termsOfService']) || text(info['termsOfServiceUrl']),
      contact: onlyTexts(person, ['name', 'url', 'email']),
      license: terms['name'] === undefined ? {} : terms,
    }),
  };
}

/** Facts that apply to all operations. */
const forAll =
  'Each GET also answers HEAD, and each path OPTIONS. Requests that are refused store nothing; every error is a problem document (RFC 9457).';

function onlyTexts(words: JsonSchema, names: readonly string[]): JsonSchema {
  return omitEmpty(Object.fromEntries(names.map((name) => [name, text(words[name])])));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
