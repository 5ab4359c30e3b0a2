/**
 * The process that `npm start` forks: the serverless command. It ends when its
 * parent ends, for whatever reason.
 */

import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pluginName } from '../../compile/aws/configuration/default-configuration.ts';
import type { OfflineRequest } from './offline-plugin.ts';

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal. The parent ends this one.
process.on('SIGINT', () => undefined);

const require = createRequire(import.meta.url);
const asked = once(process, 'message');
// The parent builds meanwhile.
require('serverless/lib/serverless.js');
const plugin = createRequire(join(process.cwd(), 'package.json')).resolve(pluginName);
await Promise.all([
  import(pathToFileURL(plugin).href),
  import('./offline-plugin.ts'),
  import('serverless-offline'),
]);
const [request] = (await asked) as [OfflineRequest];
if (request.kind === 'prepare') Object.assign(process.env, request.variables);
// After a mistake in serverless.yml, the command ends as soon as nothing keeps its process.
process.channel?.unref();
process.argv[1] = 'serverless';
require('serverless/bin/serverless.js');
