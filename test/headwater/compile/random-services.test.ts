/**
 * Random descriptors, in services that each fill one stack: the packaged templates
 * have exactly the declared routes, and handlers that use all declared members
 * compile and get the sent values.
 *
 * @module-tag descriptors
 * @module-tag property
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { operationsOf } from '../../../lib/headwater/compile/plan/operations.ts';
import { describeDiagnostic, isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import type { ServicePlan } from '../../../lib/headwater/shared/plan/service-plan.ts';
import { amount } from '../../support/amount.ts';
import { type DeclaredOperation, declaredOperations } from '../../support/declared-operations.ts';
import { drawn } from '../../support/draw.ts';
import { loadFunction } from '../../support/emitted-function.ts';
import { packageTemplate, routesIn } from '../../support/packaged-template.ts';
import { makeProject } from '../../support/project.ts';
import { randomDescriptor, randomListing, shapeOf } from '../../support/random-descriptors.ts';
import { handlerSource, seenHeader } from '../../support/random-handlers.ts';
import { drawSent, expectedOf, requestOf, type Sent, spoiled } from '../../support/random-requests.ts';
import { drawValue } from '../../support/random-values.ts';

const seed = 20260103;
const services = Array.from({ length: amount({ few: 1, many: 1, most: 18 }) }, (_, index) => index);
const descriptorsOfService = 56;
const callsOfService = 15;

/** An operation with the result of its handler and a request. */
interface Rehearsed {
  readonly operation: DeclaredOperation;
  readonly result: unknown;
  readonly sent: readonly Sent[];
}

const service = drawn((draw) => draw.nat(2 ** 31 - 1)).map((of) => {
  const resources = Array.from({ length: descriptorsOfService }, (_, index) => {
    // About 70 operations, with a HEAD for each GET, fill one stack.
    const options = { operations: index % 8 === 0 ? 3 : 1, models: 4 };
    return fc.sample(randomDescriptor(index, options), { seed: of + index, numRuns: 1 }).flat();
  }).flat();
  const [listing = {}] = fc.sample(randomListing(resources.map(({ resource }) => resource)), {
    seed: of,
    numRuns: 1,
  });
  const operations = resources.flatMap((descriptor) => declaredOperations(descriptor, listing));
  const [rehearsed = []] = fc.sample(rehearsals(operations), { seed: of, numRuns: 1 });
  return { listing, resources, rehearsed };
});

function rehearsals(operations: readonly DeclaredOperation[]): fc.Arbitrary<Rehearsed[]> {
  return drawn((draw) =>
    operations.map((operation) => {
      const { result, definitions } = operation;
      const value = result && drawValue({ draw, definitions }, result);
      return { operation, result: value, sent: drawSent(draw, operation) };
    }),
  );
}

const samples = fc.sample(service, { seed, numRuns: services.length });

test.each(services)('service %i', { tags: ['property'] }, async (index) => {
  const { listing, resources, rehearsed } = samples[index] ?? { listing: {}, resources: [], rehearsed: [] };
  const project = await makeProject({
    'serverless.yml': 'service: headwater\nplugins: [headwater/serverless]\nprovider: { name: aws }\n',
    'descriptors/api-docs.json': listing,
    ...Object.fromEntries(resources.map(({ fileName, text }) => [`descriptors/${fileName}`, text])),
    ...Object.fromEntries(
      rehearsed.map(({ operation, result }) => [
        `handlers/${operation.resource}/${operation.nickname}.ts`,
        handlerSource(operation, result),
      ]),
    ),
  });
  const built = await build(project);
  expect(built.diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  const plan = built.service as ServicePlan;

  const basePath = new URL(String(listing.basePath ?? ''), 'https://host').pathname.replace(/\/$/, '');
  const described = ['/api-docs.json', '/api-docs.json/{resource}', '/openapi.json'];
  const ownRoutes = [...described.map((path) => `GET ${basePath}${path}`), 'GET /docs', 'GET /docs/{file}'];
  const routes = routesIn(await packageTemplate(project)).map(String);
  const declared = rehearsed.flatMap(({ operation }) => operation.routes);
  const shapes = [...declared, ...ownRoutes, '$default'].map(shapeOf);
  // The compiler refuses duplicates, so a path has at most one HEAD operation.
  const heads = shapes
    .filter((shape) => shape.startsWith('GET '))
    .map((shape) => shape.replace('GET', 'HEAD'));
  expect(routes.map(shapeOf).toSorted()).toEqual([...new Set([...shapes, ...heads])].toSorted());
  expectSiblingsAlike(routes);

  for (const each of rehearsed.slice(0, callsOfService)) await call(project, plan, each);
});

/** Variables in the same position must have the same name in all routes. */
function expectSiblingsAlike(routes: readonly string[]): void {
  const names = new Map<string, string>();
  for (const route of routes) {
    const segments = route.replace(/^\w+ /, '').split('/');
    const variables = segments.filter((segment) => segment.startsWith('{'));
    expect(new Set(variables).size, route).toBe(variables.length);
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue;
      const name = segment.replace('+', '');
      const place = shapeOf(segments.slice(0, index).join('/'));
      expect(names.get(place) ?? name, route).toBe(name);
      expect(name, route).toMatch(/^\{\w+\}$/);
      names.set(place, name);
    }
  }
}

async function call(
  project: string,
  plan: ServicePlan,
  { operation, result, sent }: Rehearsed,
): Promise<void> {
  const { resource, nickname } = operation;
  const planned = operationsOf(plan).find((one) => one.resource === resource && one.nickname === nickname);
  const send = await loadFunction(project, planned?.runtime.id ?? '', { isDescribed: false });
  const path = planned?.gatewayPaths.at(-1) ?? '';
  const request = await requestOf(operation, path, sent);
  const answer = await send(request);
  const details = JSON.stringify({ operation, request, answer });
  expect(answer.status, details).toBe(operation.status);
  if (operation.method === 'HEAD') expect(answer.body, details).toBeUndefined();
  else if (operation.status !== 204) expect(answer.body, details).toEqual(result);
  const seen = JSON.parse(decodeURIComponent(answer.headers[seenHeader] ?? ''));
  expectMembers(seen.input, expectedOf(operation, sent, false), details);
  const [whole] = sent.filter(({ parameter }) => parameter.place === 'body' && parameter.name === undefined);
  if (whole) expect(seen.body, details).toEqual(whole.value);
  else if (seen.body !== undefined) expectMembers(seen.body, expectedOf(operation, sent, true), details);

  const wrong = spoiled(sent);
  if (wrong) expect((await send(await requestOf(operation, path, wrong))).status, details).toBe(400);
}

function expectMembers(seen: object, expected: Readonly<Record<string, unknown>>, details: string): void {
  expect(Object.keys(seen).toSorted(), details).toEqual(Object.keys(expected).toSorted());
  for (const [name, value] of Object.entries(expected)) {
    if (value !== undefined) expect(seen, details).toHaveProperty([name], value);
  }
}
