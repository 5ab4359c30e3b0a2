/** Global set-up of this folder: starts each shared service once with `npm start`. Other tests run while it starts. */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  copyRepository,
  freePort,
  spawnLocal,
  until,
  untilStarted,
  writeSettings,
} from '../../support/local-process.ts';
import { keepSources } from '../support/source-project.ts';
import { slashResource } from './slash-resource.ts';

/** Services by their settings in headwater.config.ts: none, or CORS for two origins with credentials. */
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

export interface OfflineService {
  /** Holds the build when the service has started. */
  readonly folder: string;
  /** The port of serverless-offline. */
  readonly port: number;
}

/** Tests send these in the header Host. */
const hosts = ['things.example.org', 'other.example.com'].flatMap((host) => ['--allow-host', host]);

/** All tests of the service with CORS are long. */
interface OfflineServices {
  readonly plain: OfflineService;
  readonly cors?: OfflineService;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly services: OfflineServices;
  }
}

/** Tells other processes how the start of a service has ended. */
const outcomePath = (folder: string) => join(folder, 'outcome.txt');
const started = 'started';

/** @throws Error with the output of the service if it does not start. */
export async function untilServiceRuns({ folder }: OfflineService): Promise<void> {
  let outcome = '';
  await until(async () => {
    outcome = await readFile(outcomePath(folder), 'utf8');
    return outcome !== '';
  });
  if (outcome !== started) throw new Error(outcome);
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
  const isChanged = Object.keys(settings).length > 0;
  const folder = await copyRepository({ isBuilt: !isChanged });
  if (isChanged) {
    await keepSources(folder);
    await writeSettings(folder, settings);
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const port = await freePort();
  const run = spawnLocal(folder, ['--port', String(port), ...hosts]);
  const told = untilStarted(run)
    .then(() => started, String)
    .then((outcome) => writeFile(outcomePath(folder), outcome));
  const stop = async () => {
    run.child.kill('SIGINT');
    await Promise.all([run.exited, told]);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  return { service: { folder, port }, stop };
}
