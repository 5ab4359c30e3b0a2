/** What a build reads of a config: values. Code of the project stays in a thread of its own. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { siblingModule } from '../shared/sibling-module.ts';
import type { BuildSettings, Config } from './config.ts';
import { type ConfigProblem, configFile, loadConfig } from './load-config.ts';

export interface ReadConfig {
  readonly settings: BuildSettings;
  readonly problems: readonly ConfigProblem[];
  /** The URLs of all modules that were loaded with the config. */
  readonly modules: readonly string[];
}

/**
 * Reads the file, and all that it imports, as they are now: each call loads them anew.
 *
 * @param projectFolder an absolute path.
 */
export async function readConfig(projectFolder: string): Promise<ReadConfig> {
  if (!existsSync(join(projectFolder, configFile))) {
    const { problems } = await loadConfig(projectFolder);
    return { settings: {}, problems, modules: [] };
  }
  const thread = new Worker(siblingModule(import.meta.url, 'config-thread'), { workerData: projectFolder });
  const result = once(thread, 'message').then(([read]: ReadConfig[]) => read);
  const read = await Promise.race([result, once(thread, 'exit').then(() => undefined)]);
  await thread.terminate();
  return read ?? { settings: {}, problems: [ended], modules: [] };
}

const ended: ConfigProblem = {
  file: configFile,
  path: [],
  found: 'a module that ends the process, or never finishes loading',
  accepted: 'a module that exports its config',
};

/** The members that a build reads. The others have code, for commands. */
export function settingsOf(config: Config): BuildSettings {
  const {
    storedTypes: _types,
    commands: _commands,
    startOptions: _options,
    smokeDocument: _document,
    ...settings
  } = config;
  return settings;
}

/** The modules of the project, as paths below it. */
export function modulesBelow(projectFolder: string, { modules }: Pick<ReadConfig, 'modules'>): string[] {
  return modules.flatMap((url) => {
    if (!url.startsWith('file:')) return [];
    const path = relative(projectFolder, fileURLToPath(url)).replaceAll(sep, '/');
    return path.startsWith('../') || path.includes('node_modules/') ? [] : [path];
  });
}
