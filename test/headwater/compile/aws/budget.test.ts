/** Usage of AWS limits by a service, and the diagnostics near and over a limit. */

import { describe, expect, test } from 'vitest';
import {
  type BudgetRow,
  budgetRows,
  bundleRow,
  levelOf,
} from '../../../../lib/headwater/compile/aws/budget/budget.ts';
import { describeBudget } from '../../../../lib/headwater/compile/aws/budget/budget-report.ts';
import { planBudget } from '../../../../lib/headwater/compile/aws/budget/check-budget.ts';
import {
  stackTemplates,
  templateBytes,
} from '../../../../lib/headwater/compile/aws/budget/stack-template.ts';
import {
  type Deployment,
  type Functions,
  parseDeployment,
} from '../../../../lib/headwater/compile/aws/deployment.ts';
import type { Role } from '../../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import { type Diagnostic, describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../../../../lib/headwater/compile/source/read-descriptors.ts';
import { largeService } from '../../../support/large-service.ts';
import { makeProject } from '../../../support/project.ts';

const smallDeployment = `service: shop
provider: { name: aws, versionFunctions: false }
functions:
  - \${file(./.generated/functions.json)}
`;

/** The budget of a project without bundles. */
async function budgetOf(
  operations: Readonly<Record<string, number>>,
  serverlessYml?: string,
  method?: string,
) {
  const deployment = serverlessYml === undefined ? {} : { 'serverless.yml': serverlessYml };
  const project = await makeProject({ ...largeService(operations, method), ...deployment });
  const descriptors = await readDescriptors(project, 'descriptors');
  const { service } = planService(descriptors);
  if (!service) throw new Error('The descriptors are invalid.');
  return planBudget(project, { service });
}

const briefly = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, file, found }) => `${code} ${file}: ${found}`);

describe('the number of operations', () => {
  test('73 GETs fill one stack', async () => {
    const { order, diagnostics } = await budgetOf({ orders: 43, parts: 30 }, smallDeployment);
    expect(order.stacks).toHaveLength(1);
    expect(briefly(diagnostics)).toEqual([
      'W-BUDGET serverless.yml: resources of a stack (shop-dev): 476, 95 % of the limit of AWS',
    ]);
  });

  test('88 operations of other methods fill one stack: each GET has a HEAD route, too', async () => {
    const { order, diagnostics } = await budgetOf({ orders: 58, parts: 30 }, smallDeployment, 'DELETE');
    expect(order.stacks).toHaveLength(1);
    expect(briefly(diagnostics)).toEqual([
      'W-BUDGET serverless.yml: resources of a stack (shop-dev): 479, 95 % of the limit of AWS',
    ]);
  });

  test('is reported before types are checked', async () => {
    const project = await makeProject({
      ...largeService({ orders: 1 }),
      'handlers/orders/read0.ts': 'export const handle: number = "";',
      'serverless.yml': `service: ${'s'.repeat(60)}\n`,
    });
    const { diagnostics } = await build(project);
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-BUDGET']);
  });

  test('78 GETs of two resources need three stacks', async () => {
    const { order, budget, diagnostics } = await budgetOf({ orders: 48, parts: 30 }, smallDeployment);
    expect(order.stacks.map(({ resource }) => resource)).toEqual([undefined, 'orders', 'parts']);
    expect(diagnostics).toEqual([]);
    expect(budget?.find(({ what }) => what.startsWith('resources'))).toMatchObject({
      of: 'shop-orders-dev',
      used: 2 + 48 * 6 + 2,
    });
  });

  test('resources in serverless.yml leave less room for operations', async () => {
    const queues = Array.from({ length: 110 }, (_, n) => `    Queue${n}: { Type: AWS::SQS::Queue }\n`);
    const deployment = `${smallDeployment}resources:\n  Resources:\n${queues.join('')}`;
    const { order, diagnostics } = await budgetOf({ orders: 60 }, deployment);
    expect(order.stacks.map(({ resource }) => resource)).toEqual([undefined, 'orders']);
    expect(diagnostics).toEqual([]);
  });

  test('a resource of more operations takes several stacks, and no more than it needs', async () => {
    const { order, diagnostics } = await budgetOf({ orders: 80, parts: 79, users: 1 }, smallDeployment);
    expect(order.stacks.map(({ resource }) => resource)).toEqual([
      undefined,
      'orders',
      '2-orders',
      'parts',
      'users',
    ]);
    expect(order.stacks[2]?.command).toBe('npx serverless deploy --param resource=2-orders');
    expect(diagnostics.filter(({ found }) => found.startsWith('resources'))).toEqual([]);
  });

  test('further operations leave all others in their stacks, or move them to one that is deployed later', {
    tags: ['deployment'],
  }, async () => {
    const stacksOf = async (count: number) => {
      const { order } = await budgetOf({ orders: count }, smallDeployment);
      const children = order.stacks.slice(1);
      return new Map(children.flatMap(({ functions }, index) => functions.map((id) => [id, index] as const)));
    };
    const [some, more, most] = [await stacksOf(120), await stacksOf(126), await stacksOf(260)];
    expect([some, more, most].map((stacks) => Math.max(...stacks.values()))).toEqual([1, 1, 3]);
    expect([...some].filter(([id, stack]) => more.get(id) !== stack)).toEqual([]);
    expect([...more].filter(([id, stack]) => (most.get(id) ?? -1) < stack)).toEqual([]);
  });

  test('297 operations and three service functions reach the limit of integrations; the limit of routes can be raised', async () => {
    const { diagnostics } = await budgetOf({ a: 60, b: 60, c: 60, d: 60, e: 57 }, smallDeployment);
    expect(briefly(diagnostics)).toEqual([
      'W-BUDGET serverless.yml: routes of the API: 605, 201 % of the limit of AWS',
      'W-BUDGET serverless.yml: integrations of the API: 300, 100 % of the limit of AWS',
    ]);
  });

  test('298 operations reach it without the reference page', async () => {
    const { diagnostics } = await budgetOf({ a: 60, b: 60, c: 60, d: 60, e: 58 }, smallDeployment);
    expect(briefly(diagnostics)).toEqual([
      'W-BUDGET serverless.yml: routes of the API: 603, 201 % of the limit of AWS',
      'W-BUDGET serverless.yml: integrations of the API: 300, 100 % of the limit of AWS',
    ]);
  });

  test('299 operations exceed one API', async () => {
    const { diagnostics } = await budgetOf({ a: 60, b: 60, c: 60, d: 60, e: 59 }, smallDeployment);
    expect(diagnostics.filter(({ code }) => code === 'E-BUDGET').map(describeDiagnostic)).toEqual([
      `serverless.yml:1:1 E-BUDGET
  found     integrations of the API: 301, 100 % of the limit of AWS
  accepted  at most 300; remedy: two services, each with an HTTP API of its own, behind one custom domain with a base path mapping for each; or fewer operations`,
    ]);
  });
});

describe('serverless.yml', () => {
  test('that is missing means no deployment and no budget', async () => {
    const { order, budget, diagnostics } = await budgetOf({ orders: 91 });
    expect(order.stacks).toHaveLength(1);
    expect({ budget, diagnostics }).toEqual({ budget: undefined, diagnostics: [] });
  });

  test('that is not YAML is reported with its position', async () => {
    const { budget, diagnostics } = await budgetOf({ orders: 1 }, 'service: shop\nprovider: [aws\n');
    expect(budget).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'E-BUDGET', file: 'serverless.yml', line: 3, column: 1 }]);
  });
});

function deploymentOf(text: string): Deployment {
  const { deployment, diagnostics } = parseDeployment(text);
  if (!deployment) throw new Error(diagnostics.map(describeDiagnostic).join('\n'));
  return deployment;
}

const functions: Functions = {
  'order-read': { handler: 'x.handler', events: [{ httpApi: { method: 'GET', path: '/order' } }] },
};

const roles: readonly Role[] = [
  { id: 'RoleGetItem', actions: ['GetItem'], keyActions: [], functions: Object.keys(functions) },
];

/** The budget row of a service with one function and these settings. */
function rowOf(what: string, serverlessYml: string) {
  const order = { stacks: [{ command: 'npx serverless deploy', functions: Object.keys(functions) }] };
  const rows = budgetRows({ order, functions, roles, deployment: deploymentOf(serverlessYml) });
  return rows.find((row) => row.what.startsWith(what));
}

describe('additions of serverless.yml', () => {
  const service = 'service: shop\n';
  const cases: [string, string, string, number][] = [
    ['nothing, without versions', 'resources', 'provider: { versionFunctions: false }', 15],
    ['a version of each function', 'resources', 'provider: { name: aws }', 16],
    ['a shared bucket', 'resources', 'provider: { versionFunctions: false, deploymentBucket: mine }', 13],
    ['a shared role', 'resources', 'provider: { versionFunctions: false, iam: { role: mine } }', 14],
    ['a shared API', 'resources', 'provider: { versionFunctions: false, httpApi: { id: mine } }', 13],
    [
      'a log of the gateway',
      'resources',
      'provider: { versionFunctions: false, logs: { httpApi: true } }',
      16,
    ],
    ['a function without a route', 'resources', 'functions: { job: { handler: x.y } }', 20],
    [
      'a function with a schedule',
      'resources',
      'functions: { job: { handler: x.y, events: [schedule: rate(1 day)] } }',
      22,
    ],
    [
      'a function with two routes',
      'routes',
      'functions: [{ ping: { events: [httpApi: GET /a, httpApi: GET /b] } }]',
      3,
    ],
    [
      'a function with another name',
      'longest name',
      'functions: { a: { name: called-quite-otherwise } }',
      22,
    ],
    ['a stage', 'longest name', 'provider: { stage: "${opt:stage, \'production\'}" }', 26],
  ];
  test.each(cases)('%s', (_, what, text, want) => {
    expect(rowOf(what, `${service}${text}\n`)?.used).toBe(want);
  });

  test('the policy of an existing role is not counted', () => {
    const role = 'arn:aws:iam::123456789012:role/mine';
    expect(rowOf('longest policy', `${service}provider: { iam: { role: "${role}" } }\n`)).toBeUndefined();
  });

  test('every notation of a stack attribute has the same size', () => {
    const policyWith = (resource: string) =>
      rowOf(
        'longest policy',
        `${service}provider: { iam: { role: { statements: [{ Resource: ${resource} }] } } }\n`,
      )?.used;
    const forms = [
      '!GetAtt Table.Arn',
      '!GetAtt [Table, Arn]',
      '{ "Fn::GetAtt": [Table, Arn] }',
      '!Ref Topic',
    ];
    expect(new Set(forms.map(policyWith)).size).toBe(1);
    expect(policyWith('!Ref Topic')).toBe((policyWith('x') ?? 0) + 127);
  });
});

describe('the level', () => {
  const row: BudgetRow = { what: '', used: 0, limit: 100, unit: '', remedy: '', path: [] };
  const cases: [string, Partial<BudgetRow>, string][] = [
    ['80 %', { used: 80 }, 'within'],
    ['over 80 %', { used: 81 }, 'near'],
    ['100 %', { used: 100 }, 'near'],
    ['above 100 %', { used: 101 }, 'over'],
    ['above the margin', { used: 96, refusedAbove: 95 }, 'over'],
    ['above a limit that AWS raises on request', { used: 101, isAdjustable: true }, 'near'],
  ];
  test.each(cases)('%s', (_, given, want) => {
    expect(levelOf({ ...row, ...given })).toBe(want);
  });

  test('a bundle of more than 250 MiB is over', () => {
    const row = bundleRow(
      new Map([
        ['a', 5],
        ['order-read', 250 * 2 ** 20 + 1],
      ]),
    );
    expect(row).toMatchObject({ of: 'order-read', used: 262_144_001 });
    expect(levelOf(row)).toBe('over');
  });
});

test('the table lists every quantity with its limit', () => {
  const order = { stacks: [{ command: 'npx serverless deploy', functions: Object.keys(functions) }] };
  const deployment = deploymentOf('service: the-service-of-a-shop-with-a-long-name-and-more\n');
  const bundles = bundleRow(new Map([['order-read', 61_234]]));
  const table = describeBudget([...budgetRows({ order, functions, roles, deployment }), bundles]);
  expect(table).toMatchInlineSnapshot(`
    "Size of the deployment, next to the limits of AWS:
      routes of the API                1 of 300                 0 %
      integrations of the API          1 of 300                 0 %
      resources of a stack            16 of 500                 3 %        the-service-of-a-shop-with-a-long-name-and-more-dev
      template of a stack         14,908 of 1,000,000 bytes     1 %        the-service-of-a-shop-with-a-long-name-and-more-dev
      longest name of a function      62 of 64 characters      96 %  near  the-service-of-a-shop-with-a-long-name-and-more-dev-order-read
      longest policy of a role       454 of 10,240 characters   4 %        RoleGetItem
      largest bundle              61,234 of 262,144,000 bytes   0 %        order-read"
  `);
});

test('a description with ${} counts literally', () => {
  const { deployment } = parseDeployment(smallDeployment);
  if (!deployment) throw new Error('The deployment is invalid.');
  const bytesOf = (description: string) => {
    const functions = { read: { description } };
    const order = { stacks: [{ command: '', functions: ['read'] }] };
    return stackTemplates({ order, functions, deployment }).map(({ template }) => templateBytes(template));
  };
  expect(bytesOf('${a} ${AWS::Region}')).toEqual(bytesOf('four and fifteen 19'));
});
