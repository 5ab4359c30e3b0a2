/** The gateway of `npm start -- --gateway strict` with new instances of all functions, which read the environment now. */

import { readEmitted } from '../../lib/headwater/tools/local/gateway/emitted-functions.ts';
import type { GatewayOptions } from '../../lib/headwater/tools/local/gateway/gateway-server.ts';
import type { LoadHandler } from '../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { loadHandler } from './emitted-function.ts';

export async function loadGateway(projectFolder: string): Promise<GatewayOptions> {
  const options = await readEmitted(projectFolder);
  const functions = await Promise.all(
    [...options.functions.keys()].map(async (id): Promise<[string, LoadHandler]> => {
      const handler = await loadHandler(projectFolder, id);
      return [id, async () => handler];
    }),
  );
  return { ...options, functions: new Map(functions) };
}
