/**
 * Runs the same cases over two gateways: a test gateway that creates events as AWS
 * does and calls the emitted functions in this process, and serverless-offline.
 * differences.ts explains where serverless-offline responds differently.
 */

import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Gateway, startGateway } from '../../lib/local/gateway/gateway-server.ts';
import { startEngine } from '../support/engine.ts';
import { loadGateway } from '../support/loaded-gateway.ts';
import { type HttpAnswer, type RawRequest, send } from './client.ts';
import { type Difference, differences } from './differences.ts';
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
  const own = { TABLE_NAME: await engine.makeTable(), REFERENCE: 'on' };
  Object.assign(process.env, engine.environment, own);
  return startGateway(await loadGateway(serviceOf(service).folder));
}

/** `npm test` runs this many cases of a suite over serverless-offline; `npm run test:all` runs the others. */
const maxOfflineCases = 2;

/** Sends a request, and checks that the response leaks nothing internal. */
export type Call = (request: RawRequest) => Promise<HttpAnswer>;

export type GatewayTest = (name: string, run: (call: Call) => Promise<void>) => void;

/** @param define is called once per gateway, with a function that defines a test. */
export function describeGateways(
  suite: string,
  define: (test: GatewayTest) => void,
  service: ServiceName = 'plain',
): void {
  describe(`${suite}, over the test gateway`, () => {
    let port = 0;
    beforeAll(async () => {
      ({ port } = await startOnce(service));
    });
    const callOnce = async (request: RawRequest) => {
      const answer = await callAt(port, request);
      // Other services have other operations; serverless-offline has answers of its own.
      if (service === 'plain') checkDocumentedAnswer(request, answer);
      return answer;
    };
    define((name, run) => test(name, () => run(callOnce)));
  });
  describe(`${suite}, over serverless-offline`, () => {
    beforeAll(() => untilServiceRuns(serviceOf(service)));
    const expected = differences[suite] ?? {};
    const names = new Set<string>();
    define((name, run) => {
      if (names.has(name)) throw new Error(`The suite "${suite}" has two cases "${name}".`);
      names.add(name);
      const difference = Object.hasOwn(expected, name) ? expected[name] : undefined;
      const options = names.size > maxOfflineCases ? { tags: ['long'] } : {};
      const portOf = () => serviceOf(service).port;
      if (difference) test(`${name}: differs`, options, () => expectDifference(portOf(), run, difference));
      else test(name, options, () => run((request) => callAt(portOf(), request)));
    });
    test('every difference names a case', () => {
      expect(Object.keys(expected).filter((name) => !names.has(name))).toEqual([]);
    });
  });
}

async function callAt(port: number, request: RawRequest): Promise<HttpAnswer> {
  const answer = await send(port, request);
  checkAnswer(answer, request.method);
  return answer;
}

/** Fails if the difference no longer exists or has changed. */
async function expectDifference(
  port: number,
  run: (call: Call) => Promise<void>,
  { status }: Difference,
): Promise<void> {
  let last: HttpAnswer | undefined;
  const outcome = await run(async (request) => {
    last = await send(port, request);
    return last;
  }).then(
    () => 'the same as over the test gateway',
    () => 'different',
  );
  expect([outcome, last?.status]).toEqual(['different', status]);
  if (last) checkAnswer(last);
}
