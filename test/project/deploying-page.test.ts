/**
 * docs/headwater/deploying.md shows the size and the roles of the service of docs/headwater/tutorial.md, docs/headwater/domain.md
 * what its template has of a domain, and docs/headwater/costs.md how many metrics its alarms watch.
 *
 * @module-tag project
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseMembers } from '../../lib/headwater/compile/aws/configuration/cloudformation-yaml.ts';
import { headwater } from '../support/command.ts';
import { blocksIn, examplesIn } from '../support/documentation.ts';
import type { PackagedTemplate } from '../support/packaged-template.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';
import { declareIn } from '../support/serverless-yml.ts';
import { expectSizesShown, rightsIn, rightsOf } from '../support/shown-deployment.ts';
import { startTutorial } from '../support/tutorial.ts';

const pageNamed = (name: string) => readFile(join(repository, 'docs/headwater', name), 'utf8');

let folder: string;
let built: string;

beforeAll(async () => {
  const tutorial = await startTutorial();
  folder = tutorial.folder;
  await writeFiles(folder, Object.fromEntries(tutorial.files));
  const { output, complaint } = await headwater(folder, ['build']);
  expect(complaint).toBe('');
  built = output;
});

test('docs/headwater/deploying.md shows what the build of the tutorial plans', async () => {
  const page = await pageNamed('deploying.md');
  expectSizesShown(page, built);
  const roles = JSON.parse(await readFile(join(folder, '.generated/roles.json'), 'utf8'));
  expect(rightsIn(page)).toEqual(rightsOf(roles));
});

test('docs/headwater/domain.md and docs/headwater/costs.md show what the template has of a domain, and of alarms', async () => {
  const page = await pageNamed('domain.md');
  const [domain, address] = blocksIn(page).filter(({ info }) => info === 'yaml serverless');
  const undo = [
    await declareIn(folder, parseMembers(domain?.text ?? '')),
    await declareIn(folder, parseMembers(address?.text ?? '')),
  ];
  const [example] = examplesIn(page, 'console template');
  const { output } = await headwater(folder, example?.command.split(' ').slice(2) ?? []);
  expect(output).toContain(`  ${example?.shown}\n`);
  const { output: other } = await headwater(folder, ['print-template', '--stage', 'dev']);
  const [prod, dev] = [output, other].map((text): PackagedTemplate & { readonly Conditions: unknown } =>
    parse(text, { version: '1.1' }),
  );
  const { Properties } = prod?.Resources['HttpApi'] ?? {};
  expect(Properties).toMatchObject({ DisableExecuteApiEndpoint: true });
  const hasDomain = (name: string) => ({ HasDomain: { 'Fn::Not': [{ 'Fn::Equals': [name, ''] }] } });
  expect([prod?.Conditions, dev?.Conditions]).toEqual([hasDomain('api.example.com'), hasDomain('')]);
  const conditional = Object.entries(prod?.Resources ?? {}).filter(
    ([, { Condition }]) => Condition === 'HasDomain',
  );
  expect(conditional.map(([id, { Type }]) => [id, Type])).toEqual([
    ['Certificate', 'AWS::CertificateManager::Certificate'],
    ['Domain', 'AWS::ApiGatewayV2::DomainName'],
    ['DomainMapping', 'AWS::ApiGatewayV2::ApiMapping'],
    ['DomainRecord', 'AWS::Route53::RecordSet'],
  ]);
  for (const restore of undo.toReversed()) await restore();

  const alarms = Object.values(prod?.Resources ?? {}).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
  const watched = alarms.flatMap(({ Properties }) => {
    const { Metrics } = Properties;
    return Array.isArray(Metrics) ? Metrics.filter(({ MetricStat }) => MetricStat) : [Properties];
  });
  const [, shown] = /^\| alarms, (\d+) metrics \|/m.exec(await pageNamed('costs.md')) ?? [];
  expect(Number(shown)).toBe(watched.length);
});
