/** Before all tests: makes a folder for what they share. It is deleted after them. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    runFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-run-'));
  project.provide('runFolder', folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
