/** What a build has written for the gateway: routes, functions, time limits and CORS. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionSizeOf, readDeployment } from '../../aws/deployment.ts';
import { bundlePath, generatedFolder } from '../../compiler/emit/generated-files.ts';
import { readRoutes } from './gateway-routes.ts';
import type { GatewayOptions } from './gateway-server.ts';
import type { LambdaHandler, LoadHandler } from './invoke-function.ts';

/** @param projectFolder has been built. Each function is loaded by the first call, as AWS does. */
export async function readEmitted(projectFolder: string): Promise<GatewayOptions> {
  const folder = join(projectFolder, generatedFolder);
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  const settings = (await read('functions.json')) as Readonly<Record<string, { timeout?: number }>>;
  const { deployment } = await readDeployment(projectFolder);
  const usual = functionSizeOf(deployment).timeoutSeconds;
  const cors = (await read('cors.json')) as GatewayOptions['cors'] | false;
  const ids = Object.keys(settings);
  return {
    routes: await readRoutes(projectFolder),
    functions: new Map(ids.map((id) => [id, loaderOf(join(folder, bundlePath(id)))])),
    timeoutsMs: new Map(ids.map((id) => [id, (settings[id]?.timeout ?? usual) * 1_000])),
    ...(cors ? { cors } : {}),
  };
}

function loaderOf(bundle: string): LoadHandler {
  let loaded: Promise<LambdaHandler> | undefined;
  return () => {
    loaded ??= import(pathToFileURL(bundle).href).then((module) => module.handler as LambdaHandler);
    return loaded;
  };
}
