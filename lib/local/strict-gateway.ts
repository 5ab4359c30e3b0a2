/** The gateway that shapes requests and responses as AWS does, in a process of its own. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readDeployment } from '../aws/deployment.ts';
import { isObject } from '../compiler/source/source-node.ts';
import { LocalError } from './local-error.ts';
import { localTableName } from './local-table.ts';
import { functionFlags, type Offline, type OfflineOptions } from './offline.ts';

type StrictOptions = Omit<OfflineOptions, 'lambdaPort'>;

/** @throws LocalError if the process ends before it is ready. */
export async function startStrict(options: StrictOptions): Promise<Offline> {
  const environment = {
    ...(await plainVariables(options)),
    TABLE_NAME: localTableName,
    ...options.environment,
  };
  const start = () => startProcess(options, environment);
  let child = await start();
  let isReloading = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const watch = () => void once(child, 'exit').then(() => isReloading || end());
  watch();
  return {
    ended,
    // Functions keep what they have loaded, so new ones need a new process.
    reload: async () => {
      isReloading = true;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      child = await start();
      isReloading = false;
      watch();
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

async function startProcess(
  { projectFolder, httpPort }: StrictOptions,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'strict-process.ts'), [String(httpPort)], {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    execArgv: functionFlags,
  });
  const isReady = await Promise.race([
    once(child, 'message').then(() => true),
    once(child, 'exit').then(() => false),
  ]);
  if (!isReady) throw new LocalError('The gateway ended while it started.');
  return child;
}

/** What serverless.yml sets for functions, except for values that osls computes. */
async function plainVariables({ projectFolder }: StrictOptions): Promise<NodeJS.ProcessEnv> {
  const { deployment } = await readDeployment(projectFolder);
  const declared = deployment?.provider['environment'];
  const plain = Object.entries(isObject(declared) ? declared : {}).filter(
    ([, value]) => typeof value !== 'object' && !String(value).includes('${'),
  );
  const variables = plain.map(([name, value]) => [name, String(value)]);
  return { AWS_REGION: 'us-east-1', ...Object.fromEntries(variables) };
}
