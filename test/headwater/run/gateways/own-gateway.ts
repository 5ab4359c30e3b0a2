/** Gateways with the functions of a test. They close after the tests of the file. */

import type { GatewayCorsSettings } from '../../../../lib/headwater/tools/local/gateway/gateway-cors.ts';
import { startGateway } from '../../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import type { LambdaHandler } from '../../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { type HttpAnswer, type RawRequest, send } from './client.ts';

export interface Setting {
  readonly functions: Readonly<Record<string, LambdaHandler>>;
  readonly routes?: readonly string[];
  readonly cors?: GatewayCorsSettings;
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
    timeoutsMs: new Map(Object.keys(functions).map((id) => [id, functionTimeoutMs])),
    timeoutMs: 400,
  });
  cleanUp(() => gateway.close());
  return (request: RawRequest): Promise<HttpAnswer> => send(gateway.port, request);
}
