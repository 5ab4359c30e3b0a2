/** Compares the estimated budget of a build with the templates that osls has packaged. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BudgetRow } from '../../lib/headwater/compile/aws/budget/budget.ts';
import { stackTemplates } from '../../lib/headwater/compile/aws/budget/stack-template.ts';
import type { DeployOrder } from '../../lib/headwater/compile/aws/deploy-order.ts';
import { type Functions, readDeployment } from '../../lib/headwater/compile/aws/deployment.ts';
import type { Role } from '../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf, routesIn } from './packaged-template.ts';

export interface PackagedProject {
  readonly project: string;
  readonly order: DeployOrder;
  /** One per stack, in order of deployment. */
  readonly templates: readonly PackagedTemplate[];
}

/** Packages each stack of a project that has been built. @param settings Further options, such as `--param` and its value. */
export async function packageStacks(
  project: string,
  settings: readonly string[] = [],
): Promise<PackagedProject> {
  const order: DeployOrder = JSON.parse(
    await readFile(join(project, '.generated/deploy-order.json'), 'utf8'),
  );
  const templates: PackagedTemplate[] = [];
  for (const { command } of order.stacks) {
    const [, options = ''] = command.split('npx serverless deploy');
    templates.push(await packageTemplate(project, [...options.split(' ').filter(Boolean), ...settings]));
  }
  return { project, order, templates };
}

/** @param packagedNow is called in the tests, after the hooks of the file, and returns the rows of the build. */
export function describeBudget(
  packagedNow: () => PackagedProject & { readonly rows: readonly BudgetRow[] },
): void {
  describe('the budget', () => compareBudget(packagedNow));
}

function compareBudget(packagedNow: Parameters<typeof describeBudget>[0]): void {
  const used = (what: string) => packagedNow().rows.find((row) => row.what.startsWith(what))?.used;
  const read = (path: string) => readFile(join(packagedNow().project, path), 'utf8');

  test('the estimated resources equal the packaged ones, by id and type', async () => {
    const { deployment } = await readDeployment(packagedNow().project);
    if (!deployment) throw new Error('serverless.yml cannot be read.');
    const { order, templates } = packagedNow();
    const functions: Functions = JSON.parse(await read('.generated/functions.json'));
    const cors: unknown = JSON.parse(await read('.generated/cors.json'));
    const roles: Role[] = JSON.parse(await read('.generated/roles.json'));
    const reckoned = stackTemplates({ order, functions, deployment, cors, roles }).map(
      ({ template }) => template,
    );
    expect(reckoned.map(typesOf)).toEqual(templates.map(({ Resources }) => typesOf(Resources)));
    expect(used('resources')).toBe(
      Math.max(...templates.map(({ Resources }) => Object.keys(Resources).length)),
    );
  });

  test('the longest name is the longest packaged name', () => {
    const functions = packagedNow().templates.flatMap((template) =>
      resourcesOf(template, 'AWS::Lambda::Function'),
    );
    const lengths = functions.map(({ Properties }) => String(Properties['FunctionName']).length);
    expect(used('longest name')).toBe(Math.max(...lengths));
  });

  test('the largest template is close to its estimate, and not larger', () => {
    // osls uploads the template without white space.
    const bytes = Math.max(
      ...packagedNow().templates.map((template) => Buffer.byteLength(JSON.stringify(template))),
    );
    expect(used('template')).toBeGreaterThanOrEqual(bytes);
    expect(used('template')).toBeLessThanOrEqual(bytes * 1.06 + 1_500);
  });

  test('the numbers of routes and integrations equal the packaged ones', () => {
    const { templates } = packagedNow();
    const integrations = templates.flatMap((template) =>
      resourcesOf(template, 'AWS::ApiGatewayV2::Integration'),
    );
    expect(used('routes')).toBe(templates.flatMap(routesIn).length);
    expect(used('integrations')).toBe(integrations.length);
  });

  test('the longest policy is close to its estimate, and not longer', () => {
    const roles = packagedNow().templates.flatMap((template) => resourcesOf(template, 'AWS::IAM::Role'));
    const policies = roles.flatMap(
      ({ Properties }) => Properties['Policies'] as { PolicyDocument: unknown }[],
    );
    const lengths = policies.map(
      ({ PolicyDocument }) => JSON.stringify(PolicyDocument, (_, value) => inStack(value)).length,
    );
    expect(used('longest policy')).toBeGreaterThanOrEqual(Math.max(...lengths));
    expect(used('longest policy')).toBeLessThanOrEqual(Math.max(...lengths) * 1.25);
  });
}

function typesOf(
  resources: Readonly<Record<string, { readonly Type: string }>>,
): [id: string, type: string][] {
  const types = Object.entries(resources).map(([id, { Type }]): [string, string] => [id, Type]);
  return types.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Evaluates an intrinsic function as CloudFormation does. */
function inStack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('Fn::Sub' in value) {
    const pseudo: Record<string, string> = {
      Partition: 'aws',
      Region: 'ap-northeast-1',
      AccountId: '123456789012',
    };
    return String(value['Fn::Sub']).replaceAll(/\$\{AWS::(\w+)\}/g, (_, name) => pseudo[name] ?? '');
  }
  if (!('Fn::GetAtt' in value)) return value;
  return 'arn:aws:dynamodb:ap-northeast-1:123456789012:table/headwater-production';
}
