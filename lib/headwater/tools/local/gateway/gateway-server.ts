/**
 * A local HTTP API of AWS: it reads raw HTTP from a socket, sends an event of payload
 * format 2.0 to a function in this process, and returns its value as HTTP.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { corsHeaders, type GatewayCorsSettings, isPreflight, withCors } from './gateway-cors.ts';
import { decodePath, eventOf, type ReceivedRequest, splitTarget } from './gateway-event.ts';
import {
  badRequest,
  bodyTooLarge,
  functionFailed,
  gatewayTimedOut,
  gatewayTimeoutMs,
  headersTooLarge,
  maxBodyBytes,
  maxHeaderBytes,
  maxPayloadBytes,
  notFound,
  payloadTooLarge,
} from './gateway-limits.ts';
import { answerReply, type Reply, replyOf } from './gateway-reply.ts';
import { matchRoute, type Route } from './gateway-routes.ts';
import { invoke, type LoadHandler, within } from './invoke-function.ts';
import { debuggingMs } from './time-limit.ts';

export interface GatewayOptions {
  readonly routes: readonly Route[];
  /** The functions by the id that the routes name. */
  readonly functions: ReadonlyMap<string, LoadHandler>;
  readonly cors?: GatewayCorsSettings;
  /** The time limits by the id that the routes name; 10 s for the others. */
  readonly timeoutsMs?: ReadonlyMap<string, number>;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** The time that the gateway waits, in milliseconds; a test may wait less than AWS. */
  readonly timeoutMs?: number;
}

export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const server = createServer({ maxHeaderSize: 4 * maxHeaderBytes }, (message, response) => {
    receive(message).then(
      async (request) => send(response, await answerRequest(request, options)),
      // The client closed the connection during its body, so nobody reads a response.
      () => response.destroy(),
    );
  });
  server.listen(options.port ?? 0, options.port === undefined ? '127.0.0.1' : 'localhost');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url = '', rawHeaders } = message;
  const headers = rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
  );
  return { method, target: url, headers, body: await buffer(message) };
}

/** Answers a complete request; for callers without a socket. */
export async function answerRequest(request: ReceivedRequest, options: GatewayOptions): Promise<Reply> {
  if (headerBytes(request) > maxHeaderBytes) return answerReply(headersTooLarge);
  if (request.body.length > maxBodyBytes) return answerReply(bodyTooLarge);
  const { cors } = options;
  if (!cors) return route(request, options);
  const origin = request.headers.find(([name]) => name.toLowerCase() === 'origin')?.[1];
  if (isPreflight(request)) return { status: 204, headers: corsHeaders(origin, cors), body: Buffer.alloc(0) };
  const reply = await route(request, options);
  return { ...reply, headers: withCors(reply.headers, origin, cors) };
}

function headerBytes({ method, target, headers }: ReceivedRequest): number {
  const line = `${method} ${target} HTTP/1.1`.length;
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, line);
}

async function route(request: ReceivedRequest, options: GatewayOptions): Promise<Reply> {
  const path = decodePath(splitTarget(request.target).rawPath);
  if (path === undefined) return answerReply(badRequest);
  const match = matchRoute(options.routes, request.method, path);
  if (!match) return answerReply(notFound);
  const event = eventOf(request, { key: match.route.key, pathParameters: match.pathParameters });
  if (Buffer.byteLength(JSON.stringify(event)) > maxPayloadBytes) return answerReply(payloadTooLarge);
  const load = options.functions.get(match.route.functionId) ?? missing;
  const timeoutMs = options.timeoutsMs?.get(match.route.functionId) ?? 10_000;
  const invocation = invoke(load, event, debuggingMs() ?? timeoutMs);
  try {
    const payload = await within(invocation, debuggingMs() ?? options.timeoutMs ?? gatewayTimeoutMs);
    return payload === undefined ? answerReply(functionFailed) : replyOf(payload);
  } catch {
    return answerReply(gatewayTimedOut);
  }
}

const missing: LoadHandler = () => Promise.reject(new Error('There is no such function.'));

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.appendHeader('apigw-requestid', 'JKJaXmPLvHcESHA=');
  response.statusCode = status;
  // Node.js adds the length of a body that is not empty, as the gateway does.
  response.end(body);
}
