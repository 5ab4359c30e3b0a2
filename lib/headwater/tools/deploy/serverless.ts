import { spawn } from 'node:child_process';
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
  await run(args, 'inherit');
}

/** @returns what the command writes to its output. @throws Error with that output if it fails: it says why. */
export function serverlessOutput(args: readonly string[]): Promise<string> {
  return run(args, 'pipe');
}

async function run(args: readonly string[], output: 'inherit' | 'pipe'): Promise<string> {
  const program = createRequire(import.meta.url).resolve('serverless/bin/serverless.js');
  const running = spawn(process.execPath, [program, ...args], { stdio: ['inherit', output, 'inherit'] });
  const [[code, signal], written] = await Promise.all([
    once(running, 'exit'),
    running.stdout ? text(running.stdout) : '',
  ]);
  if (code === 0) return written;
  const end = `"serverless ${args.join(' ')}" has ended with ${signal ?? `exit code ${code}`}.`;
  throw new Error([end, written.trim()].filter(Boolean).join('\n'));
}
