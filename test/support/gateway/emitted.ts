/** A built project: its routes, its functions loaded from their bundles, and the CORS settings of the gateway. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const cors = JSON.parse(await readFile(join(projectFolder, '.generated/cors.json'), 'utf8'));
  return { routes, functions: new Map(functions), ...(cors ? { cors } : {}) };
}
