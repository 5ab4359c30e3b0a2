/** The CloudFormation template that `serverless package` writes, without credentials or network. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { framework } from './framework.ts';
import { refusedPolicies } from './iam-judge.ts';

export interface TemplateResource {
  readonly Condition?: string;
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export interface PackagedTemplate {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Outputs: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>
  >;
}

/**
 * @param options of the command, e.g. `--param resource=source`.
 * @throws Error with the output of the command, or with policies that IAM refuses.
 */
export async function packageTemplate(
  project: string,
  options: readonly string[] = [],
): Promise<PackagedTemplate> {
  await framework(project, ['package', ...options], withoutCredentials(project));
  const template = await readTemplate(project);
  expect(refusedPolicies(template)).toEqual([]);
  return template;
}

/** Without AWS_ variables and a home folder the command finds no credentials. */
export function withoutCredentials(project: string): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, SLS_SCHEMA_CACHE_BASE_DIR } = process.env;
  return { PATH, NODE_COMPILE_CACHE, SLS_SCHEMA_CACHE_BASE_DIR, HOME: project };
}

/** What the last command has written. */
export async function readTemplate(project: string): Promise<PackagedTemplate> {
  const path = join(project, '.serverless/cloudformation-template-update-stack.json');
  return JSON.parse(await readFile(path, 'utf8'));
}

export function resourcesOf(template: PackagedTemplate, type: string): TemplateResource[] {
  return Object.values(template.Resources).filter(({ Type }) => Type === type);
}

export function routesIn(template: PackagedTemplate): unknown[] {
  return resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties['RouteKey']);
}
