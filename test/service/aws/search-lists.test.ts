/**
 * What a stage whose lists and queries of records ask the search engine has in its template, and no other stage.
 *
 * @module-tag deployment
 */

import { beforeAll, expect, test } from 'vitest';
import { buildUnlessKnown } from '../../../lib/headwater/compile/pipeline.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf } from '../../support/packaged-template.ts';

const endpoint = 'https://search-logs.eu-central-1.es.amazonaws.com';
const domain = 'arn:aws:es:eu-central-1:123456789012:domain/logs';

let project: string;
let plain: PackagedTemplate;
let sinks: PackagedTemplate;
let lists: PackagedTemplate;

const params = (...values: string[]) => values.flatMap((value) => ['--param', value]);

beforeAll(async () => {
  project = await copyBuiltProject();
  expect((await buildUnlessKnown(project)).tree).toBeDefined();
  const engine = [`searchEndpoint=${endpoint}`, `searchAccess=${domain}`];
  plain = await packageTemplate(project);
  sinks = await packageTemplate(project, params(...engine));
  lists = await packageTemplate(project, params(...engine, 'searchLists=on'));
});

/** The variables of functions that are about the engine, by function. */
function variablesIn(template: PackagedTemplate) {
  const rows = resourcesOf(template, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
    const { Variables } = Object(Properties['Environment']);
    const own = Object.entries(Object(Variables)).filter(([name]) => name.startsWith('SEARCH_'));
    const id = String(Properties['FunctionName']).replace('headwater-dev-', '');
    return own.length > 0 ? [[id, Object.fromEntries(own)] as const] : [];
  });
  return Object.fromEntries(rows);
}

/** The functions whose role may reach the domain. */
function allowedIn(template: PackagedTemplate): string[] {
  const roles = Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::IAM::Role' && JSON.stringify(Properties).includes('"es:') ? [id] : [],
  );
  return resourcesOf(template, 'AWS::Lambda::Function')
    .filter(({ Properties }) => roles.some((id) => JSON.stringify(Properties['Role']).includes(`"${id}"`)))
    .map(({ Properties }) => String(Properties['FunctionName']).replace('headwater-dev-', ''))
    .toSorted();
}

const deliverers = ['stream-deliverStream', 'stream-deliverStreams'];
const listing = ['source-list', 'stream-list', 'stream-listRecords', 'stream-getOverview'];

test('functions that list documents or records have the settings of the engine and may reach it, and nobody else beside those that deliver', () => {
  const settings = { SEARCH_ENDPOINT: endpoint, SEARCH_ACCESS: domain };
  const all = [...listing, ...deliverers].map((id) => [id, { ...settings, SEARCH_LISTS: 'on' }]);
  expect(variablesIn(lists)).toEqual(Object.fromEntries(all));
  expect(allowedIn(lists)).toEqual([...listing, ...deliverers].toSorted());
});

test('without the setting, only those that deliver do', () => {
  const settings = { SEARCH_ENDPOINT: endpoint, SEARCH_ACCESS: domain };
  expect(variablesIn(sinks)).toEqual(Object.fromEntries(deliverers.map((id) => [id, settings])));
  expect(allowedIn(sinks)).toEqual(deliverers);
  expect([variablesIn(plain), allowedIn(plain)]).toEqual([{}, []]);
  expect(JSON.stringify(plain)).not.toContain('SEARCH_');
});

test('all functions know whether there is an engine', () => {
  const knowing = (template: PackagedTemplate) =>
    resourcesOf(template, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Object(Properties['Environment']).Variables.SINKS === 'on',
    ).length;
  expect(knowing(sinks)).toBe(resourcesOf(sinks, 'AWS::Lambda::Function').length);
  expect(knowing(plain)).toBe(0);
});

test('lists without an engine are refused before anything is deployed', async () => {
  await expect(packageTemplate(project, params('searchLists=on'))).rejects.toMatchObject({
    stdout: expect.stringContaining('SEARCH_LISTS is "on", which needs a value of SEARCH_ENDPOINT'),
  });
});
