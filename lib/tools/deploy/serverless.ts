import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

/**
 * Runs a command of the framework. It writes to the output of this process.
 *
 * @throws Error if it fails.
 * @example serverless(['deploy', '--stage', 'prod'])
 */
export async function serverless(args: readonly string[]): Promise<void> {
  const program = createRequire(import.meta.url).resolve('serverless/bin/serverless.js');
  const [code, signal] = await once(
    spawn(process.execPath, [program, ...args], { stdio: 'inherit' }),
    'exit',
  );
  if (code !== 0)
    throw new Error(`"serverless ${args.join(' ')}" has ended with ${signal ?? `exit code ${code}`}.`);
}
