/** Writes a project of 300 operations and 60 models, and changes single lines in it. */

import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { full } from './smallest.ts';

const resources = Array.from({ length: full(10, { smallest: 1 }) }, (_, index) => `resource${index}`);
const modelsOfResource = 6;
const verbs = ['list', 'create', 'read', 'replace', 'remove'] as const;

export async function makeProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'headwater-bench-'));
  for (const name of ['node_modules', 'lib']) await symlink(resolve(name), join(project, name));
  await cp('tsconfig.json', join(project, 'tsconfig.json'));
  const { imports } = JSON.parse(await readFile('package.json', 'utf8'));
  await write(project, 'package.json', JSON.stringify({ type: 'module', imports }));
  await write(project, 'descriptors/api-docs.json', JSON.stringify({ apiVersion: '1.0', basePath: '/v1' }));
  for (const resource of resources) {
    const words = declaration(resource);
    await write(project, `descriptors/${resource}.json`, JSON.stringify(words, null, 2));
    for (const { operations } of words.apis) {
      for (const { nickname } of operations)
        await write(project, `handlers/${resource}/${nickname}.ts`, handler(resource, nickname));
    }
  }
  return project;
}

async function write(project: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}

/** Changes a limit of the model to which all others of its resource refer. */
export async function changeLimit(project: string): Promise<void> {
  await replaceInDescriptor(
    project,
    /("maximum": )(\d+)(?!.*"maximum")/s,
    (_, word, limit) => `${word}${Number(limit) + 1}`,
  );
}

/** Adds a property to that model, and so to the types of all handlers of the resource. */
export async function addProperty(project: string, round: number): Promise<void> {
  await replaceInDescriptor(
    project,
    /"properties": \{(?!.*"properties")/s,
    (begin) => `${begin} "added${round}": { "type": "string" },`,
  );
}

async function replaceInDescriptor(
  project: string,
  pattern: RegExp,
  replace: (found: string, ...groups: string[]) => string,
): Promise<void> {
  const path = join(project, 'descriptors/resource0.json');
  const text = await readFile(path, 'utf8');
  const replaced = text.replace(pattern, replace);
  if (replaced === text) throw new Error(`${pattern} is not in ${path}`);
  await writeFile(path, replaced);
}

export async function changeHandler(project: string, suffix: string): Promise<void> {
  const path = join(project, 'handlers/resource0/read0.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/name: id[^,]*/, `name: id + '${suffix}'`));
}

/** 30 operations on five paths, with six models. */
function declaration(resource: string) {
  const names = Array.from({ length: modelsOfResource }, (_, index) => `Thing${index}`);
  return {
    resourcePath: `/${resource}`,
    apis: names.flatMap((model, index) => {
      const path = `/${resource}/things${index}`;
      const id = { paramType: 'path', name: 'id', dataType: 'string', minLength: 8, maxLength: 40 };
      const body = { paramType: 'body', dataType: model, required: true };
      return [
        {
          path,
          operations: [
            {
              httpMethod: 'GET',
              nickname: `list${index}`,
              summary: 'Lists',
              responseClass: `List[${model}]`,
              parameters: listParameters,
            },
            {
              httpMethod: 'POST',
              nickname: `create${index}`,
              summary: 'Creates',
              responseClass: model,
              parameters: [body],
            },
          ],
        },
        {
          path: `${path}/{id}`,
          operations: [
            {
              httpMethod: 'GET',
              nickname: `read${index}`,
              summary: 'Reads',
              responseClass: model,
              parameters: [id],
            },
            {
              httpMethod: 'PUT',
              nickname: `replace${index}`,
              summary: 'Replaces',
              responseClass: model,
              parameters: [id, body],
            },
            {
              httpMethod: 'DELETE',
              nickname: `remove${index}`,
              summary: 'Removes',
              responseClass: 'void',
              parameters: [id],
            },
          ],
        },
      ] as const;
    }),
    models: Object.fromEntries(names.map((name, index) => [name, model(name, names[index + 1] ?? name)])),
  };
}

const listParameters = [
  { paramType: 'query', name: 'from', dataType: 'int', defaultValue: 0, minimum: 0 },
  { paramType: 'query', name: 'size', dataType: 'int', defaultValue: 20, minimum: 1, maximum: 100 },
  { paramType: 'query', name: 'tags', dataType: 'List[string]', maxItems: 5 },
  { paramType: 'query', name: 'order', dataType: 'string', enum: ['name', 'created', '-name', '-created'] },
  { paramType: 'header', name: 'X-Since', dataType: 'date-time' },
];

function model(id: string, other: string) {
  return {
    id,
    required: ['name', 'kind'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80, pattern: '^[^/]+$' },
      kind: { type: 'string', enum: ['plain', 'special', 'other'] },
      amount: { type: 'double', minimum: 0 },
      count: { type: 'int', minimum: 0, maximum: 1_000 },
      created: { type: 'date-time' },
      tags: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 20, uniqueItems: true },
      parts: { type: 'array', items: { $ref: other }, maxItems: 10 },
      address: {
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string', required: true } },
      },
    },
  };
}

const handlers: Readonly<Record<(typeof verbs)[number], string>> = {
  list: '({ from, size }) => (from < size ? [] : [])',
  create: '(_input, body) => body',
  read: "({ id }) => ({ name: id, kind: 'plain' })",
  replace: '(_input, body) => body',
  remove: '({ id }) => void id',
};

function handler(resource: string, nickname: string): string {
  const verb = verbs.find((each) => nickname.startsWith(each)) ?? 'read';
  return `import type { Handle } from '#generated/types/${resource}/${nickname}.ts';

export const handle: Handle = ${handlers[verb]};
`;
}
