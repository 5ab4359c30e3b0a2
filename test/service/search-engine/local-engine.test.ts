import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { findEngine } from './local-engine.ts';
import { freePort } from './test-engine.ts';

const folder = await mkdtemp(join(tmpdir(), 'search-local-'));
cleanUp(() => rm(folder, { recursive: true, force: true }));
const isFound = typeof (await findEngine(folder)) === 'object';

test.skipIf(!isFound)(
  'the program runs an engine whose data is below the current folder, and ends it',
  async () => {
    const port = await freePort();
    const program = join(import.meta.dirname, 'local-engine.ts');
    const child = spawn(process.execPath, [program, String(port), 'data/engine'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUp(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const [said] = await once(child.stdout, 'data');
    expect(String(said)).toContain(`http://localhost:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
    child.kill('SIGTERM');
    await exited;
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  },
);
