/** A proxy between functions and the engine that injects faults of the network and of DynamoDB. */

import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** The engine still performs requests with the first five faults. */
export const faults = [
  'response lost after the write',
  '500 after the write',
  'hang after the write',
  'slow body',
  'half body',
  '500',
  'reset',
  'hang',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'refused connection',
] as const;

export type Fault = (typeof faults)[number];

export interface FaultProxy {
  readonly endpoint: string;
  /** Starts to inject the fault into requests for which `isHit` is true; the first request is number 0. */
  begin(fault: Fault, isHit: (request: number) => boolean): void;
  /** Stops injecting; resolves with the number of requests when the engine has finished all of them. */
  end(): Promise<{ readonly requests: number; readonly hits: number }>;
  close(): Promise<void>;
}

interface Plan {
  readonly fault: Fault;
  readonly isHit: (request: number) => boolean;
  readonly isOver: PromiseWithResolvers<void>;
}

/** The response of the engine. */
interface Performed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Spoil = (response: ServerResponse, perform: () => Promise<Performed>) => Promise<void> | void;

const refusal = (status: number, type: string) => (response: ServerResponse) =>
  send(response, {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify({ __type: type, message: 'An injected fault.' })),
  });
const internalError = refusal(500, 'com.amazonaws.dynamodb.v20120810#InternalServerError');

/** 'refused connection' affects the connection, before a request exists: see `refuse`. */
const spoilers: Readonly<Record<Exclude<Fault, 'refused connection'>, Spoil>> = {
  'response lost after the write': async (response, perform) => {
    await perform();
    response.destroy();
  },
  '500 after the write': async (response, perform) => {
    await perform();
    internalError(response);
  },
  'hang after the write': async (_response, perform) => void (await perform()),
  'slow body': async (response, perform) => trickle(response, await perform()),
  'half body': async (response, perform) => {
    const { status, headers, body } = await perform();
    response.writeHead(status, { ...headers, 'content-length': body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  },
  '500': internalError,
  reset: (response) => void response.socket?.resetAndDestroy(),
  hang: () => undefined,
  ThrottlingException: refusal(400, 'com.amazon.coral.availability#ThrottlingException'),
  ProvisionedThroughputExceededException: refusal(
    400,
    'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  ),
};

/** How long connections are refused when the fault hits a single request. */
const refusedMs = 20;

/** @param engine the origin that performs requests, e.g. `http://127.0.0.1:8000`. */
export async function startFaultProxy(engine: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<unknown>>();
  let plan: Plan | undefined;
  let counts = { requests: 0, hits: 0 };
  let isOpen: Promise<void> = Promise.resolve();

  const server = createServer((message, response) => {
    const done = answer(message, response).catch(() => response.destroy());
    underWay.add(done);
    done.finally(() => underWay.delete(done));
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const isHit = plan?.isHit(counts.requests++) === true;
    if (isHit) counts.hits++;
    if (isRefusedNext()) {
      response.setHeader('connection', 'close');
      refuse();
    }
    const body = await buffer(message);
    const perform = () => forward(new URL(message.url ?? '/', engine), agent, message, body);
    if (!plan || !isHit) send(response, await perform());
    // The request came over an open connection.
    else if (plan.fault === 'refused connection') response.destroy();
    else await spoilers[plan.fault](response, perform);
  }

  const isRefusedNext = () => plan?.fault === 'refused connection' && plan.isHit(counts.requests);

  /** Refuses connections until the next request without the fault. */
  function refuse(): void {
    if (!server.listening || !plan) return;
    counts = { requests: counts.requests + 1, hits: counts.hits + 1 };
    // This closes idle connections as well.
    server.close();
    const { isOver } = plan;
    isOpen = (isRefusedNext() ? isOver.promise : sleep(refusedMs)).then(() => listen(server, port));
  }

  return {
    endpoint: `http://127.0.0.1:${port}`,
    begin: (fault, isHit) => {
      plan = { fault, isHit, isOver: Promise.withResolvers() };
      counts = { requests: 0, hits: 0 };
      if (isRefusedNext()) refuse();
    },
    end: async () => {
      plan?.isOver.resolve();
      plan = undefined;
      await isOpen;
      // A request that its client has abandoned may still arrive.
      for (let quiet = 0; quiet < 3; quiet = underWay.size > 0 ? 0 : quiet + 1) {
        await Promise.all(underWay);
        await turn();
      }
      return counts;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Retries, since an outgoing connection of another process may hold the port. */
async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) return;
  await sleep(5);
  await listen(server, port);
}

async function forward(
  url: URL,
  agent: Agent,
  { method, headers }: IncomingMessage,
  body: Buffer,
): Promise<Performed> {
  const sent = request(url, { agent, method, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { 'content-type': contentType = '', 'x-amz-crc32': crc } = response.headers;
  return {
    status: response.statusCode ?? 500,
    headers: { 'content-type': contentType, ...(typeof crc === 'string' && { 'x-amz-crc32': crc }) },
    body: await buffer(response),
  };
}

function send(response: ServerResponse, { status, headers, body }: Performed): void {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

/** Sends endless white space, which JSON allows before a value: the connection is never idle. */
function trickle(response: ServerResponse, { status, headers }: Performed): void {
  response.writeHead(status, { ...headers, 'content-length': 1_000_000 });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
}
