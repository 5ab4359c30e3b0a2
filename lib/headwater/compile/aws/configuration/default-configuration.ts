/** The parts of serverless.yml that the plugin `headwater/serverless` brings. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AwsSettings } from '../../../config/aws-resources.ts';
import type { Config } from '../../../config/config.ts';
import { projectNamesOf } from '../../../config/names.ts';
import { stageOf, stageParameters } from '../../../config/stages.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { tableId } from '../functions/background-settings.ts';
import { resourceTemplates, withIndexes } from '../resources/resource-templates.ts';
import { parseMembers } from './cloudformation-yaml.ts';

type Members = Readonly<Record<string, unknown>>;

/** The members of a config that decide what a stage is. */
export type DeployedConfig = Pick<Config, 'stages' | 'metrics'> & AwsSettings;

/** The plugin in `plugins` of serverless.yml. */
export const pluginName = 'headwater/serverless';

/** @param declared the configuration of the project. An API that exists already has CORS, throttling and access log of its own. */
export function defaultConfiguration(declared: Members, config: DeployedConfig): Members {
  const defaults = withResources(
    parseMembers(readFileSync(join(import.meta.dirname, 'defaults.yml'), 'utf8')),
    config,
  );
  if (membersOf(membersOf(declared['provider'])['httpApi'])['id'] === undefined) return defaults;
  const { httpApi: _cors, logs, ...provider } = membersOf(defaults['provider']);
  const { httpApi: _accessLog, ...otherLogs } = membersOf(logs);
  const { extensions: _throttling, ...resources } = membersOf(defaults['resources']);
  return { ...defaults, provider: { ...provider, logs: otherLogs }, resources };
}

/** Adds what the config declares. */
function withResources(defaults: Members, config: AwsSettings): Members {
  const resources = membersOf(defaults['resources']);
  const all = membersOf(resources['Resources']);
  const table = membersOf(all[tableId]);
  const Resources = {
    ...all,
    [tableId]: withIndexes(table, config),
    ...resourceTemplates(config, table),
  };
  return { ...defaults, resources: { ...resources, Resources } };
}

/** The parameters that the defaults and a serverless.yml read, such as `burst`. */
export function parametersOf(config: DeployedConfig, stage: string): Members {
  const { metricNamespace } = projectNamesOf(config);
  return { ...stageParameters(stageOf(config.stages, stage)), metricNamespace };
}
