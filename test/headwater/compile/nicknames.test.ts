/** Derived nicknames: deployed functions keep their names when other operations are added or moved. */

import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import { isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { parseDescriptor } from '../../../lib/headwater/compile/source/read-descriptors.ts';

/** `[route, nickname]`; undefined for none. */
type Declared = readonly [route: string, nickname?: string];

function planOf(declared: readonly Declared[]) {
  const apis = declared.map(([route, nickname]) => {
    const [method, path = ''] = route.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      paramType: 'path',
      name,
      type: 'string',
    }));
    return { path, operations: [{ method, nickname, type: 'any', parameters }] };
  });
  const fileOf = (name: string, value: unknown) => parseDescriptor(name, JSON.stringify(value)).file;
  const listing = fileOf('api-docs.json', {});
  const thing = fileOf('thing.json', { basePath: '/v1', resourcePath: '/', apis });
  if (!listing || !thing) throw new Error('The descriptors are not JSON.');
  return planService({ listing, resources: new Map([['thing', thing]]), diagnostics: [] });
}

/** The names of the functions, by route. */
function namesOf(declared: readonly Declared[]): Record<string, string> {
  const { service, diagnostics } = planOf(declared);
  if (!service)
    throw new Error(
      diagnostics
        .filter(isError)
        .map(({ found }) => found)
        .join('\n'),
    );
  return Object.fromEntries(
    operationsOf(service).map(({ method, path, nickname }) => [`${method} ${path}`, nickname]),
  );
}

const tables: readonly [what: string, declared: readonly Declared[], names: readonly string[]][] = [
  ['declared', [['GET /a', 'list']], ['list']],
  ['a reserved word', [['DELETE /a', 'delete']], ['delete']],
  ['own words', [['GET /a', 'Api::V1::Pets#index']], ['apiV1PetsIndex']],
  ['letters outside ASCII', [['GET /a', 'größe lesen']], ['groELesen']],
  ['no words', [['GET /pets/{petId}', '###']], ['getPetsByPetId']],
  ['missing', [['GET /pets/{petId}'], ['POST /pets']], ['getPetsByPetId', 'postPets']],
  ['the root', [['GET /']], ['get']],
  ['a device of Windows', [['GET /a', 'con']], ['getA']],
  ['too long', [['GET /a', `${'x'.repeat(60)} ${'y'.repeat(60)}`]], ['getA']],
  [
    'one for two operations',
    [
      ['GET /a', 'same'],
      ['PUT /b', 'same'],
    ],
    ['same', 'samePutB'],
  ],
  [
    'in another letter case',
    [
      ['GET /a', 'same'],
      ['PUT /b', 'Same'],
    ],
    ['same', 'samePutB'],
  ],
  [
    'derived like a declared one',
    [
      ['GET /a', 'pets index'],
      ['GET /b', 'petsIndex'],
    ],
    ['petsIndexGetA', 'petsIndex'],
  ],
  ['missing like a declared one', [['GET /a'], ['GET /b', 'getA']], ['getAGetA', 'getA']],
  [
    'two derived alike',
    [
      ['GET /a', 'pets#index'],
      ['GET /b', 'pets index'],
    ],
    ['petsIndexGetA', 'petsIndexGetB'],
  ],
  [
    'words with quotes',
    [
      ['GET /a', "Get a user's lists"],
      ['GET /b', 'read the “user’s” `list` \\ "all" */'],
      ['GET /c', "'"],
    ],
    ['getAUsersLists', 'readTheUsersListAll', 'getC'],
  ],
];

describe('nicknames:', () => {
  test.each(tables)('%s', (_what, declared, names) => {
    expect(Object.values(namesOf(declared))).toEqual(names);
  });
});

const long = `/${'segment/'.repeat(20)}end`;

test('a derived name that is taken or too long ends with a hash of the route, wherever it stands', () => {
  const routes: Declared[] = [['GET /a-b'], ['GET /a/b'], ['GET /c'], [`GET ${long}`]];
  const names = namesOf(routes);
  expect(names).toMatchObject({
    'GET /a-b': expect.stringMatching(/^getABGetAB_[0-9a-f]{8}$/),
    'GET /a/b': expect.stringMatching(/^getABGetAB_[0-9a-f]{8}$/),
    'GET /c': 'getC',
    [`GET ${long}`]: expect.stringMatching(/^getSegment.{81}_[0-9a-f]{8}$/),
  });
  expect(new Set(Object.values(names)).size).toBe(routes.length);
  expect(namesOf([['GET /d'], ...routes.toReversed()])).toMatchObject(names);
});

test('several operations with one nickname are one warning', () => {
  const { diagnostics } = planOf([
    ['GET /a', 'same'],
    ['PUT /b', 'same'],
    ['POST /c', 'same'],
    ['GET /d', 'other'],
  ]);
  expect(diagnostics.map(({ code, pointer, found, accepted }) => [code, pointer, found, accepted])).toEqual([
    [
      'W-NICKNAME',
      '/apis/2/operations/0/nickname',
      'the nickname "same" for GET /a, PUT /b, POST /c',
      '"samePutB", "samePostC", which are assumed; same.ts stays that of GET /a',
    ],
  ]);
});

test('the warning shows nicknames as they are written', () => {
  const { diagnostics } = planOf([
    ['GET /a', 'get it'],
    ['PUT /b', 'getIt'],
    ['POST /c', 'get-it'],
  ]);
  expect(diagnostics.map(({ found, accepted }) => [found, accepted])).toEqual([
    [
      'the nickname "get it" and "getIt" and "get-it" for GET /a, PUT /b, POST /c',
      '"getItGetA", "getItPostC", which are assumed; getIt.ts stays that of PUT /b',
    ],
  ]);
});

const service: readonly Declared[] = [
  ['GET /pets'],
  ['GET /pets/{id}', 'pets#show'],
  ['PUT /pets/{id}', 'change'],
  ['PUT /owners/{id}', 'change'],
  ['DELETE /pets/{id}', 'delete'],
  ['POST /pets', 'pets create'],
];

test('an unrelated operation, at any place, renames no other', () => {
  const names = namesOf(service);
  const added: readonly Declared[] = [
    ['GET /owners'],
    ['GET /owners/{id}', 'owners#show'],
    ['POST /x', 'ChangeX'],
  ];
  for (const operation of added) {
    for (let at = 0; at <= service.length; at++)
      expect(namesOf(service.toSpliced(at, 0, operation))).toMatchObject(names);
  }
});

test('the order of operations does not matter', () => {
  expect(namesOf(service.toReversed())).toEqual(namesOf(service));
});
