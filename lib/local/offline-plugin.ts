/**
 * A plugin of the serverless framework, listed in serverless.yml. In the
 * process that `npm start` forks it says when serverless-offline is ready, and
 * puts a new build into service when it is told of one; anywhere else, such as
 * in `serverless deploy`, it does nothing.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `npm start` says to the process, and what it answers. */
export type OfflineRequest = { readonly kind: 'reload' };
export type OfflineReply = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly reason: string };

/** The parts of the framework that are used here; it has no typings. */
interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    functions: Record<string, FunctionDefinition>;
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

// The framework takes the default export of a plugin's module, and nothing else.
// biome-ignore lint/style/noDefaultExport: see above
export default class LocalPlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  readonly #serverless: Serverless;
  readonly #options: object;
  /** As functions.json has them; the framework completes its own copies. */
  #generated: Functions = {};

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
  }

  /** The archives hold the same code; unpacked copies of them would have to be kept in step with each build. */
  #useBundles(): void {
    for (const key of Object.keys(this.#generated)) delete this.#serverless.service.functions[key]?.package;
  }

  #announce(): void {
    process.on('message', () => void this.#reload().then(reply, replyFailure));
    reply();
  }

  /** New code is taken up by new workers; new routes need a new server, on the same port. */
  async #reload(): Promise<void> {
    const generated = await this.#readGenerated();
    const offline = this.#offline();
    if (JSON.stringify(generated) === JSON.stringify(this.#generated)) {
      await offline.hooks['offline:functionsUpdated:cleanup']?.();
      return;
    }
    await offline.end(true);
    const { service } = this.#serverless;
    const byHand = Object.entries(service.functions).filter(([key]) => !Object.hasOwn(this.#generated, key));
    this.#generated = generated;
    service.functions = { ...structuredClone(generated), ...Object.fromEntries(byHand) };
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

  async #readGenerated(): Promise<Functions> {
    return JSON.parse(await readFile(join(this.#serverless.serviceDir, '.generated/functions.json'), 'utf8'));
  }
}

function reply(): void {
  process.send?.({ kind: 'ready' } satisfies OfflineReply);
}

function replyFailure(error: unknown): void {
  process.send?.({ kind: 'failed', reason: String(error) } satisfies OfflineReply);
}
