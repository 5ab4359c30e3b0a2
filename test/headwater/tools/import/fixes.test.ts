/** Applying the fix of a diagnostic removes the diagnostic. */

import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import { referenceTo } from '../../../../lib/headwater/compile/schema/walk.ts';
import {
  type Diagnostic,
  isError,
  sortDiagnostics,
} from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../../../../lib/headwater/compile/source/read-descriptors.ts';
import { readForeignDescriptors } from '../../../../lib/headwater/tools/import/foreign/read-foreign-descriptors.ts';
import { autofix } from '../../../../lib/headwater/tools/import/scaffold/autofix.ts';
import { fixText } from '../../../../lib/headwater/tools/import/scaffold/fix-text.ts';
import { makeProject } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

const examples = join(repository, 'test/headwater/compile/invalid');

async function diagnosticsOf(project: string): Promise<Diagnostic[]> {
  const { diagnostics } = planService(await readDescriptors(project, 'descriptors'));
  return sortDiagnostics(diagnostics);
}

/** Applies fixes repeatedly, since one may reveal the next. */
async function fix(project: string): Promise<void> {
  for (let round = 0; round < 10; round++) {
    const fixable = (await diagnosticsOf(project)).filter((diagnostic) => diagnostic.fix);
    for (const [file, diagnostics = []] of Map.groupBy(fixable, (diagnostic) => diagnostic.file)) {
      const path = join(project, file);
      const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fix ?? []);
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
    expect(
      (await diagnosticsOf(project)).filter((diagnostic) => diagnostic.code === code && diagnostic.fix),
    ).not.toEqual([]);
    await fix(project);
    expect((await diagnosticsOf(project)).filter((diagnostic) => diagnostic.fix)).toEqual([]);
  });
});

test('a renamed member keeps its value and the surrounding text, in JSON and in YAML', () => {
  const fixes = [
    { path: ['model'], rename: 'models' },
    { path: ['model', 'Pet', 'propertys'], rename: 'properties' },
    { path: ['model', 'Pet', 'propertys', 'a b', 'typ'], rename: 'type' },
  ];
  expect(fixText('x.json', '{ "model" : {"Pet": {"propertys": {"a b": { "typ": "int" }}}} }', fixes)).toBe(
    '{ "models" : {"Pet": {"properties": {"a b": { "type": "int" }}}} }',
  );
  expect(fixText('x.yaml', '# Pets\nmodel:\n  Pet:\n    propertys:\n      a b: { typ: int }\n', fixes)).toBe(
    '# Pets\nmodels:\n  Pet:\n    properties:\n      a b: { type: int }\n',
  );
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

const order = { method: 'GET', nickname: 'read', type: 'Order' };
const orderId = { paramType: 'path', name: 'orderId', type: 'int' };
const Order = { properties: { line: { $ref: 'Line' } } };
const Line = { properties: { count: { type: 'int' } } };

const mended: readonly [what: string, declaration: object, changes: readonly string[]][] = [
  [
    'a misspelt member',
    { apis: [{ path: '/orders', operations: [order] }], model: { Order, Line } },
    ['/model: "model" -> "models"'],
  ],
  [
    'an unclosed variable',
    {
      apis: [{ path: '/orders/{orderId', operations: [{ ...order, parameters: [orderId] }] }],
      models: { Order, Line },
    },
    ['/apis/0/path: "/orders/{orderId" -> "/orders/{orderId}"'],
  ],
  [
    'a reference to another file, for a model of this one',
    {
      apis: [{ path: '/orders', operations: [order] }],
      models: { Order: { properties: { line: { $ref: 'line.json#/Line' } } }, Line },
    },
    ['/models/Order/properties/line/$ref: "line.json#/Line" -> "Line"'],
  ],
  [
    'a misspelt list of values',
    {
      apis: [
        {
          path: '/orders',
          operations: [
            {
              ...order,
              parameters: [
                {
                  paramType: 'query',
                  name: 'status',
                  type: 'string',
                  allowableValues: { valueType: 'LIST', value: ['open'] },
                },
              ],
            },
          ],
        },
      ],
      models: { Order, Line },
    },
    ['/apis/0/operations/0/parameters/0/allowableValues: "value" -> "values"'],
  ],
  [
    'a query in a path, whose parameter is said to be in the path',
    {
      apis: [
        {
          path: '/orders?status={status}',
          operations: [{ ...order, parameters: [{ paramType: 'path', name: 'status', type: 'string' }] }],
        },
      ],
      models: { Order, Line },
    },
    [
      '/apis/0/path: "/orders?status={status}" -> "/orders"',
      '/apis/0/operations/0/parameters/0: "path" -> "query"',
    ],
  ],
];
test.each(mended)('%s is mended, and no type becomes any', async (_what, declaration, changes) => {
  const root = await makeProject({
    'foreign/api-docs.json': { basePath: '/v1' },
    'foreign/order.json': { resourcePath: '/orders', ...declaration },
  });
  const folder = join(root, 'foreign');
  const fixed = await autofix(folder, await readForeignDescriptors({ folder: folder }));
  const { service, diagnostics } = planService(fixed.foreign);
  expect(
    fixed.changes.map(({ diagnostic, before, after }) => `${diagnostic.pointer}: ${before} -> ${after}`),
  ).toEqual(changes);
  expect(diagnostics).toEqual([]);
  const [resource] = service?.resources ?? [];
  expect([...(resource?.models.values() ?? [])].map(({ schema }) => schema.properties)).toMatchObject([
    { line: referenceTo('Line') },
    { count: { type: 'integer' } },
  ]);
});

test('a reference of OpenAPI to a model of the file is that model', async () => {
  const components = { properties: { line: { $ref: '#/components/schemas/Line' } } };
  const project = await makeProject({
    'descriptors/api-docs.json': { basePath: '/v1' },
    'descriptors/order.json': {
      resourcePath: '/orders',
      apis: [{ path: '/orders', operations: [order] }],
      models: { Order: components, Line },
    },
  });
  const { service, diagnostics } = planService(await readDescriptors(project, 'descriptors'));
  expect(diagnostics.map(({ code, found }) => [code, found])).toEqual([
    ['W-TYPE', '"#/components/schemas/Line"'],
  ]);
  expect([...(service?.resources[0]?.models.values() ?? [])][0]?.schema.properties?.['line']).toEqual(
    referenceTo('Line'),
  );
});

test('a folder with many diagnostics becomes a service', async () => {
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
  expect((await diagnosticsOf(project)).filter(isError)).toEqual([]);
  const { service } = planService(await readDescriptors(project, 'descriptors'));
  const fixed =
    service &&
    operationsOf(service).map(({ nickname, routePath, parameters }) => [
      nickname,
      routePath,
      parameters.map(({ runtime }) => `${runtime.place} ${runtime.name}`).join(),
    ]);
  expect(fixed).toEqual([
    ['getUsersByIdJson', '/users/{id}.json', 'query q,path id'],
    ['putUsersByIdJson', '/users/{id}.json', 'query q,path id'],
    ['apiPostsIndex', '/users/{user_id}/posts', 'query q,path user_id'],
  ]);
});
