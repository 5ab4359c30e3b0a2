import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

/**
 * Runs a command of the framework. It writes to the output of this process.
 *
 * @throws Error if it fails.
 * @example serverless(['deploy', '--stage', 'prod'])
 */
export async function serverless(args: readonly string[]): Promise<void> {
  await end(spawn(process.execPath, [program(), ...args], { stdio: 'inherit' }), args);
}

/** @returns serverless.yml as JSON, with the values of all variables. @throws Error if it is invalid. */
export async function printSettings(stage: string): Promise<string> {
  const args = ['print', '--format', 'json', '--stage', stage];
  const running = spawn(process.execPath, [program(), ...args], { stdio: ['inherit', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(running.stdout), end(running, args)]);
  return printed;
}

function program(): string {
  return createRequire(import.meta.url).resolve('serverless/bin/serverless.js');
}

async function end(running: ChildProcess, args: readonly string[]): Promise<void> {
  const [code, signal] = await once(running, 'exit');
  if (code !== 0)
    throw new Error(`"serverless ${args.join(' ')}" has ended with ${signal ?? `exit code ${code}`}.`);
}
