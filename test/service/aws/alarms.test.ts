/**
 * The alarms of this service in the template that `serverless package` creates, and their description in the runbooks.
 *
 * @module-tag deployment
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildUnlessKnown } from '../../../lib/headwater/compile/pipeline.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { type PackagedTemplate, packageTemplate } from '../../support/packaged-template.ts';
import { repository } from '../../support/repository.ts';

const endpoint = 'https://search-logs.eu-central-1.es.amazonaws.com';
const stream = 'arn:aws:kinesis:us-east-1:123456789012:stream/documents';

let plain: PackagedTemplate;
let forwarding: PackagedTemplate;
let runbook: string;
let ownRunbook: string;

beforeAll(async () => {
  const project = await copyBuiltProject();
  expect((await buildUnlessKnown(project)).tree).toBeDefined();
  plain = await packageTemplate(project, ['--stage', 'prod']);
  forwarding = await packageTemplate(project, [
    '--stage',
    'prod',
    '--param',
    `kinesisStream=${stream}`,
    '--param',
    `searchEndpoint=${endpoint}`,
    '--param',
    'streamAlarms=on',
  ]);
  runbook = await readFile(join(repository, 'docs/headwater/operations.md'), 'utf8');
  ownRunbook = await readFile(join(repository, 'docs/service/operations.md'), 'utf8');
});

/** Whether the stack has a resource: the conditions of this project compare two texts. */
function isMade(template: PackagedTemplate, { Condition }: PackagedTemplate['Resources'][string]): boolean {
  if (Condition === undefined) return true;
  const [one, other] = Object(template).Conditions[Condition]['Fn::Not'][0]['Fn::Equals'];
  return one !== other;
}

const alarmsIn = (template: PackagedTemplate) =>
  Object.entries(template.Resources).filter(
    ([, resource]) => resource.Type === 'AWS::CloudWatch::Alarm' && isMade(template, resource),
  );

/** AWS charges each metric that an alarm watches, not those that an expression makes of them. */
const metricsOf = (template: PackagedTemplate): number =>
  alarmsIn(template)
    .map(([, { Properties }]) => {
      const metrics = Properties['Metrics'];
      return Array.isArray(metrics) ? metrics.filter((one) => 'MetricStat' in Object(one)).length : 1;
    })
    .reduce((sum, each) => sum + each, 0);

test('each notifies the topic when it begins and when it is over', () => {
  const topic = [{ Ref: 'AlarmTopic' }];
  const alarms = alarmsIn(forwarding);
  expect(alarms.length).toBeGreaterThan(10);
  for (const [id, { Properties }] of alarms)
    expect([id, Properties['AlarmActions'], Properties['OKActions']]).toEqual([id, topic, topic]);
});

test('one failure is enough where each is work that nobody has done', () => {
  const thresholds = alarmsIn(forwarding).flatMap(([id, { Properties }]) =>
    /(?:Dashforward.*Errors|DeadLetters|TableErrors)Alarm$/.test(id)
      ? [[id, Properties['ComparisonOperator'], Properties['Threshold']]]
      : [],
  );
  expect(thresholds.toSorted()).toEqual(
    [
      'DeadLettersAlarm',
      'StreamDashforwardStreamErrorsAlarm',
      'StreamDashforwardStreamsErrorsAlarm',
      'TableErrorsAlarm',
    ].map((id) => [id, 'GreaterThanThreshold', 0]),
  );
});

/** The alarms that have a row: the names in the first column. */
const explainedIn = (page: string): string[] =>
  [...page.matchAll(/^\| (`[^|]*Alarm`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    Array.from(cell.matchAll(/`(.*?)`/g), ([, name = '']) => name),
  );

test('the runbook of this service explains the alarms of its serverless.yml, and the one of every service all others', async () => {
  const declared = await readFile(join(repository, 'serverless.yml'), 'utf8');
  const ids = alarmsIn(forwarding).map(([id]) => id);
  const own = ids.filter((id) => declared.includes(`    ${id}:\n`));
  expect(explainedIn(ownRunbook).toSorted()).toEqual(own.toSorted());
  const explained = explainedIn(runbook);
  const general = /^.+(?=(?:IteratorAge|Errors)Alarm$)/;
  const others = ids.filter((id) => !own.includes(id));
  expect(others.length).toBeGreaterThan(10);
  expect(
    others.filter((id) => ![id, id.replace(general, '…')].some((name) => explained.includes(name))),
  ).toEqual([]);
  expect(explained.filter((id) => own.includes(id))).toEqual([]);
});

describe('a consumer', () => {
  test('has an alarm for its distance from the table, long before changes are lost', () => {
    const ages = alarmsIn(forwarding).filter(
      ([, { Properties }]) => Properties['MetricName'] === 'IteratorAge',
    );
    expect(ages.map(([, { Properties }]) => Properties)).toEqual(
      ['stream-continueReplay', 'stream-forwardStream', 'stream-deliverStream'].map((id) =>
        expect.objectContaining({
          ...{ Namespace: 'AWS/Lambda', Statistic: 'Maximum', Threshold: 600_000 },
          Dimensions: [{ Name: 'FunctionName', Value: `headwater-prod-${id}` }],
        }),
      ),
    );
    const mappings = Object.values(forwarding.Resources).filter(
      ({ Type }) => Type === 'AWS::Lambda::EventSourceMapping',
    );
    for (const { Properties } of mappings)
      expect(Number(Properties['MaximumRecordAgeInSeconds']) * 1_000).toBeGreaterThan(600_000);
  });

  test('that is not deployed has none', () => {
    expect(Object.keys(plain.Resources)).not.toContain('StreamDashforwardStreamIteratorAgeAlarm');
  });
});

test('the runbook says what they cost', () => {
  const priced = (template: PackagedTemplate) => {
    const count = metricsOf(template);
    return `${count} metrics, ${(count / 10).toFixed(2)} dollars`;
  };
  const text = ownRunbook.replaceAll(/\s+/g, ' ');
  expect(text).toContain(priced(plain));
  expect(text).toContain(priced(forwarding));
});
