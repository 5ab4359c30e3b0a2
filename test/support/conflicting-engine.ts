/** An engine with which somebody else changes an item before each write of the functions that use it. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { cleanUp } from './clean-up.ts';

export interface ConflictingEngine {
  readonly endpoint: string;
  /** Called before each write of an item whose key contains the text, until the run has ended. */
  compete(text: string, step: () => Promise<unknown>, run: () => Promise<unknown>): Promise<void>;
}

/**
 * @param endpoint of the engine that performs all requests.
 * @param onRequest gets the command of each, such as `PutItem`, and its input as JSON.
 */
export async function startConflictingEngine(
  endpoint: string,
  onRequest: (command: string, body: string) => void = () => undefined,
): Promise<ConflictingEngine> {
  const competitors = new Map<string, () => Promise<unknown>>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { host: _host, ...headers } = request.headers;
    const target = String(headers['x-amz-target']);
    onRequest(target.replace(/^.*\./, ''), body.toString());
    const isWrite = /\.(?:PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/.test(target);
    const key = [...competitors.keys()].find((text) => isWrite && body.includes(text));
    const step = key === undefined ? undefined : competitors.get(key);
    if (key !== undefined && step) {
      // Its own writes are not competed with.
      competitors.delete(key);
      await step().finally(() => competitors.set(key, step));
    }
    const performed = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(headers)
        .filter(([name]) => !['connection', 'content-length', 'transfer-encoding'].includes(name))
        .map(([name, value]): [string, string] => [name, String(value)]),
      body,
    });
    response.writeHead(performed.status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(Buffer.from(await performed.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => void server.close());
  cleanUp(() => server.closeAllConnections());
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    compete: async (text, step, run) => {
      competitors.set(text, step);
      await run().finally(() => competitors.delete(text));
    },
  };
}
