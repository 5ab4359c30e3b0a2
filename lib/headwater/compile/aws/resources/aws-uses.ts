/** aws-resources.json: what the config declares of AWS, and which functions use it. Plugins, `npm start` and tests read it. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AwsSettings } from '../../../config/aws-resources.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import type { AwsUse } from '../../../shared/plan/aws-resources.ts';
import type { FunctionPlan } from '../../../shared/plan/function-plan.ts';
import { generatedFolder } from '../../emit/wiring/generated-files.ts';

export const awsUsesPath = 'aws-resources.json';

export interface AwsUses {
  readonly settings: AwsSettings;
  /** By the ids of functions. */
  readonly uses: Readonly<Record<string, readonly AwsUse[]>>;
}

/** The content of the file of a built project; without it, the config declares nothing. */
export function readAwsUses(projectFolder: string): AwsUses {
  const path = join(projectFolder, generatedFolder, awsUsesPath);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { settings: {}, uses: {} };
}

/** @param config may have other members. @returns undefined if nothing is declared, and nothing is used. */
export function awsUses(functions: readonly FunctionPlan[], config: AwsSettings): AwsUses | undefined {
  const { table, tables, buckets, queues, topics, secrets, parameters } = config;
  const used = functions.flatMap(({ id, uses }) => (uses ? [[id, uses] as const] : []));
  const settings = omitUndefined({ table, tables, buckets, queues, topics, secrets, parameters });
  const isEmpty = used.length === 0 && Object.keys(settings).length === 0;
  return isEmpty ? undefined : { settings, uses: Object.fromEntries(used) };
}
