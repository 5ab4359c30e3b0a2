/** serverless-offline, in a process of its own. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { siblingModule } from '../../shared/sibling-module.ts';
import { CommandError } from '../command-line/command-line.ts';
import type { OfflineReply, OfflineRequest } from './offline-plugin.ts';

/** Flags of Node.js for a process that runs functions. @param inspectPort where a debugger can attach. */
export function functionFlags(inspectPort: number | undefined): string[] {
  return [
    // A rejection that a function does not handle must not end the service.
    '--unhandled-rejections=warn',
    // In MB. Each thread has its own heap: 2 MB takes half the memory of the default of 16, and the same time.
    '--max-semi-space-size=2',
    // In threads, too.
    `--import=${siblingModule(import.meta.url, 'function-console')}`,
    // The screen of `npm start` has the address, so Node.js need not print it.
    ...(inspectPort === undefined ? [] : [`--inspect=${inspectPort}`, '--inspect-publish-uid=http']),
  ];
}

export interface OfflineOptions {
  readonly projectFolder: string;
  readonly httpPort: number;
  readonly lambdaPort: number;
  readonly inspectPort: number | undefined;
  /** The environment of the functions. serverless-offline passes variables that begin with AWS_. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Offline {
  /** Loads the functions of a new build. */
  reload(): Promise<void>;
  /** Ends the process at once. */
  stop(): void;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** @throws CommandError with the output of the process if it ends before it is ready. */
export async function startOffline(options: OfflineOptions): Promise<Offline> {
  // Node.js neither resumes nor ends a thread that a debugger has left paused: a new build would wait for it.
  if (options.inspectPort !== undefined) return restartable(async () => (await startProcess(options)).child);
  const { child, output } = await startProcess(options);
  return {
    ended: once(child, 'exit').then(() => undefined),
    reload: async () => {
      output.hold();
      child.send({ kind: 'reload' } satisfies OfflineRequest);
      await nextReply(child).finally(() => output.passOn());
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** A service whose process a new one replaces for each build. @param start returns the process when it is ready. */
export async function restartable(start: () => Promise<ChildProcess>): Promise<Offline> {
  let child = await start();
  let isReloading = false;
  let isStopped = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const watch = () => void once(child, 'exit').then(() => isReloading || end());
  watch();
  return {
    ended,
    reload: async () => {
      isReloading = true;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      if (isStopped) return end();
      child = await start();
      isReloading = false;
      watch();
      if (isStopped) child.kill('SIGKILL');
    },
    stop: () => {
      isStopped = true;
      child.kill('SIGKILL');
    },
  };
}

async function startProcess(options: OfflineOptions): Promise<{ child: ChildProcess; output: Output }> {
  const child = forkOffline(options);
  const output = captureOutput(child);
  const isReady = await Promise.race([
    nextReply(child).then(() => true),
    once(child, 'exit').then(() => false),
  ]);
  if (!isReady) throw new CommandError(`serverless-offline ended while it started:\n${output.text()}`, 1);
  output.passOn();
  return { child, output };
}

function forkOffline(options: OfflineOptions): ChildProcess {
  const { projectFolder, httpPort, lambdaPort, inspectPort, environment } = options;
  const ports = ['--httpPort', String(httpPort), '--lambdaPort', String(lambdaPort)];
  return fork(siblingModule(import.meta.url, 'offline-process'), ['offline', 'start', ...ports], {
    cwd: projectFolder,
    // Its notices would be three lines for each request.
    env: { SLS_LOG_LEVEL: 'warning', ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: functionFlags(inspectPort),
  });
}

function nextReply(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (reply: OfflineReply) => {
      if (reply.kind === 'ready') resolve();
      else reject(new CommandError(`serverless-offline could not load the new build: ${reply.reason}`, 1));
    });
  });
}

interface Output {
  /** Holds back the output from now on. */
  hold(): void;
  /** The output that was held back. */
  text(): string;
  /** Drops the output that was held back, and prints what follows. */
  passOn(): void;
}

/** Holds output back while the process starts and reloads: the screen of `npm start` is shorter. */
function captureOutput(child: ChildProcess): Output {
  let held: Buffer[] | undefined = [];
  const receive = (target: NodeJS.WriteStream) => (chunk: Buffer) =>
    void (held ? held.push(chunk) : target.write(chunk));
  child.stdout?.on('data', receive(process.stdout));
  child.stderr?.on('data', receive(process.stderr));
  return {
    hold: () => {
      held = [];
    },
    text: () =>
      Buffer.concat(held ?? [])
        .toString()
        .trim(),
    passOn: () => {
      held = undefined;
    },
  };
}
