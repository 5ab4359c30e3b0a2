/**
 * docs/headwater/search-engine.md in the project of docs/headwater/tutorial.md: its files build and have the right types, a stage
 * with the engine deploys them, and the functions bring a bookmark into the index that lists ask.
 *
 * @module-tag project
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lambdaContext } from '../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { headwater } from '../support/command.ts';
import { filesIn } from '../support/documentation.ts';
import { loadFunction, loadHandler } from '../support/emitted-function.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { npm } from '../support/nested-tests.ts';
import { packageTemplate, resourcesOf } from '../support/packaged-template.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';
import { type SearchEngine, startSearchEngine } from '../support/search-engine.ts';
import { startTutorial } from '../support/tutorial.ts';

let folder: string;
let engine: Engine;
let search: SearchEngine;

beforeAll(async () => {
  const tutorial = await startTutorial();
  folder = tutorial.folder;
  const page = await readFile(join(repository, 'docs/headwater/search-engine.md'), 'utf8');
  await writeFiles(folder, Object.fromEntries([...tutorial.files, ...filesIn(page)]));
  await npm(folder, ['run', 'types']);
  [engine, search] = await Promise.all([startEngine(), startSearchEngine()]);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a stage whose lists ask the engine has its functions, and only they and lists may reach it', async () => {
  const domain = 'arn:aws:es:eu-central-1:123456789012:domain/logs';
  const settings = ['searchEndpoint=https://search.example.com', `searchAccess=${domain}`, 'searchLists=on'];
  const template = await packageTemplate(
    folder,
    settings.flatMap((value) => ['--param', value]),
  );
  const asking = resourcesOf(template, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
    const { Variables } = Object(Properties['Environment']);
    return Variables.SEARCH_LISTS === 'on' ? [String(Properties['FunctionName'])] : [];
  });
  const ids = ['bookmark-list', 'search-catchUp', 'search-follow'];
  expect(asking.toSorted()).toEqual(ids.map((id) => `bookmarks-dev-${id}`));
  const plain = JSON.stringify(await packageTemplate(folder));
  expect(plain).not.toMatch(/SEARCH_|search-(?:follow|catchUp)/);
});

test('the consumer indexes a bookmark, the schedule what the engine did not take, and a list asks the index', async () => {
  const tableName = await engine.makeTable();
  const variables = {
    ...{ ...engine.environment, TABLE_NAME: tableName, ACCESS: 'open' },
    ...{ SEARCH_ENDPOINT: search.endpoint, SEARCH_LISTS: 'on' },
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const create = await loadFunction(folder, 'bookmark-create');
  const add = async (title: string) => {
    const body = JSON.stringify({ url: `https://example.com/${title}`, title, tags: ['docs'] });
    const headers = { 'content-type': 'application/json' };
    const created = await create({ method: 'POST', url: '/v1/bookmark', headers, body });
    return String(Object(created.body)._id);
  };
  const ids = [await add('one'), await add('two')];
  const follow = await loadHandler(folder, 'search-follow');
  const Records = ids.map((id, at) => {
    const Keys = { pk: { S: `bookmark/${id}` }, sk: { S: 'document' } };
    return { dynamodb: { Keys, SequenceNumber: String(at) } };
  });
  // The engine takes the first one after the index is made, and not the second one.
  search.refusal = ({ 'field/title': title }) => (String(title).includes('two') ? 'no' : undefined);
  expect(await follow({ Records }, lambdaContext())).toEqual({ batchItemFailures: [] });
  const [index = ''] = search.requests.flatMap(({ method, path }) =>
    method === 'PUT' ? [path.slice(1)] : [],
  );
  expect(Object.keys(await search.documents(index))).toEqual([`public/${ids[0]}`]);
  search.refusal = () => undefined;
  await (await loadHandler(folder, 'search-catchUp'))({}, lambdaContext());
  expect(Object.keys(await search.documents(index))).toHaveLength(2);

  const list = await loadFunction(folder, 'bookmark-list');
  const alias = { actions: [{ add: { index, alias: `${index}-complete` } }] };
  await fetch(`${search.endpoint}/_aliases`, { method: 'POST', body: JSON.stringify(alias) });
  const before = search.requests.length;
  const { body } = await list({ method: 'GET', url: '/v1/bookmark?query=tags:docs' });
  expect(Object(body).hits.map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
  expect(search.requests.slice(before).map(({ path }) => path.split('?')[0])).toEqual([
    `/${index}-complete/_search`,
  ]);
});

test('the command fills the index of the type from the local database', async () => {
  const { exitCode, output, complaint } = await headwater(folder, [
    ...['search-index', '--search', search.endpoint, '--json'],
  ]);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  expect(JSON.parse(output)).toMatchObject([{ documents: 0, removed: 0 }]);
});
