/** Commands of the framework, in a process that the tests of a worker share. */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FrameworkOrder, FrameworkReport } from './framework-process.ts';

let child: ChildProcess | undefined;
/** The framework checks each configuration by one huge function: to compile it at the eighth command took Maglev 4 GB. */
const execArgv = ['--no-maglev'];

/** Resolves when the command before has ended. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs `serverless` with these arguments.
 *
 * @param environment all variables that the command has.
 * @throws Error with `stdout` and `stderr` if the command fails.
 */
export function framework(
  folder: string,
  args: readonly string[],
  environment: FrameworkOrder['environment'],
): Promise<FrameworkReport> {
  const report = before.then(() => order({ folder, args, environment }));
  before = report.catch(() => undefined);
  return report;
}

async function order(wanted: FrameworkOrder): Promise<FrameworkReport> {
  child ??= start();
  const running = child;
  const command = `serverless ${wanted.args.join(' ')}`;
  const report = await new Promise<FrameworkReport>((resolve, reject) => {
    const fail = () => reject(new Error(`${command} has ended the process of the framework.`));
    running.once('exit', fail);
    running.once('message', (message) => {
      running.off('exit', fail);
      resolve(message as FrameworkReport);
    });
    running.send(wanted);
  });
  if (report.exitCode === 0) return report;
  const { stdout, stderr } = report;
  throw Object.assign(new Error(`${command} failed:\n${stdout}${stderr}`), { stdout, stderr });
}

function start(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'framework-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv,
  });
  started.once('exit', () => {
    if (child === started) child = undefined;
  });
  started.unref();
  started.channel?.unref();
  return started;
}
