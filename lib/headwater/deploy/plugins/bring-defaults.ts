/**
 * Fills the configuration of osls with what every service has (docs/headwater/stack.md). What serverless.yml declares stays as it
 * is, and osls resolves the variables of the additions afterwards.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMembers } from '../../compile/aws/configuration/cloudformation-yaml.ts';
import { defaultConfiguration, parametersOf } from '../../compile/aws/configuration/default-configuration.ts';
import { filled, type Gap, gapsIn, orderByDefaults } from '../../compile/aws/configuration/fill.ts';
import type { FunctionSettings } from '../../compile/aws/functions/functions-json.ts';
import { monitoringResources } from '../../compile/aws/monitoring/monitoring.ts';
import type { Role } from '../../compile/aws/roles/plan-roles.ts';
import { configDiagnostic } from '../../compile/config-diagnostics.ts';
import { describeDiagnostic } from '../../compile/source/diagnostic.ts';
import { loadConfig } from '../../config/load-config.ts';
import { isObject, itemsOf, membersOf } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { findRegion } from '../region.ts';
import {
  builtMember,
  misspeltProperty,
  otherType,
  unfillable,
  withoutHandler,
  withoutType,
} from './refused-overrides.ts';

type Members = Readonly<Record<string, unknown>>;

/** The parts of the framework that are used here. It has no typings. */
export interface ExtensibleServerless {
  readonly serviceDir: string;
  /** Below the folder of the service. */
  readonly configurationFilename: string;
  /** osls has already resolved the variables that need no parameter. */
  readonly configurationInput: Record<string, unknown>;
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
  extendConfiguration(path: readonly string[], value: unknown): void;
  getProvider(name: 'aws'): { getStage(): string };
}

/** Options of the command line. */
export interface StageOptions {
  readonly stage?: string;
  readonly region?: string;
  readonly 'aws-profile'?: string;
}

/** What the build has made for the deployment. */
export interface BuiltService {
  /** The content of functions.json. */
  readonly functions: FunctionSettings;
  readonly roles: readonly Role[];
}

/**
 * @throws an error of the framework if serverless.yml changes what cannot be changed, or the config is wrong.
 */
export async function bringDefaults(
  serverless: ExtensibleServerless,
  options: StageOptions,
  built: BuiltService,
): Promise<void> {
  const refuse = (error: string | undefined, code: string) => {
    if (error !== undefined) throw new serverless.classes.Error(error, code);
  };
  const { configurationInput, serviceDir } = serverless;
  refuse(unfillable(configurationInput), 'HEADWATER_OVERRIDE');
  const lists = ['functions', 'resources'].filter((name) => Array.isArray(configurationInput[name]));
  for (const name of lists) serverless.extendConfiguration([name], mergedList(configurationInput[name]));

  const { config, problems } = await loadConfig(serviceDir);
  const [problem] = problems.map((each) => describeDiagnostic(configDiagnostic(each)));
  refuse(problem, 'HEADWATER_CONFIG');
  const defaults = defaultConfiguration(configurationInput, config);
  const functions = membersOf(configurationInput['functions']);
  const resources = membersOf(membersOf(configurationInput['resources'])['Resources']);
  const made = madeResources(membersOf(membersOf(defaults['resources'])['Resources']), built);
  const types = typesOf(made);
  refuse(withoutHandler(built.functions, functions), 'HEADWATER_OVERRIDE');
  refuse(builtMember(functions, built.functions), 'HEADWATER_OVERRIDE');
  refuse(otherType(types, resources), 'HEADWATER_OVERRIDE');
  refuse(withoutType(types, resources), 'HEADWATER_OVERRIDE');
  refuse(misspeltProperty(made, resources), 'HEADWATER_OVERRIDE');
  const stage = serverless.getProvider('aws').getStage();
  const params = { default: parametersOf(config, stage) };

  const brought = { ...defaults, params, functions: built.functions };
  for (const { path, value } of [
    ...gapsIn(brought, configurationInput),
    ...(await undeclaredSettings(serverless, options)),
    ...typeGaps(types, resources),
  ])
    serverless.extendConfiguration([...path], value);
  orderByDefaults(brought, configurationInput);
}

/** The resources that the plugin makes, now or after the variables are known: their types, and the names of their properties. */
function madeResources(resources: Members, { functions, roles }: BuiltService): Members {
  const named = Object.entries(functions).map(([key, settings]) => ({ key, name: key, settings }));
  const watched = { prefix: '', functions: named, roles, resources, tableName: '', metricNamespace: '' };
  return { ...resources, ...monitoringResources(watched) };
}

function typesOf(made: Members): Members {
  const types = Object.entries(made).map(([id, each]) => [id, { Type: membersOf(each)['Type'] }] as const);
  return Object.fromEntries(types);
}

/** The framework demands a type of each resource, and that is the only member which a change of another one need not repeat. */
function typeGaps(types: Members, declared: Members): Gap[] {
  const changed = Object.entries(types).filter(([id]) => isObject(ownMember(declared, id)));
  return gapsIn(
    { resources: { Resources: Object.fromEntries(changed) } },
    { resources: { Resources: declared } },
  );
}

/** The items of a list as one object. Later ones win, as in the framework. */
function mergedList(list: unknown): Members {
  return itemsOf(list)
    .filter(isObject)
    .reduce((earlier, later) => filled(earlier, later), {});
}

/** The framework itself sets these members before it loads plugins: the text of serverless.yml tells which of them it declares. */
async function undeclaredSettings(
  { serviceDir, configurationFilename }: ExtensibleServerless,
  { stage, region, 'aws-profile': profile }: StageOptions,
): Promise<Gap[]> {
  const text = await readFile(join(serviceDir, configurationFilename), 'utf8');
  const provider = membersOf(parseMembers(text)['provider']);
  const settings = {
    stage: provider['stage'] === undefined ? stage : undefined,
    region: provider['region'] === undefined ? (region ?? (await findRegion({ profile }))) : undefined,
    versionFunctions: provider['versionFunctions'] === undefined ? false : undefined,
  };
  return Object.entries(omitUndefined(settings)).map(([name, value]) => ({
    path: ['provider', name],
    value,
  }));
}
