/** serverless-offline, in a process of its own. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { siblingModule } from '../../shared/sibling-module.ts';
import { CommandError } from '../command-line/command-line.ts';
import type { InvokeRequest } from './background-process.ts';
import { compileCache } from './compile-cache.ts';
import type { OfflineReply, OfflineRequest } from './offline-plugin.ts';
import type { TypeMessage } from './type-header.ts';

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
}

/** The variables of the functions. serverless-offline passes on those that begin with AWS_. */
export type Variables = Readonly<Record<string, string>>;

/** A process of the service. */
export interface Running {
  /** Loads the functions of a new build. */
  reload(): Promise<void>;
  /**
   * Starts anew, since more than functions has changed.
   *
   * @throws CommandError if it cannot. The process of before goes on, unless it has the port of a debugger.
   */
  restart(variables: Variables): Promise<void>;
  tell(message: TypeMessage): void;
  /** Ends the process at once. */
  stop(): void;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** A process that has loaded its modules, which takes as long as a build that has nothing to do. */
interface LoadedOffline {
  /** @throws CommandError with the output of the process if it ends before it serves. */
  start(variables: Variables): Promise<Running>;
}

export function loadOffline(options: OfflineOptions): LoadedOffline {
  const loaded = forkOffline(options);
  // Node.js neither resumes nor ends a thread that a debugger has left paused: a new build would wait for it.
  if (options.inspectPort !== undefined) {
    const unused = [loaded];
    const start = async (variables: Variables) => {
      const next = unused.pop() ?? forkOffline(options);
      await next.prepare(variables);
      await next.serve();
      return next.child;
    };
    return { start: (variables) => restartable(start, variables) };
  }
  return {
    start: async (variables) => {
      await loaded.prepare(variables);
      await loaded.serve();
      return replaceable(loaded, () => forkOffline(options));
    },
  };
}

/** A service whose process goes on until another one is prepared. */
function replaceable(first: OfflineProcess, forkNext: () => OfflineProcess): Running {
  let current = first;
  let next: OfflineProcess | undefined;
  let isStopped = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const watch = (watched: OfflineProcess) => void watched.ended.then(() => watched === current && end());
  watch(current);
  return {
    ended,
    reload: () => current.reload(),
    restart: async (variables) => {
      next = forkNext();
      await next.prepare(variables);
      const before = current;
      current = next;
      before.child.kill('SIGKILL');
      // Frees the port.
      await before.ended;
      watch(current);
      if (isStopped) current.child.kill('SIGKILL');
      await current.serve();
    },
    tell: (message) => sendTo(current.child, message),
    stop: () => {
      isStopped = true;
      current.child.kill('SIGKILL');
      next?.child.kill('SIGKILL');
    },
  };
}

/** A service whose process a new one replaces for each build. @param start returns the process when it is ready. */
export async function restartable(
  start: (variables: Variables) => Promise<ChildProcess>,
  variables: Variables,
): Promise<Running> {
  let child = await start(variables);
  let given = variables;
  let isReloading = false;
  let isStopped = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const watch = () => void whenEnded(child).then(() => isReloading || end());
  watch();
  const reload = async () => {
    isReloading = true;
    child.kill('SIGKILL');
    await whenEnded(child);
    if (isStopped) return end();
    child = await start(given);
    isReloading = false;
    watch();
    if (isStopped) child.kill('SIGKILL');
  };
  return {
    ended,
    reload,
    restart: (changed) => {
      given = changed;
      return reload();
    },
    tell: (message) => sendTo(child, message),
    stop: () => {
      isStopped = true;
      child.kill('SIGKILL');
      // After a start that has failed, nothing runs.
      if (child.exitCode !== null || child.signalCode !== null) end();
    },
  };
}

/** To a process that may end meanwhile, which whoever waits for it sees: without a callback, its channel would emit an error. */
export function sendTo(child: ChildProcess, message: TypeMessage | OfflineRequest | InvokeRequest): void {
  child.send(message, () => undefined);
}

/** It may have ended before. */
async function whenEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

interface OfflineProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** Reads serverless.yml and what the build has emitted. @throws CommandError with the output of the process. */
  prepare(variables: Variables): Promise<void>;
  /** Takes the port. @throws CommandError with the output of the process. */
  serve(): Promise<void>;
  reload(): Promise<void>;
}

function forkOffline({ projectFolder, httpPort, lambdaPort, inspectPort }: OfflineOptions): OfflineProcess {
  const ports = ['--httpPort', String(httpPort), '--lambdaPort', String(lambdaPort)];
  const child = fork(siblingModule(import.meta.url, 'offline-process'), ['offline', 'start', ...ports], {
    cwd: projectFolder,
    // Its notices would be three lines for each request.
    env: { SLS_LOG_LEVEL: 'warning', ...compileCache(), ...colorsOf(process.stdout), ...process.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: functionFlags(inspectPort),
  });
  const output = captureOutput(child);
  const ended = whenEnded(child);
  const ask = async (request: OfflineRequest) => {
    sendTo(child, request);
    const reply = await Promise.race([nextReply(child), ended.then(() => undefined)]);
    if (reply?.kind === 'done') return;
    child.kill('SIGKILL');
    const reason = reply?.reason ?? `serverless-offline ended while it started:\n${output.text()}`;
    throw new CommandError(reason, 1);
  };
  return {
    child,
    ended,
    prepare: (variables) => ask({ kind: 'prepare', variables }),
    serve: async () => {
      await ask({ kind: 'serve' });
      output.passOn();
    },
    reload: async () => {
      output.hold();
      await ask({ kind: 'reload' }).finally(() => output.passOn());
    },
  };
}

/** The process writes to a pipe, not to the terminal that shows its output. */
function colorsOf(terminal: NodeJS.WriteStream): Readonly<Record<string, string>> {
  return terminal.isTTY && terminal.hasColors() ? { FORCE_COLOR: '1' } : {};
}

async function nextReply(child: ChildProcess): Promise<OfflineReply> {
  const [reply] = await once(child, 'message');
  return reply as OfflineReply;
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
