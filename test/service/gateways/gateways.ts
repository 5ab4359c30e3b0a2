/**
 * Runs cases over the test gateway, which creates events as AWS does and calls the emitted functions in this process.
 * serverless-offline serves the first case of each suite, those that differences.ts explains, and all cases of what the
 * project adapts for it. Other configurations of vitest run all cases over a service that they have started, their `origin`.
 */

import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Gateway, startGateway } from '../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import { type HttpAnswer, type RawRequest, send } from '../../headwater/run/gateways/client.ts';
import { startEngine } from '../../support/engine.ts';
import { loadGateway } from '../../support/loaded-gateway.ts';
import { adapted, type Difference, type Differences, differences } from './differences.ts';
import { checkAnswer, checkDocumentedAnswer } from './safe-answer.ts';
import { type ServiceName, untilServiceRuns } from './serverless-offline.ts';

/** Running gateways, shared by all files of a worker: to load all functions takes seconds. They end with the process. */
const gateways = new Map<ServiceName, Promise<Gateway>>();

function startOnce(service: ServiceName): Promise<Gateway> {
  const started = gateways.get(service) ?? startEmitted(service);
  gateways.set(service, started);
  return started;
}

function serviceOf(name: ServiceName) {
  const service = inject('services')[name];
  if (!service) throw new Error(`The service "${name}" does not run: its tests must be long.`);
  return service;
}

/** Starts a test gateway for the emitted functions, with its own table. */
async function startEmitted(service: ServiceName): Promise<Gateway> {
  await untilServiceRuns(serviceOf(service));
  const engine = await startEngine(() => undefined);
  const own = { TABLE_NAME: await engine.makeTable(), REFERENCE: 'on', PAGES: 'workbench' };
  Object.assign(process.env, engine.environment, own);
  return startGateway(await loadGateway(serviceOf(service).folder));
}

/** A service that runs before the tests, with the settings of the one that is called plain. */
export interface Origin {
  readonly name: string;
  readonly port: number;
  /** The header Host, where it says which service is meant. */
  readonly host?: string;
  /** By suite and case. */
  readonly differences: Readonly<Record<string, Differences>>;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly origin: Origin | undefined;
  }
}

/** Sends a request, and checks that the response leaks nothing internal. */
export type Call = (request: RawRequest) => Promise<HttpAnswer>;

export type GatewayTest = (name: string, run: (call: Call) => Promise<void>) => void;

/** @param define is called once per gateway, with a function that defines a test. */
export function describeGateways(
  suite: string,
  define: (test: GatewayTest) => void,
  service: ServiceName = 'plain',
): void {
  const origin = inject('origin');
  if (origin) {
    if (service === 'plain') describeOrigin(suite, define, origin);
    return;
  }
  describe(`${suite}, over the test gateway`, () => {
    let port = 0;
    beforeAll(async () => {
      ({ port } = await startOnce(service));
    });
    // Other services have other operations.
    const check = service === 'plain' ? checkDocumentedAnswer : () => undefined;
    const callOnce = async (request: RawRequest) => checked(request, await send(port, request), check);
    define((name, run) => test(name, () => run(callOnce)));
  });
  describe(`${suite}, over serverless-offline`, () => {
    beforeAll(() => untilServiceRuns(serviceOf(service)));
    const sendThere = (request: RawRequest) => send(serviceOf(service).port, request);
    // This origin responds differently.
    const check = () => undefined;
    const expected = differences[suite] ?? {};
    const isWhole = adapted.includes(suite);
    const runs = (name: string, at: number) => isWhole || at === 0 || Object.hasOwn(expected, name);
    defineDiffering(define, sendThere, { expected, runs, check });
  });
}

function describeOrigin(suite: string, define: (test: GatewayTest) => void, origin: Origin): void {
  const { port, host } = origin;
  const sendThere = (request: RawRequest) => {
    const headers = request.headers ?? [];
    const isNamed = host === undefined || headers.some(([name]) => name.toLowerCase() === 'host');
    return send(port, isNamed ? request : { ...request, headers: [['Host', host], ...headers] });
  };
  describe(`${suite}, over ${origin.name}`, () => {
    const expected = origin.differences[suite] ?? {};
    defineDiffering(define, sendThere, { expected, runs: () => true, check: checkDocumentedAnswer });
  });
}

interface Expectations {
  readonly expected: Differences;
  /** Whether a case of the suite runs at all. */
  runs(name: string, at: number): boolean;
  readonly check: Check;
}

type Check = (request: RawRequest, answer: HttpAnswer) => void;

function defineDiffering(
  define: (test: GatewayTest) => void,
  sendThere: Call,
  { expected, runs, check }: Expectations,
): void {
  const names = new Set<string>();
  define((name, run) => {
    if (names.has(name)) throw new Error(`There are two cases "${name}".`);
    names.add(name);
    if (!runs(name, names.size - 1)) return;
    const difference = Object.hasOwn(expected, name) ? expected[name] : undefined;
    const call: Call = (request) => sendPatiently(sendThere, request);
    if (difference) test(`${name}: differs`, () => expectDifference(call, run, difference));
    else test(name, () => run(async (request) => checked(request, await call(request), check)));
  });
  test('every difference names a case', () => {
    expect(Object.keys(expected).filter((name) => !names.has(name))).toEqual([]);
  });
}

/** The files that call one service at the same time share its owner, so a dear query may have to wait for the units of others. */
async function sendPatiently(sendThere: Call, request: RawRequest): Promise<HttpAnswer> {
  let answer = await sendThere(request);
  for (let tries = 1; tries < 10 && answer.status === 429; tries++) {
    await setTimeout(1_000);
    answer = await sendThere(request);
  }
  return answer;
}

function checked(request: RawRequest, answer: HttpAnswer, check: Check): HttpAnswer {
  checkAnswer(answer, request.method);
  check(request, answer);
  return answer;
}

/** Fails if the difference no longer exists or has changed. */
async function expectDifference(
  sendThere: Call,
  run: (call: Call) => Promise<void>,
  { status }: Difference,
): Promise<void> {
  let last: HttpAnswer | undefined;
  const outcome = await run(async (request) => {
    last = await sendThere(request);
    return last;
  }).then(
    () => 'the same as over the test gateway',
    () => 'different',
  );
  expect([outcome, last?.status]).toEqual(['different', status]);
  // A server that fails has nothing to do with the service.
  if (last && status < 500) checkAnswer(last);
}
