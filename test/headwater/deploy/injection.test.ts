/** Strings of descriptors that osls, CloudFormation or HTTP could interpret are passed on unchanged, or refused. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { serviceAccess } from '../../../lib/headwater/compile/aws/access-json.ts';
import { awsFiles } from '../../../lib/headwater/compile/aws/aws-files.ts';
import { gatewayCors } from '../../../lib/headwater/compile/aws/cors-json.ts';
import { oneStack } from '../../../lib/headwater/compile/aws/deploy-order.ts';
import { functionSettings } from '../../../lib/headwater/compile/aws/functions/functions-json.ts';
import { awsUses } from '../../../lib/headwater/compile/aws/resources/aws-uses.ts';
import { handlerFileOf } from '../../../lib/headwater/compile/bundle/function-parts.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { operationsOf } from '../../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import { PatternVerdicts } from '../../../lib/headwater/compile/read/common/pattern-verdicts.ts';
import { isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { pagePlansOf } from '../../../lib/headwater/config/pages.ts';
import type { ServicePlan } from '../../../lib/headwater/shared/plan/service-plan.ts';
import { amount } from '../../support/amount.ts';
import { loadFunction } from '../../support/emitted-function.ts';
import { copyServerlessYml } from '../../support/local-process.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf } from '../../support/packaged-template.ts';
import { configText, listing, makeProject, type ProjectFiles, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import {
  memberNames,
  stringMembers,
  toDescriptors,
  wholeLanguage,
  withText,
} from '../../support/whole-language.ts';

const texts = [
  '${env:HOME}',
  '${file(x)}',
  '${self:custom.nothing}',
  '@{x}',
  '{"Fn::Sub":"${AWS::Region}"}',
  '#{AWS::Region}',
  `"'\``,
  'max-age=1\r\nX-Injected: yes',
  '\u2028',
];

/** The parser of osls for variables and their escapes; returns null for a text without any. */
const findVariables: (text: string) => unknown = createRequire(import.meta.url)(
  join(repository, 'node_modules/serverless/lib/configuration/variables/parse.js'),
);

const verdicts = new PatternVerdicts();

/** The pages of a config, whose summaries become descriptions of functions. */
const pagesWith = (summary: string) => ({ console: { summary, folder: 'handlers/console' } });

function planOf(service: unknown, summary = 'The console'): ServicePlan | undefined {
  const pages = pagePlansOf(pagesWith(summary));
  return planService(toDescriptors(service), { verdicts, pages }).service;
}

/** Output strings that osls, CloudFormation or HTTP could interpret. */
function suspiciousTexts(service: ServicePlan): string[] {
  const functions = functionSettings(service.functions);
  const cors = gatewayCors(service, { origins: ['*'] });
  const files = awsFiles({
    functions,
    cors,
    order: oneStack(service),
    roles: [],
    access: serviceAccess(service, false),
    uses: awsUses(service.functions, {}),
  });
  const ofOsls = ['functions.json', 'cors.json'].flatMap((path) =>
    textsIn(JSON.parse(files.get(path) ?? '')),
  );
  return [
    ...ofOsls.filter((text) => findVariables(text) !== null),
    ...headerValues(service).filter(isNoHeader),
  ];
}

function headerValues(service: ServicePlan): string[] {
  return service.functions.flatMap((plan) => {
    if (plan.kind === 'schedule' || plan.kind === 'consumer') return [];
    const { cacheControl, fixedHeaders, produces, links, body, access } =
      plan.kind === 'operation' ? plan.operation.runtime : plan.runtime;
    return textsIn([cacheControl, fixedHeaders, produces, links, body?.mediaTypes, access]);
  });
}

function isNoHeader(text: string): boolean {
  return !/^[\t -~]*$/.test(text);
}

/** All strings in a value, member names included. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)]);
}

const members = stringMembers(wholeLanguage);
const values = members.filter(({ isName }) => !isName);

test('the descriptors use every member of the language and are valid', () => {
  const names = new Set(members.map(({ path }) => path.at(-1)));
  expect(memberNames().filter((name) => !names.has(name))).toEqual([]);
  expect(memberNames().length).toBeGreaterThan(50);
  expect(planOf(wholeLanguage)).toBeDefined();
});

describe('a string member', () => {
  const accepted = (service: unknown, summary?: string) => {
    const plan = planOf(service, summary);
    return plan ? suspiciousTexts(plan) : [];
  };

  /** Each text is tried in other members. */
  const step = amount({ few: 9, many: 9, most: 1 });
  const every = (from: number, all: typeof members) => all.filter((_, index) => index % step === from % step);
  test.each([...texts.entries()])(
    '%i is literal or refused: %j',
    { tags: ['hostile', 'property'] },
    (from, text) => {
      const found = every(from, values).flatMap((each) => accepted(withText(wholeLanguage, each, text)));
      expect([...found, ...accepted(wholeLanguage, text)]).toEqual([]);
    },
  );

  test('that is a name is literal or refused', { tags: ['hostile', 'property'] }, () => {
    const names = members.filter(({ isName }) => isName);
    const found = every(0, names).flatMap((each) => accepted(withText(wholeLanguage, each, '${env:HOME}')));
    expect(found).toEqual([]);
  });
});

/** A project that osls can package. */
async function makeDeployable(files: ProjectFiles): Promise<string> {
  const project = await makeProject(files);
  await copyServerlessYml(project);
  return project;
}

const stub = `export const handle = (): never => {
  throw new Error('This stub is never called.');
};
`;

function descriptionsIn(template: PackagedTemplate): Record<string, unknown> {
  const functions = resourcesOf(template, 'AWS::Lambda::Function').map(({ Properties }) => Properties);
  return Object.fromEntries(
    functions.map(({ FunctionName, Description }) => [
      String(FunctionName).replace('headwater-dev-', ''),
      Description,
    ]),
  );
}

test('summaries are packaged byte for byte, up to the limit of AWS', { tags: ['hostile'] }, async () => {
  const summaries = [
    ...texts,
    ...['\\${env:HOME}', '\\\\${env:HOME}', '$\\{env:HOME}', '$${env:HOME}', '$\\${env:HOME}', '${env:HOME'],
    ...[
      '${${env:A}}',
      '${env:${env:A}}',
      '${',
      '}',
      "${strToBool('x')}",
      '${sls:stage} ${AWS::Region}',
      '\\',
      '\\$',
    ],
    `${'x'.repeat(254)}\${env:HOME}`,
    `${'x'.repeat(255)}\u{1F600}`,
  ];
  const operations = summaries.map((summary, index) => ({
    path: `/thing/${index}`,
    operations: [{ httpMethod: 'GET', nickname: `read${index}`, summary }],
  }));
  const project = await makeDeployable({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': { ...thing(), apis: operations },
    ...Object.fromEntries(summaries.map((_, index) => [`handlers/thing/read${index}.ts`, stub])),
  });
  expect((await build(project)).diagnostics.filter(isError)).toEqual([]);
  const descriptions = descriptionsIn(await packageTemplate(project));
  const expected = summaries.map((summary) => summary.slice(0, 256).replace(/\uD83D$/, ''));
  expect(summaries.map((_, index) => descriptions[`thing-read${index}`])).toEqual(expected);
});

test('a header value is sent as declared', async () => {
  const value = 'max-age=1, of="${env:HOME} @{x} #{AWS::Region}"';
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({ 'x-cache': value }),
    'handlers/thing/read.ts': `export const handle = () => 'read';\n`,
  });
  expect((await build(project)).diagnostics).toEqual([]);
  const call = await loadFunction(project, 'thing-read');
  expect(await call({ url: '/v1/thing' })).toMatchObject({
    status: 200,
    headers: { 'cache-control': value },
  });
});

/** The whole language with one of the texts in every place that accepts it. */
function wholeOf(first: number): unknown {
  return values.reduce((service: unknown, each, index) => {
    const changed = withText(service, each, texts[(first + index) % texts.length] ?? '');
    return planOf(changed) ? changed : service;
  }, wholeLanguage);
}

test.each([0, 1, 2].slice(0, amount({ few: 0, many: 0, most: 3 })))(
  'a service with such texts in every place is packaged unchanged (%i)',
  {
    tags: ['hostile', 'property'],
  },
  async (first) => {
    const whole = wholeOf(first);
    const summary = texts[first] ?? '';
    const plan = planOf(whole, summary) ?? expect.fail('no plan');
    const project = await makeDeployable({
      'headwater.config.ts': configText({ pages: pagesWith(summary) }),
      ...Object.fromEntries(
        Object.entries(whole as object).map(([name, value]) => [`descriptors/${name}.json`, value]),
      ),
      ...Object.fromEntries(
        plan.functions.flatMap(handlerFileOf).flatMap((file) => (file ? [[file.path, stub]] : [])),
      ),
      'handlers/console/index.html': '<!doctype html><title>Console</title>',
      'handlers/console/page.tsx': '',
      'handlers/console/page.css': '',
    });
    expect((await build(project)).diagnostics.filter(isError)).toEqual([]);
    const template = await packageTemplate(project);
    const deployed = plan.functions.filter(({ when }) => when === undefined);
    const described = deployed.map(({ id, description }) => [id, description || undefined]);
    expect(descriptionsIn(template)).toEqual(Object.fromEntries(described));
    // `project` is the HOME of the packaging process.
    expect(JSON.stringify(template)).not.toContain(project);
    for (const each of operationsOf(plan)) {
      const path = join(project, '.generated/plans', `${each.runtime.id}.ts`);
      const { operation } = await import(pathToFileURL(path).href);
      expect(operation).toEqual(each.runtime);
    }
    for (const { name } of plan.resources) {
      const served = textsIn(
        JSON.parse(await readFile(join(project, '.generated/served', `${name}.json`), 'utf8')),
      );
      expect(served.some((text) => texts.includes(text))).toBe(true);
    }
  },
);
