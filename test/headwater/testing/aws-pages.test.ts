/** docs/headwater/aws-resources.md and docs/headwater/secrets.md: their projects build, their tests pass, and their templates allow what the pages say. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf } from '../../support/packaged-template.ts';
import { makePageProject } from '../../support/page-project.ts';
import { runTests } from './run-tests.ts';

/** The statements of the role of a function, without its log and the guard of API keys, and its variables. */
function rightsOf({ Resources }: PackagedTemplate, functionId: string) {
  const made = Resources[`${functionId}LambdaFunction`]?.Properties as {
    readonly Role: { readonly 'Fn::GetAtt': readonly string[] };
    readonly Environment: { readonly Variables: Readonly<Record<string, unknown>> };
  };
  const role = Resources[made.Role['Fn::GetAtt'][0] ?? '']?.Properties as {
    readonly Policies: readonly [{ readonly PolicyDocument: { readonly Statement: readonly Statement[] } }];
  };
  const statements = role.Policies[0].PolicyDocument.Statement.filter(
    ({ Effect, Action = [] }) => Effect === 'Allow' && !Action.some((name) => name.startsWith('logs:')),
  );
  const { TABLE_NAME, ACCESS, REFERENCE, PAGES, ...variables } = made.Environment.Variables;
  return { statements: statements.map(({ Action, Resource }) => [Action, Resource]), variables };
}

interface Statement {
  readonly Effect: string;
  readonly Action?: readonly string[];
  readonly Resource: readonly unknown[];
}

const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const below = (base: unknown, rest: string) => ({ 'Fn::Join': ['', [base, rest]] });
const table = {
  'Fn::Sub': 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/shop-dev',
};

async function built(page: string): Promise<string> {
  const folder = await makePageProject(page);
  const { diagnostics } = await build(folder);
  expect(diagnostics.filter(({ code }) => code !== 'W-AUTHORIZATION')).toEqual([]);
  return folder;
}

describe('docs/headwater/aws-resources.md', { tags: ['local'] }, async () => {
  let folder: string;

  test('its template has the resources, and rights and variables of exactly the functions that use them', async () => {
    folder = await built('docs/headwater/aws-resources.md');
    const template = await packageTemplate(folder);
    expect(rightsOf(template, 'InvoiceDashlistOpen')).toEqual({
      statements: [[['dynamodb:Query'], [below(table, '/index/byState')]]],
      variables: {},
    });
    expect(rightsOf(template, 'InvoiceDashupload')).toEqual({
      statements: [
        [['s3:AbortMultipartUpload', 's3:PutObject'], [below(arnOf('FilesBucket'), '/*')]],
        [['sqs:SendMessage'], [arnOf('UploadsQueue')]],
        [['dynamodb:PutItem'], [arnOf('AuditTable')]],
      ],
      variables: {
        BUCKET_FILES: { Ref: 'FilesBucket' },
        QUEUE_UPLOADS: { Ref: 'UploadsQueue' },
        TABLE_AUDIT: { Ref: 'AuditTable' },
      },
    });
    expect(rightsOf(template, 'InvoiceDashcreate').variables).toEqual({});
    const { Table, AuditTable } = template.Resources;
    const same = [
      'PointInTimeRecoverySpecification',
      'OnDemandThroughput',
      'SSESpecification',
      'BillingMode',
    ];
    for (const name of [...same, 'DeletionProtectionEnabled'])
      expect([name, AuditTable?.Properties[name]]).toEqual([name, Table?.Properties[name]]);
    expect(AuditTable).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        TableName: 'shop-dev-audit',
        TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
      },
    });
    expect(AuditTable?.Properties).not.toHaveProperty('StreamSpecification');
    expect(resourcesOf(template, 'AWS::S3::Bucket')).toHaveLength(2);
  });

  // It builds bundles for debuggers, which are not for a template.
  test('its test passes', async () => {
    const { exitCode, output } = await runTests(folder, ['test/invoice.test.ts']);
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^# pass 1$/m)]);
  });
});

describe('docs/headwater/secrets.md', { tags: ['local'] }, async () => {
  test('one function may read the secret, and its tests pass', async () => {
    const folder = await built('docs/headwater/secrets.md');
    const template = await packageTemplate(folder);
    const parameter = (name: string) => ({
      'Fn::Sub': `arn:\${AWS::Partition}:ssm:\${AWS::Region}:\${AWS::AccountId}:parameter/shop/dev/${name}`,
    });
    expect(rightsOf(template, 'OrderDashpay')).toEqual({
      statements: [
        [['ssm:GetParameter'], [parameter('payment')]],
        [['ssm:GetParameter'], [parameter('discount')]],
      ],
      variables: { SECRET_PAYMENT: 'ssm:/shop/dev/payment', PARAMETER_DISCOUNT: 'ssm:/shop/dev/discount' },
    });
    expect(rightsOf(template, 'OrderDashstatus')).toEqual({ statements: [], variables: {} });
    const bundle = await readFile(join(folder, '.generated/bundles/order-status/index.mjs'), 'utf8');
    expect(bundle).not.toContain('SECRET_PAYMENT');
    const { exitCode, output } = await runTests(folder, ['test/order.test.ts']);
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^# pass 2$/m)]);
  });
});
