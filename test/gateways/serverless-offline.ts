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

/** `folder` holds the build; serverless-offline listens on `port`. */
export type RunningServices = Readonly<
  Record<ServiceName, { readonly folder: string; readonly port: number }>
>;

declare module 'vitest' {
  interface ProvidedContext {
    readonly services: RunningServices;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The second service also has the slash resource: a third service would take more seconds to start.
  const started = await Promise.all([start(services.plain), start(services.cors, slashResource)]);
  const running = Object.keys(services).map((name, index) => [name, started[index]?.service]);
  // The services are in the order of their names.
  project.provide('services', Object.fromEntries(running) as RunningServices);
  return async () => void (await Promise.all(started.map(({ stop }) => stop())));
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
