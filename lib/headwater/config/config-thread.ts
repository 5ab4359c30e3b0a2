/** A thread that loads the config of a project: see `read-config.ts`. */

import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from './load-config.ts';
import { type ReadConfig, settingsOf } from './read-config.ts';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    loaded.add(url);
    return next(url, context);
  },
});
// Awaited by nobody: Node.js would complain of this module if the config never finishes loading.
void loadConfig(workerData).then(({ config, problems }) => {
  const result: ReadConfig = { settings: settingsOf(config), problems, modules: [...loaded] };
  parentPort?.postMessage(result);
});
