/**
 * Random OpenAPI documents and requests: our emitted functions and openapi-backend
 * judge each request alike, with the exceptions below.
 *
 * @module-tag descriptors
 * @module-tag property
 */

import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { amount } from '../../../support/amount.ts';
import { drawn } from '../../../support/draw.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { type JudgeError, judgeOf } from '../../../support/openapi-judge.ts';
import { listing, makeProject } from '../../../support/project.ts';
import { drawOpenApi, type RandomDocument, type RandomOperation } from '../../../support/random-openapi.ts';
import { drawRequest, type RandomRequest } from '../../../support/random-openapi-requests.ts';

const seed = 20261122;
const services = Array.from({ length: amount({ few: 1, many: 1, most: 5 }) }, (_, index) => index);
const operationsOfService = amount({ few: 10, many: 20, most: 50 });
const requestsOfOperation = 40;

interface Service {
  readonly document: RandomDocument;
  readonly operations: readonly (readonly [RandomOperation, readonly RandomRequest[]])[];
}

const service = drawn((draw): Service => {
  const [document, operations] = drawOpenApi(draw, operationsOfService);
  const { schemas } = document.components;
  const withRequests = operations.map(
    (operation) =>
      [
        operation,
        Array.from({ length: requestsOfOperation }, () => drawRequest(draw, operation, schemas)),
      ] as const,
  );
  return { document, operations: withRequests };
});

interface Issue {
  readonly in: string;
  readonly name?: string;
  readonly code: string;
  readonly message: string;
}

interface Pair {
  readonly operation: RandomOperation;
  readonly request: RandomRequest;
}

const numberTexts = ['leading_zero', 'plus_sign', 'exponent', 'fraction', 'not_decimal', 'not_finite'];
const separators =
  'only its own separator divides a list: a comma is a part of a value between pipes or spaces';

/** Why we refuse requests that openapi-backend accepts. Each reason is a promise of our documentation. */
const refusals: Readonly<Record<string, (issue: Issue, pair: Pair) => boolean>> = {
  'a number in a path, query or header is written as JSON writes it: not 007, and no integer as 1e1': ({
    code,
  }) => numberTexts.includes(code),
  'an integer is exact: none beyond 2^53 - 1, which readers of JSON round': (issue, { request }) =>
    issue.in === 'body' &&
    numbersIn(request.body).some((number) => !Number.isSafeInteger(Math.trunc(number))),
  'a request has no member that the service sets (readOnly)': ({ code }) => code === 'read_only',
  [separators]: (issue, pair) => issue.in === 'query' && hasComma(String(issue.name), pair),
};

/** Why we accept requests that openapi-backend refuses. */
const acceptances: Readonly<Record<string, (error: JudgeError, pair: Pair) => boolean>> = {
  'a member that the service sets is required of results, not of requests': isMissingReadOnly,
  [separators]: ({ instancePath }, pair) =>
    instancePath.startsWith('/query/') && hasComma(String(instancePath.split('/')[2]), pair),
};

function numbersIn(body = 'null'): number[] {
  return (body.match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? []).map(Number);
}

function hasComma(name: string, { operation, request }: Pair): boolean {
  const { style = 'form' } = operation.parameters.find((each) => each.name === name) ?? {};
  return style !== 'form' && new RegExp(`\\b${name}=[^&]*%2C`).test(request.query);
}

function isMissingReadOnly({ keyword, params, parentSchema }: JudgeError): boolean {
  const missing = String(params['missingProperty']);
  return keyword === 'required' && parentSchema?.properties?.[missing]?.['readOnly'] === true;
}

/** Finds one reason for each issue or error. */
function reasonsFor<Found>(
  found: readonly Found[],
  reasons: Readonly<Record<string, (found: Found, pair: Pair) => boolean>>,
  pair: Pair,
): (string | undefined)[] {
  return found.map((each) => Object.entries(reasons).find(([, holds]) => holds(each, pair))?.[0]);
}

const counts = new Map<string, number>();

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** @throws unless both judge alike, or a reason explains each of the issues or errors. */
function countPair(pair: Pair, issues: readonly Issue[], errors: readonly JudgeError[]): void {
  if ((issues.length === 0) === (errors.length === 0)) {
    count(issues.length === 0 ? 'accepted by both' : 'refused by both');
    return;
  }
  const reasons =
    issues.length > 0 ? reasonsFor(issues, refusals, pair) : reasonsFor(errors, acceptances, pair);
  if (reasons.includes(undefined)) expect({ ...pair, issues, errors }).toBe('judged alike');
  count(String(reasons[0]));
}

test.for(services)('service %i', async (index) => {
  const [drawnService] = fc.sample(service, { seed: seed + index, numRuns: 1 });
  if (!drawnService) throw new Error('No service was drawn.');
  const { document, operations } = drawnService;
  const project = await buildProject(drawnService);
  const judge = await judgeOf(
    document,
    operations.map(([operation]) => operation),
  );
  for (const [operation, requests] of operations) {
    const call = await loadFunction(project, `thing-${operation.operationId}`);
    for (const request of requests) {
      const issues = await issuesOf(call, request);
      countPair({ operation, request }, issues, judge(operation, request));
    }
  }
});

afterAll(() => {
  const total = services.length * operationsOfService * requestsOfOperation;
  const both = [counts.get('accepted by both') ?? 0, counts.get('refused by both') ?? 0] as const;
  console.log(`${total} requests:`, Object.fromEntries(counts));
  // Both kinds are many, and the exceptions are few.
  for (const kind of both) expect(kind / total).toBeGreaterThan(0.2);
  expect((total - both[0] - both[1]) / total).toBeLessThan(0.03);
});

async function buildProject({ document, operations }: Service): Promise<string> {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': document,
    ...Object.fromEntries(
      operations.map(([{ operationId }]) => [
        `handlers/thing/${operationId}.ts`,
        'export const handle = () => undefined;\n',
      ]),
    ),
  });
  const { diagnostics } = await build(project);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  return project;
}

async function issuesOf(
  call: CallFunction,
  { path, key, query, headers, body }: RandomRequest,
): Promise<readonly Issue[]> {
  const answer = await call({
    method: 'POST',
    url: query === '' ? path : `${path}?${query}`,
    headers,
    pathParameters: { key },
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status === 204) return [];
  const { errors } = answer.body as { readonly errors?: readonly Issue[] };
  // A refusal says what would be accepted.
  expect([answer.status, errors]).toEqual([400, expect.arrayContaining([expect.anything()])]);
  return errors ?? [];
}
