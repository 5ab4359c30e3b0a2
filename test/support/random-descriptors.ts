/**
 * Arbitrary declarations in the words of Swagger 1.1, of 1.2 and of both, as JSON
 * and as YAML. Each is valid by construction; some have warnings.
 */

import type fc from 'fast-check';
import { stringify } from 'yaml';
import { type Draw, drawn, some } from './draw.ts';
import { drawModelOrType, drawModels, type RandomModels } from './random-models.ts';
import { drawParameters } from './random-parameters.ts';
import { drawDescription, type Words } from './random-types.ts';

export interface RandomDescriptor {
  readonly resource: string;
  /** e.g. `pets-3.yaml`. */
  readonly fileName: string;
  readonly words: Words;
  /** The content of the file. */
  readonly text: string;
}

export interface DescriptorOptions {
  readonly operations: number;
  readonly models: number;
}

/** @param number makes the names of the resource and of its paths unique. */
export function randomDescriptor(number: number, options: DescriptorOptions): fc.Arbitrary<RandomDescriptor> {
  return drawn((draw) => {
    const resource = `${draw.pick(['pets', 'Pet-store', 'a_b', 'orders'])}${number}`;
    const words = drawDeclaration(draw, resource, options);
    if (draw.chance(25)) return { resource, fileName: `${resource}.yaml`, words, text: stringify(words) };
    return { resource, fileName: `${resource}.json`, words, text: JSON.stringify(words, null, 2) };
  });
}

function drawDeclaration(draw: Draw, resource: string, { operations, models }: DescriptorOptions): Words {
  const drawnModels = drawModels(draw, models);
  return {
    ...draw.pick<Words>([{ resourcePath: `/${resource}` }, { resourcePath: `/${resource}` }, {}]),
    ...draw.pick<Words>([{}, {}, { basePath: 'https://example.com/other/' }, { basePath: '/api' }]),
    ...draw.pick<Words>([{}, { swaggerVersion: '1.2', apiVersion: '2.0' }]),
    ...drawDescription(draw),
    apis: drawApis(draw, { resource, models: drawnModels, operations }),
    models: drawnModels.models,
  };
}

/** Paths after `/<resource>`. */
const paths = [
  ...['', '/', '.{format}', '/{id}', '/{id}.{format}', '/{key}/', '/{id}/parts', '/{key}/parts/{part-id}'],
  ...['/{id}/files/{path*}', '/~all/{rest+}', '/a.b', '/{the id}/parts/{n}/x', '/{id}/{any*}'],
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

interface ApisToDraw {
  readonly resource: string;
  readonly models: RandomModels;
  readonly operations: number;
}

function drawApis(draw: Draw, { resource, models, operations }: ApisToDraw): Words[] {
  const taken = new Set<string>();
  const apis: Words[] = [];
  for (let number = 0; number < operations; number++) {
    const path = `${draw.chance(3) ? '' : '/'}${resource}${draw.pick(paths)}`;
    const free = methods.filter((method) =>
      routesOf(path).every((route) => !taken.has(shapeOf(`${method} ${route}`))),
    );
    if (free.length === 0) continue;
    const method = draw.pick(free);
    for (const route of routesOf(path)) taken.add(shapeOf(`${method} ${route}`));
    const operation = drawOperation(draw, { method, path, number }, models);
    // Several members of `apis` may declare the same path; the compiler merges them.
    apis.push({ path, ...drawDescription(draw), operations: [operation] });
  }
  return apis;
}

/** The routes of a declared path, without the base path. Variables keep their declared names. */
export function routesOf(path: string): string[] {
  const route = `/${path}`.replace('//', '/').replaceAll('.{format}', '').replace(/\/$/, '');
  const optional = /^(.*)\/\{([^{}]*)\*\}$/.exec(route);
  return optional ? [`${optional[1]}`, `${optional[1]}/{${optional[2]}+}`] : [route];
}

/** A route without the names of its variables: routes that differ only in these names collide. */
export function shapeOf(route: string): string {
  return route.replaceAll(/\{[^{}]*?(\+?)\}/g, '{$1}');
}

function drawOperation(
  draw: Draw,
  { method, path, number }: { method: string; path: string; number: number },
  models: RandomModels,
): Words {
  const variables = [...path.matchAll(/\{(.*?)[*+]?\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'format');
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method) && draw.chance(70);
  const parameters = drawParameters(draw, models, { variables, hasBody });
  const format =
    path.includes('.{format}') && draw.chance(50)
      ? [{ paramType: 'path', name: 'format', dataType: 'string', required: true }]
      : [];
  const verb = draw.chance(10) ? method.toLowerCase() : method;
  const names = ['list', 'getById', 'x_', `a${'Long'.repeat(20)}Name`];
  return {
    ...(draw.chance(50) ? { httpMethod: verb } : { method: verb }),
    nickname: `${draw.pick(names)}${number}`,
    ...resultWords(draw, models),
    ...(parameters.length + format.length > 0 || draw.chance(50)
      ? { parameters: [...parameters, ...format] }
      : { parameters: null }),
    ...draw.pick<Words>([
      {},
      { summary: "It's */ a\u2028summary" },
      { notes: '`${notes}`', deprecated: 'true' },
    ]),
    ...draw.pick<Words>([
      {},
      { errorResponses: [{ code: 404, reason: 'None' }] },
      { responseMessages: [{ code: '409', message: 'Taken' }] },
    ]),
    ...draw.pick<Words>([
      {},
      {},
      { 'x-status': 202 },
      { 'x-memory': 256, 'x-timeout': 5, 'x-cache': 'max-age=1' },
    ]),
    ...draw.pick<Words>([{}, {}, { produces: ['application/vnd.a+json', 'application/json'] }]),
  };
}

/** The declared type of a result, which has no limits. */
function resultWords(draw: Draw, { referable }: RandomModels): Words {
  const {
    $ref,
    type = $ref,
    format,
    items,
  } = draw.chance(25) ? ({ type: 'void' } as Words) : drawModelOrType(draw, referable);
  const key = draw.pick(['responseClass', 'type']);
  return {
    [key]: typeof type === 'string' ? type.replace(/^#\/models\//, '') : type,
    ...(format === undefined ? {} : { format }),
    ...(items === undefined ? {} : { items }),
  };
}

/** A resource listing that names some of the resources. */
export function randomListing(resources: readonly string[]): fc.Arbitrary<Words> {
  return drawn((draw) => ({
    ...draw.pick<Words>([
      { basePath: '/v1' },
      { basePath: 'http://localhost:8002/deep/er/' },
      { basePath: '' },
      {},
    ]),
    ...draw.pick<Words>([{ apiVersion: '1.0' }, { swaggerVersion: '1.1', info: { title: "It's" } }]),
    apis: some(draw, resources, 0, resources.length).map((name) => ({
      path: draw.pick([`/api-docs.json/${name}`, `/${name}.{format}`, `/${name}`]),
      ...drawDescription(draw),
    })),
  }));
}
