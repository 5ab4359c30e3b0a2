/** Starts one engine for the list suite, which without Java ends with a message that says so. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findEngine, runEngine } from '../local-engine.ts';
import { freePort } from '../test-engine.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'list-engine-'));
  const found = await findEngine(folder);
  if (typeof found === 'string') throw new Error(found);
  const port = await freePort();
  const running = await runEngine(found, { port, folder });
  project.provide('listEngine', `http://127.0.0.1:${port}`);
  return async () => {
    running.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
}
