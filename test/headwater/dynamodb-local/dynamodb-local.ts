/** Before all tests: starts DynamoDB Local, in memory, in its own process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort, until } from '../../support/local-process.ts';

const emulator = join(import.meta.dirname, 'node_modules/amplify-dynamodb-simulator/emulator');

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort();
  const options = ['-inMemory', '-disableTelemetry', '-port', String(port)];
  const java = spawn(
    'java',
    ['-Djava.library.path=DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar', ...options],
    {
      cwd: emulator,
      stdio: 'ignore',
    },
  );
  await untilListening(java, `http://127.0.0.1:${port}`);
  project.provide('dynamodbLocalPort', port);
  return async () => {
    const ended = once(java, 'exit');
    java.kill();
    await ended;
  };
}

/** @throws Error when Java is missing, or the engine ends by itself. */
async function untilListening(java: ChildProcess, origin: string): Promise<void> {
  const failed = Promise.race([
    once(java, 'error').then(([error]) => `Java (17 or later) cannot be started: ${error.message}`),
    once(java, 'exit').then(
      ([code]) => `DynamoDB Local ended with exit code ${code}; it needs Java 17 or later.`,
    ),
  ]).then((reason) => Promise.reject(new Error(reason)));
  await Promise.race([until(async () => (await fetch(origin)).status > 0), failed]);
  // After that, its end is expected.
  failed.catch(() => undefined);
}
