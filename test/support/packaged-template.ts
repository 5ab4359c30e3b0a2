/** The CloudFormation template that `serverless package` writes, without credentials or network. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

/** @param options of the command, e.g. `--param resource=source`. @throws Error with the output of the command. */
export async function packageTemplate(
  project: string,
  options: readonly string[] = [],
): Promise<PackagedTemplate> {
  // Without AWS_ variables and a home folder the command finds no credentials.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: project };
  const args = ['node_modules/serverless/bin/serverless.js', 'package', ...options];
  await promisify(execFile)(process.execPath, args, { cwd: project, env });
  const path = join(project, '.serverless/cloudformation-template-update-stack.json');
  return JSON.parse(await readFile(path, 'utf8'));
}

export function resourcesOf(template: PackagedTemplate, type: string): TemplateResource[] {
  return Object.values(template.Resources).filter(({ Type }) => Type === type);
}

export function routesIn(template: PackagedTemplate): unknown[] {
  return resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties['RouteKey']);
}
