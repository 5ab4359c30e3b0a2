/** The output of a build for the gateway: routes, functions, time limits and CORS. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { functionSizeOf, readDeployment } from '../../../compile/aws/deployment.ts';
import { routeKeysOf } from '../../../compile/aws/functions/function-routes.ts';
import { bundlePath, generatedFolder } from '../../../compile/emit/wiring/generated-files.ts';
import { threadsOf } from './function-threads.ts';
import type { GatewayOptions } from './gateway-server.ts';

interface EmittedService extends GatewayOptions {
  /** The content of functions.json. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The time limits of all functions, by id. */
  readonly timeoutsMs: ReadonlyMap<string, number>;
}

/** @param projectFolder It must be built. The first call starts a thread of its function, as AWS does. */
export async function readEmitted(projectFolder: string): Promise<EmittedService> {
  const folder = join(projectFolder, generatedFolder);
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  const settings = (await read('functions.json')) as EmittedService['settings'];
  const { deployment } = await readDeployment(projectFolder);
  const usual = functionSizeOf(deployment).timeoutSeconds;
  const cors = (await read('cors.json')) as GatewayOptions['cors'] | false;
  const ids = Object.keys(settings);
  return {
    settings,
    // osls writes `*` for the default route.
    routes: Object.entries(settings).flatMap(([functionId, own]) =>
      routeKeysOf(own).map((key) => ({ key: key === '*' ? '$default' : key, functionId })),
    ),
    functions: new Map(ids.map((id) => [id, threadsOf(join(folder, bundlePath(id)))])),
    timeoutsMs: new Map(ids.map((id) => [id, Number(settings[id]?.['timeout'] ?? usual) * 1_000])),
    ...(cors ? { cors } : {}),
  };
}
