/** Before all tests of this folder: one `npm start`, which they share, since it takes seconds to start. */

import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { copyRepository, freePort, spawnLocal, untilStarted } from '../support/local-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly offlinePort: number;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await copyRepository();
  const port = await freePort();
  const run = spawnLocal(folder, ['--port', String(port)]);
  await untilStarted(run);
  project.provide('offlinePort', port);
  return async () => {
    run.child.kill('SIGINT');
    await run.exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
