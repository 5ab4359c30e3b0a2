/** The parts of serverless.yml that the plugin `headwater/serverless` brings. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { membersOf } from '../../../shared/json/is-object.ts';
import { parseMembers } from './cloudformation-yaml.ts';

type Members = Readonly<Record<string, unknown>>;

/** The plugin in `plugins` of serverless.yml. */
export const pluginName = 'headwater/serverless';

/** @param declared the configuration of the project. An API that exists already has CORS, throttling and access log of its own. */
export function defaultConfiguration(declared: Members): Members {
  const defaults = parseMembers(readFileSync(join(import.meta.dirname, 'defaults.yml'), 'utf8'));
  if (membersOf(membersOf(declared['provider'])['httpApi'])['id'] === undefined) return defaults;
  const { httpApi: _cors, logs, ...provider } = membersOf(defaults['provider']);
  const { httpApi: _accessLog, ...otherLogs } = membersOf(logs);
  const { extensions: _throttling, ...resources } = membersOf(defaults['resources']);
  return { ...defaults, provider: { ...provider, logs: otherLogs }, resources };
}
