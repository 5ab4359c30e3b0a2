/** `npm start` and `npm run dev`: run the whole service locally. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import { startBuildSession } from '../../compile/build-session.ts';
import { endBundler } from '../../compile/bundle/bundle.ts';
import {
  type BuildResult,
  build,
  buildUnlessKnown,
  countRefused,
  summarize,
} from '../../compile/pipeline.ts';
import { whileLocked } from '../../compile/project-lock.ts';
import { describeDiagnostic } from '../../compile/source/diagnostic.ts';
import { describeWriteFailure } from '../../compile/write-tree.ts';
import type { Config } from '../../config/config.ts';
import { configFile } from '../../config/load-config.ts';
import { openAccess } from '../../shared/access-settings.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { pagesVariable } from '../../shared/plan/page-files.ts';
import { referenceVariable } from '../../shared/plan/reference-files.ts';
import { CommandError } from '../command-line/command-line.ts';
import { openDatabase } from './database.ts';
import { startFunctionProcess } from './function-process.ts';
import { startIssuer } from './local-issuer.ts';
import { type LocalSettings, variablesIn } from './local-settings.ts';
import { localTableName } from './local-table.ts';
import { allowedHostsVariable, refuseOtherHosts } from './loopback-hosts.ts';
import { type Offline, startOffline } from './offline.ts';
import { checkResponsesVariable } from './response-guard.ts';
import { screen } from './screen.ts';

const projectFolder = process.cwd();
const session = startBuildSession();
/** The bundles are for debuggers and stacks, and none of them is deployed. */
const readable = { form: 'readable' } as const;
const watchedPaths = ['descriptors', 'handlers', 'lib', 'package.json', configFile];

/** One save may cause several events, since editors write, rename and touch. The watcher's own default is 100 ms. */
const settleMs = 30;

/** The service runs until a signal ends the process. */
export async function startService(settings: LocalSettings, config: Config): Promise<CommandResult> {
  try {
    return { output: await start(settings, config), exitCode: 0 };
  } catch (error) {
    // Processes that have started already would keep this one alive.
    console.error(error instanceof CommandError ? error.message : error);
    process.exit(1);
  }
}

/** @returns what the screen shows. @throws CommandError if the service cannot start. */
async function start(settings: LocalSettings, config: Config): Promise<string> {
  await requireFreePort(settings.port, 'localhost', (other) => `--port ${other}`);
  const inspected = await inspectPorts(settings);
  const { service: built, diagnostics } = await buildHere(() =>
    // The session of a first whole build makes the next ones fast.
    settings.watch ? buildAgain() : buildUnlessKnown(projectFolder, readable),
  );
  report(diagnostics);
  if (!built) process.exit(2);
  await endBundler();
  // Guards the servers of the database and the issuer.
  refuseOtherHosts([]);
  const database = await openDatabase(resolve(projectFolder, settings.data), localTableName);
  const issuer = settings.auth ? await startIssuer(resolve(projectFolder, settings.data)) : undefined;
  const environment = {
    ...database.environment,
    ...variablesIn(config, settings),
    ACCESS: issuer?.access ?? openAccess,
    [referenceVariable]: 'on',
    [pagesVariable]: built.pages.map(({ name }) => name).join(' '),
    [allowedHostsVariable]: settings['allow-host'].join(' '),
    [checkResponsesVariable]: settings['check-responses'] ? 'on' : 'off',
  };
  const [inspectPort, schedulesPort] = inspected;
  const options = { projectFolder, httpPort: settings.port, inspectPort, environment };
  const [offline, schedules] = await Promise.all([
    settings.gateway === 'strict'
      ? startFunctionProcess({ ...options, script: 'strict-process', arguments: [String(settings.port)] })
      : startOffline({ ...options, lambdaPort: await listenOnce(0, 'localhost') }),
    // A process of their own works alike with both gateways.
    startFunctionProcess({
      ...options,
      inspectPort: schedulesPort,
      script: 'schedules-process',
      arguments: [],
    }),
  ]);
  let isStopping = false;
  const stop = async (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    offline.stop();
    schedules.stop();
    issuer?.close();
    // Waits until the ports are free again.
    await Promise.all([offline.ended, schedules.ended, database.close()]);
    process.exit(exitCode);
  };
  process.once('SIGINT', () => void stop(0));
  process.once('SIGTERM', () => void stop(0));
  void Promise.race([offline.ended, schedules.ended]).then(() => stop(1));
  whenNpmEnds(() => void stop(0));
  if (settings.watch) await watchProject([offline, schedules]);
  return screen(built, `http://localhost:${settings.port}`, { ...settings, inspected });
}

/**
 * The ports for debuggers: of operations, and of schedules. They stay the same when a new build is put into service.
 *
 * @returns none without --inspect.
 */
async function inspectPorts({ inspect }: LocalSettings): Promise<readonly number[]> {
  if (inspect === undefined) return [];
  const ports = inspect === 0 ? [0, 0] : [inspect, inspect + 1];
  return Promise.all(
    ports.map((port) => requireFreePort(port, '127.0.0.1', (other) => `--inspect=${other}`)),
  );
}

/**
 * @param port 0 stands for any port that nothing listens on.
 * @param optionFor The option that chooses another port.
 * @throws CommandError if the port is in use or not permitted.
 */
async function requireFreePort(
  port: number,
  host: string,
  optionFor: (port: number) => string,
): Promise<number> {
  try {
    return await listenOnce(port, host);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
    throw new CommandError(
      `Port ${port} ${reason}; choose another, for example: npm start -- ${optionFor(port + 1)}`,
      1,
      { cause },
    );
  }
}

/** @param port 0 stands for any port that nothing listens on. @returns the port. */
async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

/** Calls `stop` when npm ends: npm does not always pass signals to its scripts. */
function whenNpmEnds(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const check = setInterval(() => process.ppid !== parent && stop(), 500);
  check.unref();
}

/** Tests may build the project at the same time. */
function buildAgain(): Promise<BuildResult> {
  return whileLocked(projectFolder, () => build(projectFolder, session, readable));
}

async function buildHere(build: () => Promise<BuildResult>): Promise<BuildResult> {
  try {
    return await build();
  } catch (cause) {
    const sentence = describeWriteFailure(cause);
    throw sentence === undefined ? cause : new CommandError(sentence, 1, { cause });
  }
}

function report(diagnostics: BuildResult['diagnostics']): void {
  for (const diagnostic of diagnostics) console.error(`${describeDiagnostic(diagnostic)}\n`);
}

/**
 * Rebuilds after each change. If a build fails, the last good one stays in service. Changes during a build cause one
 * more build.
 */
async function watchProject(running: readonly Offline[]): Promise<void> {
  let last: Promise<Outcome | undefined> = Promise.resolve(undefined);
  let isWaiting = false;
  const begin = () => {
    if (isWaiting) return;
    isWaiting = true;
    last = last.then((outcome) => {
      isWaiting = false;
      return rebuild(running, outcome);
    });
  };
  let timer: NodeJS.Timeout | undefined;
  // A folder that is watched by itself is no longer watched once it is replaced, as a checkout may do.
  const ignored = (path: string) => {
    const [first = ''] = relative(projectFolder, path).split(sep);
    return first !== '' && !watchedPaths.includes(first);
  };
  const watcher = watch(projectFolder, { ignored, ignoreInitial: true, atomic: false }).on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(begin, settleMs);
  });
  await once(watcher, 'ready');
}

/** How a build after a change has ended: `failed` may have left no version in service. */
type Outcome = 'served' | 'refused' | 'failed';

async function rebuild(running: readonly Offline[], earlier: Outcome | undefined): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const { service, diagnostics, tree } = await buildHere(buildAgain);
    report(diagnostics);
    if (!service || !tree) {
      console.error(`${countRefused(diagnostics)}; the last good version stays in service.`);
      return 'refused';
    }
    if (tree.written.length + tree.deleted.length > 0 || earlier === 'failed') {
      await Promise.all(running.map((each) => each.reload()));
      console.log(
        `Built ${summarize(service)} and put it into service in ${Math.round(performance.now() - startedAt)} ms.`,
      );
    } else if (earlier === 'refused') console.log('No errors; the version in service is up to date.');
    return 'served';
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    return 'failed';
  }
}
