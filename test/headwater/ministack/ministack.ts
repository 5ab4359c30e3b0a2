/** MiniStack, in its own process on 127.0.0.1: the services of AWS, with signatures and policies enforced. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { cleanUp } from '../../support/clean-up.ts';
import { freePort, until } from '../../support/local-process.ts';
import { repository } from '../../support/repository.ts';

export interface Ministack {
  readonly port: number;
  /** For everything that talks to AWS: the address and the credentials of its root user. */
  readonly environment: Readonly<Record<string, string>>;
}

const command = join(repository, 'node_modules/.cache/ministack/bin/ministack');

/** Functions run with the Node.js of this process. It ends after the tests of the file. */
export async function startMinistack(): Promise<Ministack> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'headwater-ministack-'));
  const environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const child = spawn(command, [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      TMPDIR: folder,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      AUTH: 'true',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const ended = once(child, 'exit');
  cleanUp(async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const isReady = async () => (await fetch(`${environment.AWS_ENDPOINT_URL}/_ministack/health`)).ok;
  const failed = ended.then(([code]) =>
    Promise.reject(new Error(`It ended with exit code ${code}:\n${output}`)),
  );
  await Promise.race([until(isReady), failed]);
  // After that, its end is expected.
  failed.catch(() => undefined);
  return { port, environment };
}
