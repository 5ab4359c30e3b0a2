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
    functions: Record<string, unknown>;
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

type Functions = Record<string, unknown>;

// The framework takes the default export of a plugin's module, and nothing else.
// biome-ignore lint/style/noDefaultExport: see above
export default class LocalPlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  readonly #serverless: Serverless;
  readonly #options: object;
  #generated: Functions = {};

  constructor(serverless: Serverless, options: object) {
    this.#serverless = serverless;
    this.#options = options;
    this.hooks = process.send ? { 'after:offline:start:init': () => this.#announce() } : {};
  }

  async #announce(): Promise<void> {
    this.#generated = await this.#readGenerated();
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
    service.functions = { ...generated, ...Object.fromEntries(byHand) };
    service.setFunctionNames(this.#options);
    await offline.start();
    // Read again: the framework completes the objects that it was given.
    this.#generated = await this.#readGenerated();
  }

  #offline(): OfflinePlugin {
    const plugin = this.#serverless.pluginManager.plugins.find(
      (candidate) => candidate.constructor.name === 'ServerlessOffline',
    );
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
