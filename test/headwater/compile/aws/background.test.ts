/**
 * Schedules and consumers in the template that `serverless package` creates.
 *
 * @module-tag deployment
 */

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { copyProject } from '../../../support/local-service.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf } from '../../../support/packaged-template.ts';
import { repository } from '../../../support/repository.ts';
import { declareIn } from '../../../support/serverless-yml.ts';

let project: string;
let without: PackagedTemplate;
let withVariable: PackagedTemplate;
const value = 'arn:aws:kinesis:eu-central-1:123456789012:stream/documents';

beforeAll(async () => {
  project = await copyProject();
  await Promise.all(['descriptors', 'handlers'].map((part) => rm(join(project, part), { recursive: true })));
  const features = join(repository, 'test/headwater/compile/golden/features');
  for (const part of ['descriptors', 'handlers'])
    await cp(join(features, part), join(project, part), { recursive: true, force: true });
  expect((await build(project)).diagnostics.filter(isError)).toEqual([]);
  without = await packageTemplate(project);
  await declareIn(project, { custom: { headwater: { when: { TOPIC_ARN: value } } } });
  withVariable = await packageTemplate(project);
});

function functionIn(template: PackagedTemplate, id: string) {
  const all = resourcesOf(template, 'AWS::Lambda::Function').map(({ Properties }) => Properties);
  return all.find(({ FunctionName }) => FunctionName === `headwater-dev-${id}`);
}

function statementsOf(template: PackagedTemplate, id: string): unknown[] {
  const [roleId = ''] = Object(functionIn(template, id)?.['Role'])['Fn::GetAtt'] ?? [];
  const policies = template.Resources[roleId]?.Properties['Policies'] as
    | { PolicyDocument: { Statement: unknown[] } }[]
    | undefined;
  return policies?.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [];
}

const deadLetters = { 'Fn::GetAtt': ['DeadLetters', 'Arn'] };
const send = { Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: [deadLetters] };

describe('a schedule', () => {
  test('is called by a rule, once, and its failures go to the dead letters', () => {
    const rules = resourcesOf(without, 'AWS::Events::Rule').map(({ Properties }) => Properties);
    expect(rules).toEqual([
      expect.objectContaining({ ScheduleExpression: 'rate(360 minutes)', State: 'ENABLED' }),
    ]);
    const [config] = resourcesOf(without, 'AWS::Lambda::EventInvokeConfig');
    expect(config?.Properties).toMatchObject({
      MaximumRetryAttempts: 0,
      DestinationConfig: { OnFailure: { Destination: deadLetters } },
    });
    // After the statements for the log and for the denied keys.
    expect(statementsOf(without, 'thing-sweep').slice(2)).toEqual([send]);
  });

  test('has an alarm, and a place in the dashboard', () => {
    expect(without.Resources['ThingDashsweepErrorsAlarm']).toBeDefined();
    expect(JSON.stringify(resourcesOf(without, 'AWS::CloudWatch::Dashboard'))).toContain(
      'headwater-dev-thing-sweep',
    );
  });
});

describe('a consumer', () => {
  test('is called by the stream of the table, for what was written or deleted under its prefixes', () => {
    const [mapping] = resourcesOf(without, 'AWS::Lambda::EventSourceMapping');
    const { FilterCriteria, ...properties } = Object(mapping?.Properties);
    expect(properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 4,
      DestinationConfig: { OnFailure: { Destination: deadLetters } },
    });
    expect(JSON.parse(FilterCriteria.Filters[0].Pattern)).toEqual({
      eventName: ['INSERT', 'MODIFY', 'REMOVE'],
      dynamodb: { Keys: { sk: { S: [{ prefix: 'thing/' }, { prefix: 'things/' }] } } },
    });
  });

  test('may read that stream, and no item', () => {
    expect(statementsOf(without, 'thing-follow').slice(2)).toEqual([
      {
        Effect: 'Allow',
        Action: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
          (name) => `dynamodb:${name}`,
        ),
        Resource: [{ 'Fn::GetAtt': ['Table', 'StreamArn'] }],
      },
      send,
    ]);
  });
});

test('the dead letters are kept for two weeks, and have an alarm', () => {
  const [queue] = resourcesOf(without, 'AWS::SQS::Queue');
  expect(queue?.Properties).toEqual({ MessageRetentionPeriod: 14 * 24 * 3_600, SqsManagedSseEnabled: true });
  expect(without.Resources['DeadLettersAlarm']?.Properties['AlarmActions']).toEqual([{ Ref: 'AlarmTopic' }]);
});

describe('a function with `when`', () => {
  test('is nowhere in the template of a stage without its variable', () => {
    expect(JSON.stringify(without)).not.toMatch(/publish|TOPIC_ARN/);
  });

  test('is in that of a stage with it, and alone has it', () => {
    const functions = resourcesOf(withVariable, 'AWS::Lambda::Function').map(({ Properties }) => Properties);
    const having = functions.filter(({ Environment }) => JSON.stringify(Environment).includes('TOPIC_ARN'));
    expect(having.map(({ FunctionName }) => FunctionName)).toEqual(['headwater-dev-thing-publish']);
    expect(Object(having[0]?.['Environment']).Variables).toMatchObject({
      TABLE_NAME: 'headwater-dev',
      TOPIC_ARN: value,
    });
  });
});
