/** Gateways with the functions of a test. They close after the tests of the file. */

import { cleanUp } from '../support/clean-up.ts';
import type { CorsSettings } from '../support/gateway/cors.ts';
import type { LambdaHandler } from '../support/gateway/invoke.ts';
import { startGateway } from '../support/gateway/server.ts';
import { type HttpAnswer, type RawRequest, send } from './client.ts';

export interface Setting {
  readonly functions: Readonly<Record<string, LambdaHandler>>;
  readonly routes?: readonly string[];
  readonly cors?: CorsSettings;
  readonly functionTimeoutMs?: number;
}

/** Routes are `<key> -> <function>`. Timeouts are short, so a hanging function does not delay the tests. */
export async function startOwn({
  functions,
  routes = ['$default -> main'],
  cors,
  functionTimeoutMs = 200,
}: Setting) {
  const gateway = await startGateway({
    routes: routes.map((line) => {
      const [key = '', functionId = ''] = line.split(' -> ');
      return { key, functionId };
    }),
    functions: new Map(Object.entries(functions).map(([id, handler]) => [id, async () => handler])),
    ...(cors ? { cors } : {}),
    functionTimeoutMs,
    timeoutMs: 400,
  });
  cleanUp(() => gateway.close());
  return (request: RawRequest): Promise<HttpAnswer> => send(gateway.port, request);
}
