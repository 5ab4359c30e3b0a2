/** Applying the fix of a problem removes the problem. */

import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../lib/compiler/plan/operations.ts';
import { planService } from '../../lib/compiler/plan/plan-service.ts';
import { fixText } from '../../lib/compiler/source/fix-text.ts';
import { isError, type Problem, sortProblems } from '../../lib/compiler/source/problem.ts';
import { readDescriptors } from '../../lib/compiler/source/read-descriptors.ts';
import { makeProject } from '../support/project.ts';
import { repository } from '../support/repository.ts';

const examples = join(repository, 'test/invalid');

async function problemsOf(project: string): Promise<Problem[]> {
  const { problems } = planService(await readDescriptors(project, 'descriptors'));
  return sortProblems(problems);
}

/** Applies fixes repeatedly, since one may reveal the next. */
async function fix(project: string): Promise<void> {
  for (let round = 0; round < 10; round++) {
    const fixable = (await problemsOf(project)).filter((problem) => problem.fix);
    for (const [file, problems = []] of Map.groupBy(fixable, (problem) => problem.file)) {
      const path = join(project, file);
      const fixes = problems.flatMap((problem) => problem.fix ?? []);
      await writeFile(path, fixText(file, await readFile(path, 'utf8'), fixes));
    }
  }
}

const descriptorsOf = async (code: string) =>
  Object.fromEntries(
    await Promise.all(
      readdirSync(join(examples, code, 'descriptors')).map(async (name) => [
        `descriptors/${name}`,
        await readFile(join(examples, code, 'descriptors', name), 'utf8'),
      ]),
    ),
  );

const withFixes = [
  'E-DEFAULT',
  'E-DUPLICATE',
  'E-KEY',
  'E-MODEL',
  'E-PARAM',
  'E-REF',
  'E-SEGMENT',
  'E-TEMPLATE',
];
describe.each(withFixes)('%s', (code) => {
  test('is fixed', async () => {
    const project = await makeProject(await descriptorsOf(code));
    expect((await problemsOf(project)).filter((problem) => problem.code === code && problem.fix)).not.toEqual(
      [],
    );
    await fix(project);
    expect((await problemsOf(project)).filter((problem) => problem.fix)).toEqual([]);
  });
});

test('a fix keeps the surrounding text, in JSON and in YAML', () => {
  const fixes = [
    { path: ['a', 0] },
    { path: ['a', 1, 'name'], value: 'new' },
    { path: ['a', -1], value: { name: 'last' } },
    { path: ['b'], value: 1 },
  ];
  expect(fixText('x.json', '{\n  "a": [\n    1,\n    { "name": "old" }\n  ],\n  "c": 1\n}\n', fixes)).toBe(
    '{\n  "a": [\n    {\n      "name": "new"\n    },\n    {\n      "name": "last"\n    }\n  ],\n  "c": 1,\n  "b": 1\n}\n',
  );
  expect(fixText('x.yaml', '# Things\na:\n  - 1\n  - name: old # soon\n', fixes)).toBe(
    '# Things\na:\n  - name: new # soon\n  - name: last\nb: 1\n',
  );
});

test('a folder with many problems becomes a service', async () => {
  const operation = { method: 'get', parameters: [{ 'paramType:': 'query', name: 'q' }], type: 'Usr' };
  const project = await makeProject({
    'descriptors/api-docs.json': {},
    'descriptors/users.yaml': JSON.stringify({
      apis: [
        { path: 'users/{id}.json', operations: [operation, { ...operation, method: 'put' }] },
        { path: '/users/{user_id}/posts', operations: [{ ...operation, nickname: 'Api::Posts#index' }] },
      ],
      models: { User: { required: ['id', 'name'], properties: { id: { type: 'integer' } } } },
    }),
  });
  await fix(project);
  expect((await problemsOf(project)).filter(isError)).toEqual([]);
  const { service } = planService(await readDescriptors(project, 'descriptors'));
  const fixed =
    service &&
    operationsOf(service).map(({ nickname, routePath, parameters }) => [
      nickname,
      routePath,
      parameters.map(({ runtime }) => `${runtime.place} ${runtime.name}`).join(),
    ]);
  expect(fixed).toEqual([
    ['getUsersById', '/users/{id}', 'query q,path id'],
    ['putUsersById', '/users/{id}', 'query q,path id'],
    ['apiPostsIndex', '/users/{user_id}/posts', 'query q,path user_id'],
  ]);
});
