/**
 * A plugin of the serverless framework, listed in serverless.yml. In the
 * process that `npm start` forks it says when serverless-offline is ready, and
 * puts a new build into service when it is told of one; anywhere else, such as
 * in `serverless deploy`, it does nothing.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cors, hideOrigins } from './offline-origin.ts';
import { keepSlashes } from './offline-path.ts';

/** What `npm start` says to the process, and what it answers. */
export type OfflineRequest = { readonly kind: 'reload' };
export type OfflineReply = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly reason: string };

/** The parts of the framework that are used here; it has no typings. */
interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    functions: Record<string, FunctionDefinition>;
    readonly provider: { readonly httpApi?: { cors?: Cors } };
    setFunctionNames(options: object): void;
  };
  readonly pluginManager: { readonly plugins: readonly object[] };
}

/** serverless-offline; `end(true)` leaves the process alive. */
interface OfflinePlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  start(): Promise<void>;
  end(skipExit: boolean): Promise<void>;
}

interface FunctionDefinition {
  package?: unknown;
}

type Functions = Record<string, FunctionDefinition>;

/** What serverless.yml takes from the build. */
interface Generated {
  readonly functions: Functions;
  readonly cors: Cors;
}

// The framework takes the default export of a plugin's module, and nothing else.
// biome-ignore lint/style/noDefaultExport: see above
export default class LocalPlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  readonly #serverless: Serverless;
  readonly #options: object;
  /** As the build wrote it; the framework completes its own copies. */
  #generated: Generated = { functions: {}, cors: false };

  constructor(serverless: Serverless, options: object) {
    this.#serverless = serverless;
    this.#options = options;
    this.hooks = process.send
      ? {
          'before:offline:start:init': () => this.#prepare(),
          'after:offline:start:init': async () => this.#announce(),
        }
      : {};
  }

  async #prepare(): Promise<void> {
    this.#generated = await this.#readGenerated();
    this.#useBundles();
    hideOrigins(() => this.#serverless.service.provider.httpApi?.cors);
    keepSlashes();
  }

  /** The archives hold the same code; unpacked copies of them would have to be kept in step with each build. */
  #useBundles(): void {
    for (const key of Object.keys(this.#generated.functions))
      delete this.#serverless.service.functions[key]?.package;
  }

  #announce(): void {
    process.on('message', () => void this.#reload().then(reply, replyFailure));
    reply();
  }

  /** New code is taken up by new workers; new routes, or another CORS, need a new server, on the same port. */
  async #reload(): Promise<void> {
    const generated = await this.#readGenerated();
    const offline = this.#offline();
    if (isSame(generated, this.#generated)) {
      await offline.hooks['offline:functionsUpdated:cleanup']?.();
      return;
    }
    await offline.end(true);
    const { service } = this.#serverless;
    const byHand = Object.entries(service.functions).filter(
      ([key]) => !Object.hasOwn(this.#generated.functions, key),
    );
    const { httpApi } = service.provider;
    // What serverless.yml says by itself, stays.
    if (httpApi && isSame(httpApi.cors, this.#generated.cors)) httpApi.cors = generated.cors;
    this.#generated = generated;
    service.functions = { ...structuredClone(generated.functions), ...Object.fromEntries(byHand) };
    service.setFunctionNames(this.#options);
    this.#useBundles();
    await offline.start();
  }

  #offline(): OfflinePlugin {
    const { plugins } = this.#serverless.pluginManager;
    const plugin = plugins.find((candidate) => candidate.constructor.name === 'ServerlessOffline');
    // Its package has no typings; these members are its documented ones.
    return plugin as OfflinePlugin;
  }

  async #readGenerated(): Promise<Generated> {
    const folder = join(this.#serverless.serviceDir, '.generated');
    const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
    return { functions: await read('functions.json'), cors: await read('cors.json') };
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function reply(): void {
  process.send?.({ kind: 'ready' } satisfies OfflineReply);
}

function replyFailure(error: unknown): void {
  process.send?.({ kind: 'failed', reason: String(error) } satisfies OfflineReply);
}
