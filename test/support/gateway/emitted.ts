/** A project as it was built: its routes, and its functions loaded from their bundles. */

import { loadHandler } from '../emitted-function.ts';
import type { LoadHandler } from './invoke.ts';
import { readRoutes } from './routes.ts';
import type { GatewayOptions } from './server.ts';

export async function readEmitted(projectFolder: string): Promise<GatewayOptions> {
  const routes = await readRoutes(projectFolder);
  const ids = [...new Set(routes.map(({ functionId }) => functionId))];
  const functions = await Promise.all(
    ids.map(async (id): Promise<[string, LoadHandler]> => {
      const handler = await loadHandler(projectFolder, id);
      return [id, async () => handler];
    }),
  );
  return { routes, functions: new Map(functions) };
}
