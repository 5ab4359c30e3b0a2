/** Served descriptors: valid Swagger 1.2, also for declarations that it cannot express. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  servedDeclaration,
  servedListing,
} from '../../../lib/headwater/compile/emit/wiring/served-descriptors.ts';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import { readDescriptors } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import { listing, makeProject, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { type ServedDeclaration, swaggerProblems } from '../../support/swagger-judge.ts';

async function plan(declaration: object, general = {}) {
  const files = {
    'descriptors/api-docs.json': { ...listing, ...general },
    'descriptors/thing.json': declaration,
  };
  const { service, diagnostics } = planService(
    await readDescriptors(await makeProject(files), 'descriptors'),
  );
  expect(diagnostics).toEqual([]);
  const resource = service?.resources[0];
  if (!service || !resource) throw new Error('The descriptors have no plan.');
  expect(swaggerProblems('listing', servedListing(service))).toEqual([]);
  expect(swaggerProblems('declaration', servedDeclaration(resource))).toEqual([]);
  return { service, resource };
}

const golden = (name: string): object =>
  JSON.parse(
    readFileSync(
      join(repository, `test/headwater/compile/golden/features/generated/served/${name}.json`),
      'utf8',
    ),
  );

test('the golden case with all features is valid', () => {
  expect(swaggerProblems('listing', golden('api-docs'))).toEqual([]);
  expect(swaggerProblems('declaration', golden('thing'))).toEqual([]);
});

describe('the judge of these tests finds', () => {
  type Change = (declaration: ServedDeclaration, operation: Record<string, unknown>) => void;
  const mistakes: readonly [string, Change, want: string][] = [
    ['a missing nickname', (_, operation) => delete operation['nickname'], "required property 'nickname'"],
    [
      'a wrong place',
      (_, { parameters }) => Object.assign(Object(parameters)[0], { paramType: 'a' }),
      'allowed values',
    ],
    ['a number as a bound', (_, operation) => Object.assign(operation, { minimum: 1 }), 'must be string'],
    ['an unknown model', ({ models }) => delete Object(models)['Thing'], 'there is no model Thing'],
    ['a path twice', ({ apis }) => Object(apis).push(apis[0]), 'the path /thing occurs twice'],
    [
      'a variable without a parameter',
      ({ apis }) => Object.assign(Object(apis[0]), { path: '/{a}' }),
      'no parameter is path a',
    ],
  ];
  test.each(mistakes)('%s', (_name, change, want) => {
    const declaration = structuredClone(golden('thing')) as ServedDeclaration;
    change(declaration, Object(declaration.apis[0]?.operations[0]));
    expect(swaggerProblems('declaration', declaration).join('\n')).toContain(want);
  });
});

const defaults: readonly [name: string, declared: object, served: object][] = [
  ['one value', { dataType: 'int', defaultValue: '1' }, { dataType: 'int', defaultValue: 1 }],
  [
    'an allowed number',
    { dataType: 'int', enum: [1, 2], defaultValue: 1 },
    { dataType: 'int', enum: ['1', '2'], defaultValue: '1' },
  ],
  [
    'several values',
    { dataType: 'int', allowMultiple: true, defaultValue: '1,2' },
    { dataType: 'int', allowMultiple: true, default: [1, 2] },
  ],
  [
    'a value of a union',
    { dataType: ['int', 'string'], defaultValue: 'a' },
    { dataType: ['int', 'string'], default: 'a' },
  ],
  ['an object', { dataType: 'object', defaultValue: { a: 1 } }, { dataType: 'object', default: { a: 1 } }],
];
test.each(defaults)('the default of a parameter: %s', async (_name, declared, served) => {
  const parameter = { paramType: 'query', name: 'a', ...declared };
  const { resource } = await plan(thing({ parameters: [parameter] }));
  const words = ['defaultValue', 'default'].filter((word) => word in served);
  const apis = servedDeclaration(resource)['apis'];
  expect(apis).toMatchObject([{ operations: [{ parameters: [served] }] }]);
  const text = JSON.stringify(apis);
  expect(['defaultValue', 'default'].filter((word) => text.includes(`"${word}":`))).toEqual(words);
});

const objects: readonly [name: string, operation: object, models: readonly string[]][] = [
  ['result', { responseClass: 'any' }, ['object']],
  ['body', { httpMethod: 'POST', parameters: [{ paramType: 'body', dataType: 'object' }] }, ['object']],
  [
    'value of a parameter',
    { parameters: [{ paramType: 'query', name: 'a', dataType: 'object', allowMultiple: true }] },
    ['object'],
  ],
  ['item of a result', { responseClass: 'List[any]' }, []],
];
test.each(objects)('any object as %s', async (_name, operation, models) => {
  const { resource } = await plan(thing({ responseClass: 'void', ...operation }));
  expect(Object.keys(servedDeclaration(resource)['models'] as object)).toEqual(models);
});

test('two reasons for one status', async () => {
  const errorResponses = [
    { code: 400, reason: 'Bad' },
    { code: 404, reason: 'None' },
    { code: 400, reason: 'Worse' },
  ];
  const { resource } = await plan(thing({ errorResponses }));
  const responseMessages = [
    { code: 400, message: 'Bad; Worse' },
    { code: 404, message: 'None' },
  ];
  expect(servedDeclaration(resource)['apis']).toMatchObject([
    { operations: [{ responseMessages, errorResponses }] },
  ]);
});

test('items have only a type and a format', async () => {
  const items = [
    { type: 'string', format: 'date', enum: ['2026-01-01'] },
    { type: 'integer', minimum: 1 },
    { type: 'array', items: { type: 'string' } },
    { type: 'object', properties: { a: { type: 'string' } } },
    { $ref: 'Thing' },
  ];
  const properties = Object.fromEntries(
    items.map((item, index) => [`p${index}`, { type: 'array', items: item }]),
  );
  const { resource } = await plan(thing({}, { models: { Thing: { id: 'Thing', properties } } }));
  const served = [
    { type: 'string', format: 'date' },
    { type: 'integer', format: 'int32' },
    { type: 'array' },
    { type: 'object' },
    { $ref: 'Thing' },
  ];
  const { Thing } = servedDeclaration(resource)['models'] as {
    readonly Thing: { readonly properties: Readonly<Record<string, { readonly items: unknown }>> };
  };
  expect(Object.values(Thing.properties).map((property) => property.items)).toEqual(served);
});

const infos: readonly [given: object, served: object][] = [
  [{}, {}],
  [{ info: { title: 'A' } }, { info: { title: 'A', description: '' } }],
  [
    { info: { description: 'B', contact: 'c@example.com' } },
    { info: { title: '', description: 'B', contact: 'c@example.com' } },
  ],
];
test.each(infos)('the info of the listing: %j', async (given, served) => {
  const { service } = await plan(thing(), given);
  const { info } = servedListing(service);
  expect(info === undefined ? {} : { info }).toEqual(served);
});

const limited = {
  names: { type: 'array', items: { type: 'string', minLength: 1, pattern: '^a' }, maxItems: 3 },
  lists: {
    type: 'array',
    items: { type: 'array', items: { type: 'int', minimum: 1 }, minItems: 2, maxItems: 9 },
    maxItems: 9,
  },
  plain: { type: 'List[string]' },
  inner: { $ref: 'Inner' },
  kind: { type: 'string', enum: ['a', 'b'], maxLength: 1 },
};
const servedLimits = {
  names: { maxItems: 3, items: { type: 'string' }, 'x-items': { minLength: 1, pattern: '^a' } },
  lists: { maxItems: 9, 'x-items': { minItems: 2, maxItems: 9, 'x-items': { minimum: '1' } } },
  kind: { enum: ['a', 'b'], maxLength: 1 },
};

test.each([
  ['a model', 'PUT', 'Outer', ['application/json']],
  ['a patch', 'PATCH', 'OuterPatch', ['application/merge-patch+json']],
])(
  '%s keeps the limits of its members and of the items of lists',
  async (_name, httpMethod, id, consumes) => {
    const models = {
      Inner: { id: 'Inner', properties: { a: { type: 'string', maxLength: 2 } } },
      Outer: { id: 'Outer', properties: limited },
    };
    const parameters = [{ paramType: 'body', dataType: 'Outer' }];
    const { resource } = await plan(thing({ httpMethod, consumes, parameters }, { models }));
    const served = servedDeclaration(resource)['models'] as Record<string, { properties: object }>;
    expect(served[id]?.properties).toMatchObject(servedLimits);
    expect(Object.keys(Object(served[id]?.properties)['plain'])).not.toContain('x-items');
    expect(Object(served[id]?.properties)['inner']).toEqual({
      $ref: id === 'Outer' ? 'Inner' : 'InnerPatch',
    });
  },
);
