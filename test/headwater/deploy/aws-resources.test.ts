/** Resources of a project's own in the templates of a service of several stacks, and what serverless.yml changes of them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { DeployOrder } from '../../../lib/headwater/compile/aws/deploy-order.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { largeService } from '../../support/large-service.ts';
import { type PackagedTemplate, packageTemplate } from '../../support/packaged-template.ts';
import { makeProject, writeFiles } from '../../support/project.ts';

const settings = {
  public: true,
  table: { indexes: { byState: { partition: 'state' } } },
  tables: { audit: { partition: 'pk', indexes: { byActor: { partition: 'actor' } } } },
  buckets: { files: {}, archive: { resource: 'Archive' } },
  topics: { sales: {} },
  secrets: {
    payment: { secretsManager: 'shop/{stage}/payment', key: 'arn:aws:kms:us-east-1:123456789012:key/a' },
  },
};

const uses = [
  { index: 'byState' },
  { table: 'audit', actions: ['put'] },
  { index: 'byActor' },
  { bucket: 'files', actions: ['put', 'list'] },
  { bucket: 'archive', actions: ['get'] },
  { topic: 'sales' },
  { secret: 'payment' },
];

const serverless = `service: shop
frameworkVersion: "4"
plugins: [headwater/serverless]
provider: { name: aws, environment: { ACCESS: '{"issuers":[]}' } }
resources:
  Resources:
    Archive: { Type: AWS::S3::Bucket }
    AuditTable: { Properties: { TableClass: STANDARD_INFREQUENT_ACCESS } }
    SalesTopic: { Properties: { DisplayName: Sales } }
`;

interface MadeFunction {
  readonly Role: { readonly 'Fn::GetAtt': readonly [string, string] };
  readonly Environment: { readonly Variables: object };
}

let folder: string;

beforeAll(async () => {
  const service = { ...largeService({ orders: 40, parts: 40 }) };
  const declaration = service['descriptors/orders.json'] as { apis: { operations: object[] }[] };
  const [operation = {}] = declaration.apis[0]?.operations ?? [];
  declaration.apis[0]?.operations.splice(0, 1, { ...operation, 'x-uses': uses });
  const accessors = ['byState', 'audit', 'byActor', 'files', 'archive', 'sales', 'payment'];
  folder = await makeProject({ ...service, 'serverless.yml': serverless }, { settings });
  await writeFiles(folder, {
    'handlers/orders/read0.ts': `import { ${accessors.join(', ')} } from '#generated/aws.ts';
import type { Handle } from '#generated/types/orders/read0.ts';

export const handle: Handle = async (_input, _body, context) => [${accessors.join(', ')}].length + context.owner.length;
`,
  });
  const { diagnostics } = await build(folder);
  expect(diagnostics.filter(({ code }) => code.startsWith('E-') || code === 'W-USES')).toEqual([]);
});

/** The values that a template imports, each replaced by what the parent exports under the name. */
function resolved(value: unknown, parent: PackagedTemplate): unknown {
  const exported = new Map(
    Object.values(parent.Outputs).flatMap(({ Value, Export }) =>
      Export ? [[Export.Name, Value] as const] : [],
    ),
  );
  return JSON.parse(JSON.stringify(value), (_, part) => {
    const name = part?.['Fn::ImportValue'];
    if (typeof name !== 'string') return part;
    if (!exported.has(name)) throw new Error(`The parent does not export ${name}.`);
    return exported.get(name);
  });
}

test('a stack of operations imports the resources of the first one, which serverless.yml changes', {
  tags: ['deployment'],
}, async () => {
  const order: DeployOrder = JSON.parse(await readFile(join(folder, '.generated/deploy-order.json'), 'utf8'));
  expect(order.stacks.map(({ resource }) => resource)).toEqual([undefined, 'orders', 'parts']);
  const parent = await packageTemplate(folder);
  expect(parent.Resources['AuditTable']?.Properties).toMatchObject({
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
    TableName: 'shop-dev-audit',
  });
  expect(parent.Resources['SalesTopic']?.Properties).toEqual({ DisplayName: 'Sales' });
  expect(parent.Resources).not.toHaveProperty('ArchiveBucket');
  const child = await packageTemplate(folder, ['--param', 'resource=orders']);
  const [made] = Object.values(child.Resources).flatMap(({ Properties }) =>
    Properties['FunctionName'] === 'shop-dev-orders-read0' ? [Properties as unknown as MadeFunction] : [],
  );
  const { Role, Environment } = made ?? ({} as MadeFunction);
  expect(resolved(Environment.Variables, parent)).toMatchObject({
    TABLE_AUDIT: { Ref: 'AuditTable' },
    BUCKET_FILES: { Ref: 'FilesBucket' },
    BUCKET_ARCHIVE: { Ref: 'Archive' },
    TOPIC_SALES: { Ref: 'SalesTopic' },
    SECRET_PAYMENT: 'secretsmanager:shop/dev/payment',
  });
  const role = child.Resources[Role['Fn::GetAtt'][0]]?.Properties as {
    readonly Policies: readonly [{ readonly PolicyDocument: { readonly Statement: readonly object[] } }];
  };
  const text = JSON.stringify(resolved(role.Policies[0].PolicyDocument.Statement, parent));
  const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
  const below = (id: string, rest: string) => ({ 'Fn::Join': ['', [arnOf(id), rest]] });
  for (const [Action, resource] of [
    [['dynamodb:PutItem'], arnOf('AuditTable')],
    [['dynamodb:Query'], below('AuditTable', '/index/byActor')],
    [['s3:AbortMultipartUpload', 's3:PutObject'], below('FilesBucket', '/*')],
    [['s3:ListBucket'], arnOf('FilesBucket')],
    [['s3:GetObject'], below('Archive', '/*')],
    [['sns:Publish'], { Ref: 'SalesTopic' }],
    [['kms:Decrypt'], 'arn:aws:kms:us-east-1:123456789012:key/a'],
  ])
    expect(text).toContain(JSON.stringify({ Effect: 'Allow', Action, Resource: [resource] }));
  expect(text).toContain('secret:shop/dev/payment-??????');
  expect(text).toContain('"/index/byState"');
  const other = await packageTemplate(folder, ['--param', 'resource=parts']);
  expect(JSON.stringify(other)).not.toMatch(/BUCKET_|SECRET_|AuditTable|sns:Publish/);
});

test('a function alone in a VPC has the rights of one', { tags: ['deployment'] }, async () => {
  const vpc = { securityGroupIds: ['sg-1'], subnetIds: ['subnet-1'] };
  await writeFiles(folder, {
    'serverless.yml': `${serverless}functions: { orders-read0: { vpc: ${JSON.stringify(vpc)} } }\n`,
  });
  const { Resources } = await packageTemplate(folder, ['--param', 'resource=orders']);
  const inVpc = Object.values(Resources).filter(({ Properties }) =>
    JSON.stringify(Properties['ManagedPolicyArns'] ?? '').includes('AWSLambdaVPCAccessExecutionRole'),
  );
  expect(inVpc).toHaveLength(1);
});
