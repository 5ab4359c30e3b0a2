/** Global set-up of this folder: starts each shared service once with `npm start`, which takes seconds. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  copyRepository,
  freePort,
  spawnLocal,
  untilStarted,
  writeSettings,
} from '../support/local-process.ts';
import { slashResource } from './slash-resource.ts';

/** Services by their settings in package.json: none, or CORS for two origins with credentials. */
export const services = {
  plain: {},
  cors: {
    cors: {
      origins: ['https://app.example.com', 'http://localhost:5173'],
      headers: ['Authorization'],
      credentials: true,
      maxAge: 300,
    },
  },
} as const;

export type ServiceName = keyof typeof services;

interface RunningService {
  /** Holds the build. */
  readonly folder: string;
  /** Of serverless-offline. */
  readonly port: number;
}

/** With CORS, all tests are long. */
export interface RunningServices {
  readonly plain: RunningService;
  readonly cors?: RunningService;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly services: RunningServices;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const hasLongTests = project.getProvidedContext().amounts !== 'few';
  const [plain, cors] = await Promise.all([
    start(services.plain),
    // This service also has the slash resource: a third service would take more seconds to start.
    ...(hasLongTests ? [start(services.cors, slashResource)] : []),
  ]);
  project.provide('services', { plain: plain.service, ...(cors && { cors: cors.service }) });
  return async () => void (await Promise.all([plain.stop(), cors?.stop()]));
}

async function start(settings: object, files: Readonly<Record<string, string>> = {}) {
  const folder = await copyRepository();
  await writeSettings(folder, settings);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const port = await freePort();
  const run = spawnLocal(folder, ['--port', String(port)]);
  await untilStarted(run);
  const stop = async () => {
    run.child.kill('SIGINT');
    await run.exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  return { service: { folder, port }, stop };
}
