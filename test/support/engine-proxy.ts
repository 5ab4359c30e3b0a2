/** A proxy between functions and their engine, for tests that count commands, hold them up, or do something before them. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { cleanUp } from './clean-up.ts';

export interface EngineAnswer {
  readonly status: number;
  readonly text: string;
}

export interface EngineCommand {
  /** Such as `PutItem`. */
  readonly name: string;
  /** Its input as JSON. */
  readonly body: string;
  /** Lets the engine perform it, with another input if there is one. */
  perform(body?: string): Promise<EngineAnswer>;
}

/** Ends after the tests of the file. @param engine the endpoint that performs commands. @returns the endpoint of the proxy. */
export async function startEngineProxy(
  engine: string,
  answer: (command: EngineCommand) => Promise<EngineAnswer>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const name = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    const perform = (other = body) => send(engine, request.headers, other);
    const { status, text } = await answer({ name, body, perform });
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => void server.close());
  cleanUp(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Headers of the connection with the proxy, and of another body. */
const own = ['host', 'connection', 'content-length', 'transfer-encoding'];

async function send(engine: string, headers: IncomingHttpHeaders, body: string): Promise<EngineAnswer> {
  const passed = Object.entries(headers).filter(([name]) => !own.includes(name));
  const answer = await fetch(engine, {
    method: 'POST',
    headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
    body,
  });
  return { status: answer.status, text: await answer.text() };
}
