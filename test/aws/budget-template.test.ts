/**
 * Compares the estimated budget with the packaged templates.
 *
 * @module-tag long
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BudgetRow } from '../../lib/aws/budget/budget.ts';
import { stackTemplates } from '../../lib/aws/budget/stack-template.ts';
import type { DeployOrder, Stack } from '../../lib/aws/deploy-order.ts';
import { type Functions, parseDeployment } from '../../lib/aws/deployment.ts';
import type { Role } from '../../lib/aws/roles/plan-roles.ts';
import { build } from '../../lib/project/pipeline.ts';
import { copyLargeProject } from '../support/large-service.ts';
import { writeSettings } from '../support/local-process.ts';
import { copyProject } from '../support/local-service.ts';
import {
  type PackagedTemplate,
  packageTemplate,
  resourcesOf,
  routesIn,
} from '../support/packaged-template.ts';

/** Adds a function written by hand, and settings that each function repeats: both count. */
async function addToDeployment(project: string): Promise<void> {
  const path = join(project, 'serverless.yml');
  const statements = Array.from(
    { length: 8 },
    (_, n) => `        - Effect: Allow
          Action: [sqs:SendMessage, sqs:ReceiveMessage]
          Resource: [!GetAtt Queue${n}.Arn, !Sub "arn:\${AWS::Partition}:sns:\${AWS::Region}:\${AWS::AccountId}:topic-${n}"]
`,
  );
  const queues = Array.from({ length: 20 }, (_, n) => `    Queue${n}: { Type: AWS::SQS::Queue }\n`);
  const provider = `  tags: { team: registry, cost-centre: "4711" }
  tracing: { lambda: true }
  iam:
    role:
      statements:
${statements.join('')}  kmsKeyArn: arn:aws:kms:us-east-1:123456789012:key/6b014422-0dc5-71a8-62de-d03900000000
`;
  const ping =
    '  - ping: { handler: handlers/ping.handler, package: { patterns: [handlers/ping.mjs] }, events: [httpApi: GET /ping, httpApi: POST /ping] }\n';
  const text = await readFile(path, 'utf8');
  const changed = text
    .replace(/^ {2}Resources:\n/m, (found) => `${found}${queues.join('')}`)
    .replace(/^ {2}logs:\n/m, (found) => `${found}    httpApi: true\n`)
    .replace(/^ {2}environment:\n/m, (found) => `${provider}${found}`)
    .replace('\nresources:', `${ping}\nresources:`);
  await writeFile(path, changed);
  await writeFile(
    join(project, 'handlers/ping.mjs'),
    'export const handler = async () => ({ statusCode: 200 });\n',
  );
}

const origins = Array.from({ length: 30 }, (_, n) => `https://app-${n}.example.com`);

const largeServices: [string, () => Promise<string>][] = [
  [
    'a stack of 30 operations with other resources',
    async () => {
      const project = await copyLargeProject({ orders: 20, parts: 10 });
      await addToDeployment(project);
      await writeSettings(project, { cors: { origins, headers: ['Authorization'], credentials: true } });
      return project;
    },
  ],
  ['a stack of 79 operations next to another', () => copyLargeProject({ 'very_long-name': 79, parts: 1 })],
];

describe('of this project', () => describeBudget(copyProject));
describe.each(largeServices)('of %s', { tags: ['long'] }, (_, make) => describeBudget(make));

function describeBudget(make: () => Promise<string>): void {
  let project: string;
  let rows: readonly BudgetRow[];
  let stacks: readonly Stack[];
  /** One template per stack, in order of deployment. */
  let templates: readonly PackagedTemplate[];

  const used = (what: string) => rows.find((row) => row.what.startsWith(what))?.used;
  const read = (path: string) => readFile(join(project, path), 'utf8');

  beforeAll(async () => {
    project = await make();
    const { budget, problems } = await build(project);
    expect(problems.filter(({ code }) => code !== 'W-BUDGET')).toEqual([]);
    rows = budget ?? [];
    ({ stacks } = JSON.parse(await read('.generated/deploy-order.json')) as DeployOrder);
    const packaged: PackagedTemplate[] = [];
    for (const { resource } of stacks) {
      const options = resource === undefined ? [] : ['--param', `resource=${resource}`];
      packaged.push(await packageTemplate(project, options));
    }
    templates = packaged;
  });

  test('the estimated resources equal the packaged ones, by id and type', async () => {
    const { deployment } = parseDeployment(await read('serverless.yml'));
    if (!deployment) throw new Error('serverless.yml cannot be read.');
    const order = { stacks };
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
    const functions = templates.flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'));
    const lengths = functions.map(({ Properties }) => String(Properties['FunctionName']).length);
    expect(used('longest name')).toBe(Math.max(...lengths));
  });

  test('the largest template is close to its estimate, and not larger', () => {
    // osls uploads the template without white space.
    const bytes = Math.max(...templates.map((template) => Buffer.byteLength(JSON.stringify(template))));
    expect(used('template')).toBeGreaterThanOrEqual(bytes);
    expect(used('template')).toBeLessThanOrEqual(bytes * 1.06 + 1_500);
  });

  test('the numbers of routes and integrations equal the packaged ones', () => {
    const integrations = templates.flatMap((template) =>
      resourcesOf(template, 'AWS::ApiGatewayV2::Integration'),
    );
    expect(used('routes')).toBe(templates.flatMap(routesIn).length);
    expect(used('integrations')).toBe(integrations.length);
  });

  test('the longest policy is close to its estimate, and not longer', () => {
    const roles = templates.flatMap((template) => resourcesOf(template, 'AWS::IAM::Role'));
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
