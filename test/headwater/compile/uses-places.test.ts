/** `x-uses` outside of an operation, a schedule or a consumer gives no function a right, and the build says so. */

import { expect, test } from 'vitest';
import { planDocuments } from '../../support/plan-document.ts';
import { thing } from '../../support/project.ts';

const uses = { 'x-uses': [{ bucket: 'files', actions: ['get'] }] };
const general = { apiVersion: '1.0', basePath: '/v1' };
const schedules = { 'x-schedules': [{ nickname: 'sweep', every: '1 hour', summary: 'Sweep' }] };
const [api] = thing().apis;
const parameter = { paramType: 'query', name: 'a', type: 'string', ...uses };
const model = { id: 'A', properties: { a: { type: 'string' } }, ...uses };

const head = { openapi: '3.1.0', info: { title: 'T', version: '1' } };
const get = { operationId: 'read', tags: ['thing'], responses: { 200: { description: 'A thing' } } };
const document = (root: object, item: object = {}, own: object = {}) => ({
  ...head,
  paths: { '/thing': { ...item, get: { ...get, ...own } } },
  ...root,
});
const old = { swagger: '2.0', info: head.info, paths: { '/thing': { get } } };

test.each<[place: string, pointer: string, descriptor: object, listing?: object]>([
  ['the listing', '/x-uses', thing(), { ...general, ...uses }],
  ['an entry of the listing', '/apis/0/x-uses', thing(), { ...general, apis: [{ path: '/thing', ...uses }] }],
  ['the info of the listing', '/info/x-uses', thing(), { ...general, info: { title: 'T', ...uses } }],
  ['a declaration', '/x-uses', thing({}, uses)],
  ['a declaration without operations', '/x-uses', { resourcePath: '/thing', apis: [], ...uses }],
  ['a declaration of schedules', '/x-uses', { resourcePath: '/thing', apis: [], ...schedules, ...uses }],
  ['an api', '/apis/0/x-uses', thing({}, { apis: [{ ...api, ...uses }] })],
  [
    'an api without operations',
    '/apis/1/x-uses',
    thing({}, { apis: [api, { path: '/thing/b', operations: [], ...uses }] }),
  ],
  ['a parameter', '/apis/0/operations/0/parameters/0/x-uses', thing({ parameters: [parameter] })],
  ['a model', '/models/A/x-uses', thing({}, { models: { A: model } })],
  ['a document', '/x-uses', document(uses)],
  ['a document without operations', '/x-uses', document({ paths: {}, ...uses })],
  ['the info of a document', '/info/x-uses', document({ info: { ...head.info, ...uses } })],
  ['a tag', '/tags/0/x-uses', document({ tags: [{ name: 'thing', ...uses }] })],
  ['a tag without operations', '/tags/0/x-uses', document({ paths: {}, tags: [{ name: 'thing', ...uses }] })],
  ['a server', '/servers/0/x-uses', document({ servers: [{ url: '/v1', ...uses }] })],
  ['paths', '/paths/x-uses', document({ paths: { '/thing': { get }, ...uses } })],
  ['a path item', '/paths/~1thing/x-uses', document({}, uses)],
  ['a path item without operations', '/paths/~1thing/x-uses', document({ paths: { '/thing': uses } })],
  ['the components', '/components/x-uses', document({ components: uses })],
  [
    'a response',
    '/paths/~1thing/get/responses/200/x-uses',
    document({}, {}, { responses: { 200: { description: 'A thing', ...uses } } }),
  ],
  ['a document of Swagger 2.0', '/x-uses', { ...old, ...uses }],
  ['a path item of Swagger 2.0', '/paths/~1thing/x-uses', { ...old, paths: { '/thing': { ...uses, get } } }],
])('%s', (_, pointer, descriptor, listing = general) => {
  const { diagnostics } = planDocuments({ 'thing.json': descriptor }, listing);
  const [found, ...others] = diagnostics.filter(({ found: what }) => what.includes('x-uses'));
  expect(found).toMatchObject({ code: 'W-KEY', pointer });
  expect(found?.accepted).toContain('the same in an operation');
  expect(others).toEqual([]);
});
