/** `npm start` and `npm run dev`: run the whole service locally. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { openAccess } from '../../shared/access-settings.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { pagesVariable } from '../../shared/plan/page-files.ts';
import { referenceVariable } from '../../shared/plan/reference-files.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { CommandError } from '../command-line/command-line.ts';
import { controlActions, startControlServer } from './control-server.ts';
import { EventSources } from './event-sources.ts';
import { type ForkedDatabase, forkDatabase } from './forked-database.ts';
import { startBackground, startFunctionProcess } from './function-process.ts';
import { LocalBuilds } from './local-builds.ts';
import { startIssuer } from './local-issuer.ts';
import { type LocalSettings, variablesIn } from './local-settings.ts';
import { localTableName } from './local-table.ts';
import { allowedHostsVariable, refuseOtherHosts } from './loopback-hosts.ts';
import { loadOffline, type Running, type Variables } from './offline.ts';
import { checkResponsesVariable } from './response-guard.ts';
import { noteDatabase } from './running-database.ts';
import { screen } from './screen.ts';
import { ServedBuilds } from './served-builds.ts';
import { type LocalAws, startAws } from './start-aws.ts';
import { type ProjectWatch, watchProject } from './watch-project.ts';

const projectFolder = process.cwd();

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
  const [inspectPort, backgroundPort] = inspected;
  const options = { projectFolder, httpPort: settings.port, inspectPort };
  const isStrict = settings.gateway === 'strict';
  const loaded = isStrict
    ? undefined
    : loadOffline({ ...options, lambdaPort: await listenOnce(0, 'localhost') });
  const builds = new LocalBuilds(projectFolder);
  const dataFolder = resolve(projectFolder, settings.data);
  const sources = new EventSources(dataFolder);
  // Also what is saved while the service starts.
  const watching = settings.watch ? watchProject(projectFolder) : undefined;
  const [first, database] = await Promise.all([
    builds.firstGood(watching),
    forkDatabase(dataFolder, localTableName, sources.change),
  ]);
  if (!first) process.exit(2);
  const { service: built, isUnchecked } = first;
  // Guards the servers of the issuer and of commands.
  refuseOtherHosts([]);
  const aws = await startAws(projectFolder, database);
  const issuer = settings.auth ? await startIssuer(dataFolder) : undefined;
  const variablesOf = (service: ServicePlan): Variables => ({
    ...aws.environment,
    ...variablesIn(config, settings),
    ACCESS: issuer?.access ?? openAccess,
    [referenceVariable]: 'on',
    [pagesVariable]: service.pages.map(({ name }) => name).join(' '),
    [allowedHostsVariable]: settings['allow-host'].join(' '),
    [checkResponsesVariable]: settings['check-responses'] ? 'on' : 'off',
  });
  const variables = variablesOf(built);
  const strict = { ...options, script: 'strict-process', arguments: [String(settings.port)] };
  const gateway = await (loaded?.start(variables) ?? startFunctionProcess(strict, variables));
  // A process of their own works alike with both gateways.
  const background = await startBackground({ projectFolder, inspectPort: backgroundPort }, variables);
  const served = new ServedBuilds({
    ...{ projectFolder, builds, gateway, background, sources, variablesOf },
    updateAws: aws.update,
  });
  await served.callFunctions(built);
  const { origin: control } = await startControlServer(controlActions(sources));
  await noteDatabase(dataFolder, database.environment.AWS_ENDPOINT_URL_DYNAMODB, control);
  stopWithSignals({ builds, served, gateway, background, sources, database, aws, issuer });
  // A build of a record has left no session, with which the next one would make only what has changed.
  if (!builds.isWarm && (settings.watch || isUnchecked)) served.next();
  else served.checkTypes();
  if (watching) void serveSaves(await watching, builds, served);
  return screen(built, `http://localhost:${settings.port}`, { ...settings, inspected });
}

async function serveSaves(watch: ProjectWatch, builds: LocalBuilds, served: ServedBuilds): Promise<never> {
  for (;;) {
    const changed = await watch.next();
    served.next(changed.filter((path) => watch.isSetting(path, builds.configModules)));
  }
}

interface StartedService {
  readonly builds: LocalBuilds;
  readonly served: ServedBuilds;
  readonly gateway: Running;
  readonly background: Running;
  readonly sources: EventSources;
  readonly database: Pick<ForkedDatabase, 'ended'>;
  readonly aws: Pick<LocalAws, 'close'>;
  readonly issuer: { close(): void } | undefined;
}

/** Also if one of the processes ends. */
function stopWithSignals(started: StartedService): void {
  const { builds, served, gateway, background, sources, database, aws, issuer } = started;
  let isStopping = false;
  const stop = async (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    const ended = served.end();
    const left = sources.stop();
    if (left > 0) console.error(`${count(left, 'change')} of the table did not reach consumers.`);
    gateway.stop();
    background.stop();
    issuer?.close();
    // Waits until the ports are free again.
    await Promise.all([ended, gateway.ended, background.ended, aws.close()]);
    await builds.record();
    process.exit(exitCode);
  };
  process.once('SIGINT', () => void stop(0));
  process.once('SIGTERM', () => void stop(0));
  void Promise.race([gateway.ended, background.ended, database.ended]).then(() => stop(1));
  whenNpmEnds(() => void stop(0));
}

/**
 * The ports for debuggers: of operations, and of schedules and consumers. They stay the same when a new build is put into service.
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
