/** serverless-offline, in a process of its own. */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { LocalError } from './local-error.ts';
import type { OfflineReply, OfflineRequest } from './offline-plugin.ts';

export interface OfflineOptions {
  readonly projectFolder: string;
  readonly httpPort: number;
  readonly lambdaPort: number;
  /** For the functions; serverless-offline passes on what begins with AWS_. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Offline {
  /** Puts the functions of a new build into service. */
  reload(): Promise<void>;
  /** Ends the process at once. */
  stop(): void;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** @throws LocalError with the process's own words when it ends before it is ready. */
export async function startOffline(options: OfflineOptions): Promise<Offline> {
  const child = forkOffline(options);
  const output = captureOutput(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isReady = await Promise.race([nextReply(child).then(() => true), ended.then(() => false)]);
  if (!isReady) throw new LocalError(`serverless-offline ended while it started:\n${output.text()}`);
  output.passOn();
  return {
    ended,
    reload: async () => {
      child.send({ kind: 'reload' } satisfies OfflineRequest);
      await nextReply(child);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

function forkOffline({ projectFolder, httpPort, lambdaPort, environment }: OfflineOptions): ChildProcess {
  const ports = ['--httpPort', String(httpPort), '--lambdaPort', String(lambdaPort)];
  return fork(join(import.meta.dirname, 'offline-process.ts'), ['offline', 'start', ...ports], {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function nextReply(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (reply: OfflineReply) => {
      if (reply.kind === 'ready') resolve();
      else reject(new LocalError(`serverless-offline could not take up the new build: ${reply.reason}`));
    });
  });
}

/** Kept back until the process is ready: the start-up screen says the same in fewer words. */
function captureOutput(child: ChildProcess): { text(): string; passOn(): void } {
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer) => void chunks.push(chunk);
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return {
    text: () => Buffer.concat(chunks).toString().trim(),
    passOn: () => {
      child.stdout?.off('data', keep).pipe(process.stdout);
      child.stderr?.off('data', keep).pipe(process.stderr);
    },
  };
}
