/**
 * The plugin `headwater/serverless` of osls: one line in `plugins` of serverless.yml brings all parts of a service
 * (docs/headwater/stack.md), the checks of its deployment, and serverless-offline for `npm start`.
 */

import { functionsJsonPath } from '../../compile/aws/functions/functions-json.ts';
import { rolesPath } from '../../compile/aws/roles/plan-roles.ts';
import {
  bringDefaults,
  type ExtensibleServerless,
  type StageOptions,
} from '../../deploy/plugins/bring-defaults.ts';
import { readGenerated } from '../../deploy/plugins/read-generated.ts';
import { StackPlugin } from '../../deploy/plugins/stack-plugin.ts';
import { UpdatePlugin } from '../../deploy/plugins/update-plugin.ts';

/** The parts of the framework that the plugin uses. It has no typings. */
interface Serverless extends ExtensibleServerless {
  readonly processedInput: { readonly commands: readonly string[]; readonly isHelpRequest: boolean };
  readonly service: { readonly plugins: readonly string[] };
  readonly pluginManager: { addPlugin(plugin: unknown): void };
}

// The framework loads the default export of a plugin's module.
// biome-ignore lint/style/noDefaultExport: see above
export default class HeadwaterPlugin {
  readonly #serverless: Serverless;
  readonly #options: StageOptions;
  /** They write to the terminal. */
  readonly #writers: object;

  constructor(serverless: Serverless, options: StageOptions, writers: object) {
    this.#serverless = serverless;
    this.#options = options;
    this.#writers = writers;
  }

  /** The framework awaits it before it resolves the variables of what plugins add. */
  async asyncInit(): Promise<void> {
    const { processedInput, pluginManager } = this.#serverless;
    const { commands, isHelpRequest } = processedInput;
    if (commands[0] === 'offline' || isHelpRequest) await this.#addOffline();
    if (isHelpRequest) return;
    for (const part of [StackPlugin, UpdatePlugin]) pluginManager.addPlugin(part);
    await bringDefaults(this.#serverless, this.#options, {
      functions: readGenerated(this.#serverless, functionsJsonPath),
      roles: readGenerated(this.#serverless, rolesPath),
    });
  }

  /** Loaded on demand: other commands start faster without it. */
  async #addOffline(): Promise<void> {
    const { service, pluginManager } = this.#serverless;
    const { LocalPlugin } = await import('../local/offline-plugin.ts');
    pluginManager.addPlugin(LocalPlugin);
    // A project may name it itself, for example another version.
    if (service.plugins.includes('serverless-offline')) return;
    const { default: Offline } = await import('serverless-offline');
    const writers = this.#writers;
    pluginManager.addPlugin(
      class ServerlessOffline extends Offline {
        constructor(serverless: unknown, options: unknown) {
          super(serverless, options, writers);
        }
      },
    );
  }
}
