/**
 * The budget and the packaged template of a service with its own settings and resources. package.test.ts tests this
 * project, and stacks.test.ts several stacks.
 *
 * @module-tag deployment
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { BudgetRow } from '../../../../lib/headwater/compile/aws/budget/budget.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeBudget, type PackagedProject, packageStacks } from '../../../support/budget-checks.ts';
import { copyLargeProject } from '../../../support/large-service.ts';
import { writeSettings } from '../../../support/local-process.ts';
import { resourcesOf } from '../../../support/packaged-template.ts';
import { declareIn } from '../../../support/serverless-yml.ts';

/** Adds a function written by hand, and settings that each function repeats: both count. */
async function addToDeployment(project: string): Promise<void> {
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const statements = numbers.slice(0, 8).map((n) => ({
    Effect: 'Allow',
    Action: ['sqs:SendMessage', 'sqs:ReceiveMessage'],
    Resource: [
      { 'Fn::GetAtt': [`Queue${n}`, 'Arn'] },
      { 'Fn::Sub': `arn:\${AWS::Partition}:sns:\${AWS::Region}:\${AWS::AccountId}:topic-${n}` },
    ],
  }));
  await declareIn(project, {
    provider: {
      tags: { team: 'registry', 'cost-centre': '4711' },
      tracing: { lambda: true },
      iam: { role: { statements } },
      kmsKeyArn: 'arn:aws:kms:us-east-1:123456789012:key/6b014422-0dc5-71a8-62de-d03900000000',
    },
    functions: {
      ping: {
        handler: 'handlers/ping.handler',
        package: { patterns: ['handlers/ping.mjs'] },
        events: [{ httpApi: 'GET /ping' }, { httpApi: 'POST /ping' }],
      },
    },
    resources: {
      Resources: Object.fromEntries(numbers.map((n) => [`Queue${n}`, { Type: 'AWS::SQS::Queue' }])),
    },
  });
  await writeFile(
    join(project, 'handlers/ping.mjs'),
    'export const handler = async () => ({ statusCode: 200 });\n',
  );
}

const origins = Array.from({ length: 30 }, (_, n) => `https://app-${n}.example.com`);

let packaged: PackagedProject;
let rows: readonly BudgetRow[];

beforeAll(async () => {
  const project = await copyLargeProject({ orders: 20, parts: 10 });
  await addToDeployment(project);
  await writeSettings(project, { cors: { origins, headers: ['Authorization'], credentials: true } });
  const { budget = [], diagnostics } = await build(project);
  expect(diagnostics.filter(({ code }) => code !== 'W-BUDGET')).toEqual([]);
  rows = budget;
  packaged = await packageStacks(project);
});

describeBudget(() => ({ ...packaged, rows }));

test('the gateway has the CORS settings', () => {
  const [api] = packaged.templates.flatMap((template) => resourcesOf(template, 'AWS::ApiGatewayV2::Api'));
  const always = ['Accept', 'Content-Type', 'If-Match', 'If-None-Match', 'traceparent', 'X-Request-Id'];
  expect(api?.Properties['CorsConfiguration']).toEqual({
    AllowOrigins: origins,
    AllowMethods: ['GET', 'HEAD', 'OPTIONS'],
    AllowHeaders: [...always, 'Authorization'],
    ExposeHeaders: expect.arrayContaining(['ETag', 'Location']),
    AllowCredentials: true,
    MaxAge: 600,
  });
});
