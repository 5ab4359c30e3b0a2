/** The strict gateway before functions in AWS's runtime client: each starts with its first request, as in Lambda. */

import { readEmitted } from '../../../lib/headwater/tools/local/gateway/emitted-functions.ts';
import type { GatewayOptions } from '../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import type { LoadHandler } from '../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { type LambdaFunction, startFunction, timeoutMs } from './lambda-function.ts';

export interface RunningFunctions {
  /** The ids of the functions that have been called. */
  ids(): string[];
  stop(): Promise<void>;
}

/** @param projectFolder has been built. */
export async function gatewayOver(
  projectFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly options: GatewayOptions; readonly functions: RunningFunctions }> {
  const options = await readEmitted(projectFolder);
  const started = new Map<string, Promise<LambdaFunction>>();
  const loaderOf =
    (id: string): LoadHandler =>
    async () => {
      const starting = started.get(id) ?? startFunction({ projectFolder, id, environment });
      started.set(id, starting);
      const { invoke } = await starting;
      return invoke;
    };
  const ids = [...options.functions.keys()];
  const functions = {
    ids: () => [...started.keys()],
    stop: async () => {
      for (const starting of started.values()) await (await starting).stop();
    },
  };
  return {
    options: {
      ...options,
      functions: new Map(ids.map((id) => [id, loaderOf(id)])),
      timeoutsMs: new Map(ids.map((id) => [id, timeoutMs])),
      timeoutMs,
    },
    functions,
  };
}
