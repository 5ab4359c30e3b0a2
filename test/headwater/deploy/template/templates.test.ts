/** Templates of this service and of generated ones: rules of CloudFormation, IAM and the gateway, and cfn-lint if it is installed. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Functions } from '../../../../lib/headwater/compile/aws/deployment.ts';
import { archiveName } from '../../../../lib/headwater/compile/aws/functions/archive-names.ts';
import { routeKeysOf } from '../../../../lib/headwater/compile/aws/functions/function-routes.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { type PackagedProject, packageStacks } from '../../../support/budget-checks.ts';
import { copyLargeProject } from '../../../support/large-service.ts';
import { copyProject } from '../../../support/local-service.ts';
import { resourcesOf, routesIn, type TemplateResource } from '../../../support/packaged-template.ts';
import { repository } from '../../../support/repository.ts';

/** Gives the stacks of the operations: a parent, and one per resource. */
const services: [string, number, () => Promise<string>][] = [
  ['this service', 1, copyProject],
  ['a service of 1 operation', 1, () => copyLargeProject({ orders: 1 })],
  ['a service of 50 operations', 1, () => copyLargeProject({ orders: 30, parts: 20 })],
  ['a service of 120 operations', 4, () => copyLargeProject({ orders: 40, parts: 40, users: 40 })],
  ['a service of 298 operations', 6, () => copyLargeProject({ a: 60, b: 60, c: 60, d: 60, e: 58 })],
];

const linter = join(repository, 'node_modules/.cache/template/bin/cfn-lint');
const hasLinter = existsSync(linter);
if (!hasLinter)
  console.info('skipped: cfn-lint, for there is no Python (3.10 or later), or it cannot be installed');

/** osls names a role in DependsOn beside its reference. A setting of the stage decides a condition, whose value is then a constant. */
const knownWarnings = ['W3005', 'W8003'];

/** @returns what cfn-lint says. */
async function lint({ project, templates }: PackagedProject): Promise<string> {
  const said: string[] = [];
  for (const [index, template] of templates.entries()) {
    const path = join(project, `stack-${index}.json`);
    await writeFile(path, JSON.stringify(template));
    const args = ['--ignore-checks', ...knownWarnings, '--template', path];
    const { stdout } = await promisify(execFile)(linter, args).catch((failed: { stdout: string }) => failed);
    said.push(stdout.trim());
  }
  return said.join('\n').trim();
}

describe.each(services)('the template of %s', (_, stackCount, make) => {
  let packaged: PackagedProject;
  let functions: Functions;

  beforeAll(async () => {
    const project = await make();
    const { tree, diagnostics } = await build(project);
    expect(tree, JSON.stringify(diagnostics)).toBeDefined();
    packaged = await packageStacks(project);
    functions = JSON.parse(await readFile(join(project, '.generated/functions.json'), 'utf8'));
  });

  const ofType = (type: string) => packaged.templates.flatMap((template) => resourcesOf(template, type));

  test('has so many stacks, each within the limits of CloudFormation', () => {
    expect(packaged.templates).toHaveLength(stackCount);
    for (const template of packaged.templates) {
      expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(500);
      expect(Buffer.byteLength(JSON.stringify(template))).toBeLessThanOrEqual(1_000_000);
      expect(Object.keys(template.Outputs).length).toBeLessThanOrEqual(200);
    }
  });

  test('has each function once, with a name that AWS takes and the archive of its build', async () => {
    // This stage sets no variable of `when`.
    const deployed = Object.entries(functions).filter(([, { when }]) => when === undefined);
    const names = deployed.map(([id]) => `headwater-dev-${id}`);
    const found = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties);
    expect(found.map(({ FunctionName }) => FunctionName).toSorted()).toEqual(names.toSorted());
    expect(names.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
    for (const { FunctionName, Code } of found) {
      const id = String(FunctionName).slice('headwater-dev-'.length);
      const name = await archiveName(join(packaged.project, `.generated/bundles/${id}.zip`));
      expect(Object(Code).S3Key).toMatch(new RegExp(`/code/${name}$`));
    }
  });

  test('has each route once, with a key that the gateway takes', () => {
    const declared = Object.values(functions).flatMap(routeKeysOf);
    const keys = packaged.templates.flatMap(routesIn).map(String);
    expect(keys.toSorted()).toEqual(declared.map((key) => (key === '*' ? '$default' : key)).toSorted());
    expect(new Set(keys).size).toBe(keys.length);
    const variable = String.raw`\{[A-Za-z0-9._-]+\+?\}`;
    const taken = new RegExp(`^(?:\\$default|[A-Z]+ (?:/|(?:/(?:[^/{}]+|${variable}))+))$`);
    expect(keys.filter((key) => !taken.test(key))).toEqual([]);
    expect(ofType('AWS::ApiGatewayV2::Integration').length).toBeLessThanOrEqual(300);
  });

  test('refers only to what it has, or to what an earlier stack exports', () => {
    const exported = new Set<string>();
    for (const template of packaged.templates) {
      const text = JSON.stringify(template);
      const referred = [...text.matchAll(/"(?:Ref":"|Fn::GetAtt":\[")([\w:]+)"/g)].map(([, id = '']) => id);
      const missing = referred.filter((id) => !id.startsWith('AWS::') && !(id in template.Resources));
      expect(missing).toEqual([]);
      const imported = [...text.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);
      expect(imported.filter((name) => !exported.has(name))).toEqual([]);
      for (const { Export } of Object.values(template.Outputs)) if (Export) exported.add(Export.Name);
    }
  });

  test('allows no function everything: no action and no resource with a wildcard, but for the streams of a log group', () => {
    const statements = ofType('AWS::IAM::Role').flatMap(({ Properties }) => statementsOf(Properties));
    // A statement that denies may be as wide as it likes.
    const allowed = statements.filter(({ Effect }) => Effect !== 'Deny');
    const texts = [...JSON.stringify(allowed).matchAll(/"([^"]*\*[^"]*|Not(?:Action|Resource))"/g)];
    const wide = texts.filter(([, text = '']) => !/:log-group:\/aws\/lambda\/[\w-]+:\*$/.test(text));
    expect(wide.map(([, text]) => text)).toEqual([]);
    expect(allowed.length).toBeGreaterThan(0);
    expect(ofType('AWS::IAM::Role').length).toBeGreaterThan(0);
  });

  test('names no account and has no key of one', () => {
    const text = JSON.stringify(packaged.templates);
    expect(text.match(/\b\d{12}\b|\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g)).toBeNull();
  });

  test.skipIf(!hasLinter)('has no fault that cfn-lint knows', async () => {
    expect(await lint(packaged)).toBe('');
  });
});

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
}

/** The statements of a role. */
function statementsOf({ Policies }: TemplateResource['Properties']): readonly Statement[] {
  const policies = Policies as readonly { readonly PolicyDocument: { readonly Statement: Statement[] } }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

const region = 'eu-central-1:123456789012';

test.skipIf(!hasLinter).each([
  ['a domain', `arn:aws:es:${region}:domain/logs`],
  ['a collection', `arn:aws:aoss:${region}:collection/abc123`],
  ['a secret', `arn:aws:secretsmanager:${region}:secret:headwater-search-a1b2c3`],
])('this service with the engine of %s has no fault that cfn-lint knows', async (_name, access) => {
  const project = await copyProject();
  expect((await build(project)).tree).toBeDefined();
  const values = ['searchEndpoint=https://search.example.com', `searchAccess=${access}`, 'searchLists=on'];
  const settings = values.flatMap((value) => ['--param', value]);
  expect(await lint(await packageStacks(project, settings))).toBe('');
});
