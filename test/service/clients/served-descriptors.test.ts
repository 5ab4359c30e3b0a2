/** A validator and clients of Swagger 1.x read the descriptors of a running service. */

import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyBuiltProject, copyProject, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';
import { clients } from './swagger-clients.ts';
import {
  findingsOf,
  type ServedDeclaration,
  type ServedListing,
  withResourcePaths,
} from './swagger-tools.ts';

interface Case {
  readonly name: string;
  readonly basePath: string;
  makeProject(): Promise<string>;
  /** All expected findings of swagger-tools. */
  readonly findings: readonly string[];
  /** An operation with many kinds of parameters, and its response. */
  readonly example: {
    readonly resource: string;
    readonly nickname: string;
    readonly values: object;
    readonly body: unknown;
  };
}

const cases: readonly Case[] = [
  {
    name: 'this project',
    basePath: '/v1',
    makeProject: copyBuiltProject,
    // Swagger 1.2 has one response type per operation; only x-media-versions refers to the models of other versions.
    findings: [
      'UNUSED_MODEL models/SourceResultsPage: Model is defined but is not used: SourceResultsPage',
      'UNUSED_MODEL models/PreprocessorResultsPage: Model is defined but is not used: PreprocessorResultsPage',
    ],
    example: {
      resource: 'source',
      nickname: 'list',
      values: { from: 1, size: 2, query: 'ä&/ ' },
      body: { from: 1, size: 0, total: 0, total_relation: 'eq', hits: [] },
    },
  },
  {
    name: 'the golden case with all features',
    basePath: '/v2',
    makeProject: () => copyGolden('features'),
    findings: ['UNUSED_MODEL models/Unused: Model is defined but is not used: Unused'],
    example: {
      resource: 'thing',
      nickname: 'list',
      values: {
        ids: [1, 2, 3],
        kind: "it's",
        ratio: 0.25,
        'X-Since': '2026-01-01',
        'order by': ['size', 'name'],
        like: JSON.stringify({ name: 'a', colour: 'red', place: {} }),
        either: [1, 'x', true],
      },
      body: [{ name: "it's 0.25 size,name", size: 3, colour: 'red', place: {} }],
    },
  },
];

async function copyGolden(name: string): Promise<string> {
  const project = await copyProject();
  for (const part of ['descriptors', 'handlers']) {
    await rm(join(project, part), { recursive: true });
    await cp(join(repository, 'test/golden', name, part), join(project, part), { recursive: true });
  }
  return project;
}

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return (await response.json()) as T;
}

describe.each(cases)('$name', ({ basePath, makeProject, findings, example }) => {
  let url: string;
  let listing: ServedListing;
  /** Declarations by resource name. */
  const declarations = new Map<string, ServedDeclaration>();

  beforeAll(async () => {
    const project = await makeProject();
    const { origin } = await startLocal(project);
    url = `${origin}${basePath}/api-docs.json`;
    listing = await read(url);
    for (const { path } of listing.apis) {
      declarations.set(path.slice('/api-docs.json/'.length), await read(`${origin}${basePath}${path}`));
    }
    const described = [...declarations.keys(), 'api-docs'].map((name) => `${name}.json`);
    expect(described.toSorted()).toEqual((await readdir(join(project, 'descriptors'))).toSorted());
  });

  test('is valid Swagger 1.2 according to swagger-tools', async () => {
    expect(await findingsOf(withResourcePaths(listing), [...declarations.values()])).toEqual(findings);
  });

  describe.each(clients)('swagger-client %s', (_version, load) => {
    test('finds each operation and model', async () => {
      const client = await load(url);
      for (const [name, { apis }] of declarations) {
        const nicknames = apis.flatMap(({ operations }) => operations.map(({ nickname }) => nickname));
        expect(client.operationsOf(name).toSorted(), name).toEqual(nicknames.toSorted());
      }
      const models = [...declarations.values()].flatMap((declaration) => Object.keys(declaration.models));
      expect(client.models.toSorted()).toEqual([...new Set(models)].toSorted());
    });

    test('sends values as the parameters declare', async () => {
      const client = await load(url);
      const { resource, nickname, values, body } = example;
      expect(await client.call(resource, nickname, { ...values })).toMatchObject({ status: 200, body });
    });
  });
});
