/**
 * A part of the plugin `headwater/serverless`. In the process that `npm start` forks, it
 * reports when serverless-offline is ready, and loads a new build on request. Elsewhere,
 * such as in `serverless deploy`, it does nothing.
 */

import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AwsUses, readAwsUses } from '../../compile/aws/resources/aws-uses.ts';
import { variablesOfUses } from '../../compile/aws/resources/use-references.ts';
import { loadConfig } from '../../config/load-config.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { debuggingMs } from './gateway/time-limit.ts';
import { localTableName } from './local-table.ts';
import { refuseOtherHosts } from './loopback-hosts.ts';
import type { Variables } from './offline.ts';
import { endCalls, limitFunctions } from './offline-functions.ts';
import { adaptRequests, type CurrentBuild } from './offline-requests.ts';
import { logRequests, noteProblems } from './request-log.ts';
import { type ResponseGuard, readResponseGuard } from './response-guard.ts';
import { showTypeErrors } from './type-header.ts';

/** What `npm start` asks of the process: to read serverless.yml, then to take the port, then to load each new build. */
export type OfflineRequest =
  | { readonly kind: 'prepare'; readonly variables: Variables }
  | { readonly kind: 'serve' }
  | { readonly kind: 'reload' };
export type OfflineReply = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string };

/** The parts of the framework that the plugin uses. It has no typings. */
interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    functions: Record<string, FunctionDefinition>;
    readonly provider: {
      readonly httpApi?: { cors?: CurrentBuild['cors'] };
      environment?: Record<string, unknown>;
    };
    readonly custom: { readonly headwater: { readonly flags?: Readonly<Record<string, string>> } };
    setFunctionNames(options: object): void;
  };
  readonly pluginManager: { readonly plugins: readonly object[] };
}

/** serverless-offline. `end(true)` keeps the process alive. */
interface OfflinePlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  start(): Promise<void>;
  end(skipExit: boolean): Promise<void>;
}

interface FunctionDefinition {
  readonly events?: readonly unknown[];
  package?: unknown;
  environment?: Readonly<Record<string, unknown>>;
  /** In seconds. */
  timeout?: number;
}

/** The generated files that serverless.yml includes. */
interface GeneratedFiles extends CurrentBuild {
  readonly aws: AwsUses;
  readonly functions: Record<string, FunctionDefinition>;
}

export class LocalPlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  readonly #serverless: Serverless;
  readonly #options: object;
  /** The build's output. The framework adds to its own copies. */
  #generated: GeneratedFiles = { functions: {}, cors: false, routes: [], aws: { settings: {}, uses: {} } };
  #guard: ResponseGuard = (_id, _event, value) => value;
  #reads = 0;

  constructor(serverless: Serverless, options: object) {
    this.#serverless = serverless;
    this.#options = options;
    this.hooks = process.send
      ? {
          'before:offline:start:init': async () => {
            await this.#prepare();
            reply();
            await askedFor('serve');
          },
          'after:offline:start:init': async () => this.#announce(),
        }
      : {};
  }

  async #prepare(): Promise<void> {
    this.#generated = await this.#readGenerated();
    this.#guard = await this.#readGuard();
    this.#useBundles();
    this.#leaveSchedules();
    this.#liftTimeouts();
    this.#setEnvironment();
    this.#giveUsed();
    const { service } = this.#serverless;
    logRequests();
    showTypeErrors();
    adaptRequests(() => ({ cors: service.provider.httpApi?.cors, routes: this.#generated.routes }));
    limitFunctions(noteProblems((...call) => this.#guard(...call)));
    refuseOtherHosts();
  }

  /** Replaces archives with bundles, which have the same code but need no unpacking after each build. */
  #useBundles(): void {
    for (const key of Object.keys(this.#generated.functions))
      delete ownMember(this.#serverless.service.functions, key)?.package;
  }

  /** Removes the schedules: `npm start` runs them itself, with every gateway. */
  #leaveSchedules(): void {
    const { functions } = this.#serverless.service;
    for (const [key, { events = [] }] of Object.entries(functions))
      if (events.some((event) => !Object.hasOwn(membersOf(event), 'httpApi'))) delete functions[key];
  }

  #liftTimeouts(): void {
    const timeoutMs = debuggingMs();
    if (timeoutMs === undefined) return;
    for (const each of Object.values(this.#serverless.service.functions)) each.timeout = timeoutMs / 1_000;
  }

  /** Sets the local table and access rule: `npm start` decides them, whatever serverless.yml says for deployments. */
  #setEnvironment(): void {
    const { provider, custom } = this.#serverless.service;
    const { ACCESS, REFERENCE, PAGES } = process.env;
    const own = omitUndefined({ TABLE_NAME: localTableName, ACCESS, REFERENCE, PAGES });
    const flags = Object.keys(custom.headwater.flags ?? {}).map((name) => [name, process.env[name] ?? '']);
    provider.environment = { ...provider.environment, ...own, ...Object.fromEntries(flags) };
  }

  /** Gives each function the variables of what it uses of AWS: `npm start` has set them. */
  #giveUsed(): void {
    const { functions } = this.#serverless.service;
    const { uses, settings } = this.#generated.aws;
    for (const [key, used] of Object.entries(uses)) {
      const own = ownMember(functions, key);
      const names = Object.keys(variablesOfUses(used, { settings, stage: '' }));
      const variables = Object.fromEntries(names.map((name) => [name, process.env[name]]));
      if (own) own.environment = { ...own.environment, ...omitUndefined(variables) };
    }
  }

  #announce(): void {
    process.on('message', (message) => {
      if (membersOf(message)['kind'] === 'reload') void this.#reload().then(reply, replyFailure);
    });
    reply();
    // The process ends without notice.
    flushCompileCache();
  }

  /** Starts new workers, which load new code. New routes, or changed CORS, need a new server on the same port. */
  async #reload(): Promise<void> {
    const generated = await this.#readGenerated();
    this.#guard = await this.#readGuard();
    const offline = this.#offline();
    if (isSame(generated, this.#generated)) {
      await offline.hooks['offline:functionsUpdated:cleanup']?.();
      endCalls();
      return;
    }
    endCalls();
    await offline.end(true);
    const { service } = this.#serverless;
    const byHand = Object.entries(service.functions).filter(
      ([key]) => !Object.hasOwn(this.#generated.functions, key),
    );
    const { httpApi } = service.provider;
    // Keeps settings in serverless.yml that do not come from the build.
    if (httpApi && isSame(httpApi.cors, this.#generated.cors)) httpApi.cors = generated.cors;
    this.#generated = generated;
    service.functions = { ...structuredClone(generated.functions), ...Object.fromEntries(byHand) };
    service.setFunctionNames(this.#options);
    this.#useBundles();
    this.#leaveSchedules();
    this.#liftTimeouts();
    this.#giveUsed();
    await offline.start();
  }

  #offline(): OfflinePlugin {
    const { plugins } = this.#serverless.pluginManager;
    const plugin = plugins.find((candidate) => candidate.constructor.name === 'ServerlessOffline');
    // The package has no typings, but documents these members.
    return plugin as OfflinePlugin;
  }

  /** Another config needs another process, so it is read once. */
  async #readGuard(): Promise<ResponseGuard> {
    const { serviceDir } = this.#serverless;
    const { config } = await loadConfig(serviceDir);
    return readResponseGuard(serviceDir, undefined, config);
  }

  async #readGenerated(): Promise<GeneratedFiles> {
    const folder = join(this.#serverless.serviceDir, '.generated');
    const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
    const plan = pathToFileURL(join(folder, 'plans/default-route.ts'));
    // Node.js loads a module once per URL.
    plan.searchParams.set('read', String(++this.#reads));
    const { routes } = await import(plan.href);
    return {
      functions: await read('functions.json'),
      cors: await read('cors.json'),
      aws: readAwsUses(this.#serverless.serviceDir),
      routes,
    };
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function reply(): void {
  process.send?.({ kind: 'done' } satisfies OfflineReply);
}

function replyFailure(error: unknown): void {
  const reason = `serverless-offline could not load the new build: ${error}`;
  process.send?.({ kind: 'failed', reason } satisfies OfflineReply);
}

/** Nothing else keeps the process meanwhile. */
async function askedFor(kind: OfflineRequest['kind']): Promise<void> {
  process.channel?.ref();
  await new Promise<void>((resolve) => {
    process.on('message', (message) => membersOf(message)['kind'] === kind && resolve());
  });
  process.channel?.unref();
}
