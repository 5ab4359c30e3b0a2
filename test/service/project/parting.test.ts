/** The framework names nothing of the service that this project carries. */

import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';
import { declaredProblems } from '../support/service-problems.ts';

/** The kinds of things that the service has and the framework has not. `source` and `stream` are also words of the framework. */
const things = [/\bpreprocessors?\b/i, /\bsamples?\b/i, /\breplay(?:s|ed|ing)?\b/i];

async function frameworkFiles(): Promise<Map<string, string>> {
  const names = await readdir(join(repository, 'lib/headwater'), { recursive: true });
  const own = names.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.ts'));
  const read = own.map(
    async (name) => [name, await readFile(join(repository, 'lib/headwater', name), 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}

/** Paths, ids of functions, scopes and files of a resource: `/source`, `source-list`, `source:read`, `descriptors/source.json`. */
function namesOf(resource: string): RegExp[] {
  return [
    new RegExp(`(?<!compile|function|\\.\\.|\\.)/${resource}(?![\\w/-])`),
    new RegExp(`["'\`/]${resource}-(?!node|text|map|file)[a-z]+["'\`/]`),
    new RegExp(`\\b${resource}:(?:read|write|preview)\\b`),
    new RegExp(`(?:descriptors|handlers|models|types)/${resource}\\b`),
  ];
}

test('no file of the framework names a resource, a problem or a thing of the service', async () => {
  const resources = (await readdir(join(repository, 'descriptors')))
    .map((name) => parse(name).name)
    .filter((name) => name !== 'api-docs');
  expect(resources).toEqual(expect.arrayContaining(['preprocessor', 'source', 'stream']));
  const problems = Object.keys(declaredProblems).map((code) => new RegExp(`\\b${code}\\b`));
  const patterns = [...resources.flatMap(namesOf), ...problems, ...things];
  const found = [...(await frameworkFiles())].flatMap(([name, text]) =>
    text.split('\n').flatMap((line, index) => {
      // ARNs of DynamoDB and fast-check have words of their own.
      const own = line.replace(/arn:.*|\bsample(?=[,(])/g, '');
      const isNamed = patterns.some((pattern) => pattern.test(own));
      return isNamed ? [`${name}:${index + 1}: ${line.trim()}`] : [];
    }),
  );
  expect(found).toEqual([]);
});
