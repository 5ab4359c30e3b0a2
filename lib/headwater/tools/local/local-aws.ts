/** What stands in for AWS on this machine: the variables of functions, by what the config declares. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type AwsSettings, awsResourcesOf } from '../../config/aws-resources.ts';
import { missingPrefix } from '../../data/aws/variables.ts';
import { count } from '../../shared/count.ts';
import { type AwsResource, variableOf } from '../../shared/plan/aws-resources.ts';
import { type AwsEmulator, type EmulatedKind, emulatedKinds, emulatorPackage } from './aws-emulator.ts';
import { ownTableName } from './local-tables.ts';

/** In the root of a project; git should ignore it. */
export const environmentFile = '.env';

/** The variables of the file; none without it. */
export async function readEnvironmentFile(projectFolder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(projectFolder, environmentFile), 'utf8').catch(() => '');
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value]) => [name, String(value)]));
}

interface Substitutes {
  readonly serviceTable: string;
  readonly emulator: AwsEmulator | undefined;
  /** The values of secrets and parameters, by the names of their variables. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Where a missing value belongs. */
  readonly hintFor: (resource: AwsResource) => string;
}

/** By name. What this machine lacks has a value that says so, which the accessor reports. */
export function localVariables(
  settings: AwsSettings,
  substitutes: Substitutes,
): Readonly<Record<string, string>> {
  const pairs = awsResourcesOf(settings).flatMap((resource) => {
    const value = localValue(resource, substitutes);
    return value === undefined ? [] : [[variableOf(resource), value] as const];
  });
  return Object.fromEntries(pairs);
}

function localValue(
  resource: AwsResource,
  { serviceTable, emulator, values, hintFor }: Substitutes,
): string | undefined {
  const { kind, name } = resource;
  if (kind === 'index') return undefined;
  if (kind === 'table') return ownTableName(serviceTable, name);
  if (isEmulated(kind))
    return emulator?.valueOf(kind, name) ?? `${missingPrefix}${withoutEmulator(resource)}`;
  const value = values[variableOf(resource)];
  return value === undefined ? `${missingPrefix}${hintFor(resource)}` : `value:${value}`;
}

function isEmulated(kind: AwsResource['kind']): kind is EmulatedKind {
  return emulatedKinds.some((each) => each === kind);
}

function withoutEmulator({ kind, name }: AwsResource): string {
  return `The ${kind} ${name} is only on AWS. "npm install --save-dev ${emulatorPackage}" brings one to this machine, too.`;
}

export function environmentHint(resource: AwsResource): string {
  const { kind, name } = resource;
  return `${environmentFile} has no ${variableOf(resource)}, the value of the ${kind} ${name} on this machine.`;
}

/** Lines for the terminal: what the machine lacks. None if it has all. */
export function missingOnMachine(variables: Readonly<Record<string, string>>): string[] {
  const missing = Object.values(variables).flatMap((value) =>
    value.startsWith(missingPrefix) ? [value.slice(missingPrefix.length)] : [],
  );
  if (missing.length === 0) return [];
  const head = `This machine lacks ${count(missing.length, 'resource')} of AWS, whose operations answer 501:`;
  return [head, ...missing.map((each) => `  ${each}`)];
}
