/**
 * Requests that a deployed service must answer as its descriptors and the settings of its functions say. None of them
 * changes what is stored:
 *
 * - Each GET without a variable in its path, without a credential. A guarded one is refused.
 * - One operation of each function that accepts keys, with a key without scopes. The answer 403 shows that the function has
 *   found the key in the table; its handler does not run.
 * - The guarded ones among those GETs, with a key that has the scopes of the service. Its owner has no data.
 */

import { readFileSync } from 'node:fs';
import { openAccess } from '../lib/shared/access-settings.ts';
import { pagesVariable } from '../lib/shared/plan/page-files.ts';
import { referenceVariable } from '../lib/shared/plan/reference-files.ts';
import { checkedTable, deployedFunctions } from './deployed-functions.mjs';
import { withKeys } from './smoke-keys.mjs';

const tries = 5;
const pauseMs = 500;

/** A key has no such scope: it may act for other owners. */
const adminScope = 'admin';

/**
 * @param url of the API. @param stacks names, the parent first.
 * @throws Error if a function uses another table than that of the service, or if an answer is not as expected.
 */
export async function smokeTest(url, stacks) {
  const { roles, functions, access, documented } = readBuild();
  const { environments, ownTable } = await deployedFunctions(stacks, Object.keys(functions));
  const ofTable = roles.filter(({ actions, keyActions }) => actions.length + keyActions.length > 0);
  const users = ofTable.flatMap((role) => role.functions).filter((id) => environments.has(id));
  const tableName = users.length > 0 ? await checkedTable(environments, users, ownTable) : undefined;

  const routes = routesOf(functions, { access, documented, environments });
  const gets = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const keyed = routes.filter(({ keyScopes, isOpen }) => keyScopes && !isOpen);
  const scopes = [...new Set(keyed.flatMap(({ keyScopes }) => keyScopes.flat()))].filter(
    (scope) => scope !== adminScope,
  );
  const unknown = { method: 'GET', path: '/no-such-path', expected: [404] };
  const requests = [...gets.map(withoutKey), unknown];
  const send = (all) => sendAll(url.replace(/\/$/, ''), all);
  const results = await send(requests);
  if (keyed.length > 0)
    await withKeys(tableName, [[], scopes], async (plainKey, scopedKey) => {
      const plain = firstOfEach(keyed.filter(({ keyScopes }) => keyScopes.every(({ length }) => length > 0)));
      const scoped = gets.filter((route) => keyed.includes(route));
      results.push(...(await send(plain.map((route) => withPlainKey(route, plainKey)))));
      results.push(...(await send(scoped.map((route) => withScopedKey(route, scopedKey, scopes)))));
    });
  const wrong = results.flatMap(({ problem }) => problem ?? []);
  if (wrong.length > 0) throw new Error(`The service does not answer as it should:\n${wrong.join('\n')}`);
  console.log(summary(results, users, tableName));
}

function readBuild() {
  const read = (name) => JSON.parse(readFileSync(`.generated/${name}`, 'utf8'));
  const { routes } = read('access.json');
  const { paths } = read('openapi.json');
  const access = new Map(routes.map((route) => [`${route.method} ${route.path}`, route.access]));
  const documented = (path) => Object.keys(paths[path]?.get?.responses ?? { 200: {} }).map(Number);
  return { roles: read('roles.json'), functions: read('functions.json'), access, documented };
}

/** The routes of deployed functions; a HEAD has the function of its GET. */
function routesOf(functions, { access, documented, environments }) {
  const events = Object.entries(functions).flatMap(([id, { events }]) =>
    environments.has(id) ? events.flatMap(({ httpApi }) => (httpApi?.path ? [{ id, ...httpApi }] : [])) : [],
  );
  return events
    .filter(({ method }) => method !== 'HEAD')
    .map(({ id, method, path }) => {
      const { ACCESS, [referenceVariable]: reference, [pagesVariable]: pages = '' } = environments.get(id);
      const alternatives = access.get(`${method} ${path}`) ?? [];
      const keys = alternatives.filter(({ scheme }) => scheme === 'apiKey');
      const sameHeader = keys.filter(({ header }) => header === keys[0].header);
      const isPage = path === `/${id}` || path === `/${id}/{file}`;
      const isOff = (id === 'reference' && reference !== 'on') || (isPage && !pages.split(' ').includes(id));
      return {
        ...{ id, method, path },
        isOpen: ACCESS === openAccess,
        isGuarded: alternatives.length > 0 && ACCESS !== openAccess,
        // A parameter may be required, and an owner without data may have none of what is asked for.
        answers: isOff
          ? [404]
          : documented(path).filter((status) => status < 401 || [404, 409].includes(status)),
        ...(keys.length > 0
          ? { header: keys[0].header, keyScopes: sameHeader.map(({ scopes }) => scopes) }
          : {}),
      };
    });
}

function firstOfEach(routes) {
  return routes.filter(({ id }, index) => routes.findIndex((other) => other.id === id) === index);
}

function withoutKey({ isGuarded, answers, ...route }) {
  return { ...route, expected: isGuarded ? [401] : answers, isRead: !isGuarded };
}

function withPlainKey(route, key) {
  const headers = { [route.header]: key };
  return { ...route, headers, how: ', with a key without scopes', expected: [403], isRead: true };
}

function withScopedKey(route, key, scopes) {
  const isAllowed = route.keyScopes.some((needed) => needed.every((scope) => scopes.includes(scope)));
  const expected = isAllowed ? route.answers : [403];
  return { ...route, headers: { [route.header]: key }, how: ', with a key', expected, isRead: true };
}

async function sendAll(url, requests) {
  const results = [];
  for (const request of requests) {
    const { method, path, how = '', expected } = request;
    const status = await statusOf(`${url}${path.replaceAll(/\{[^}]*\}/g, 'smoke-test')}`, request);
    const shown = `${method} ${path}${how}`;
    console.log(`${status} ${shown}`);
    const problem = `${shown}: ${status} instead of ${expected.join(' or ')}`;
    results.push({ ...request, status, ...(expected.includes(status) ? {} : { problem }) });
  }
  return results;
}

/** A route, a key and the settings of a function may take a second until all parts of AWS know them. */
async function statusOf(url, { method, headers = {}, expected }) {
  for (let tried = 1; ; tried++) {
    const status = await fetch(url, { method, headers, redirect: 'manual' }).then(
      (response) => response.status,
      () => 0,
    );
    if (expected.includes(status) || tried === tries) return status;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}

function summary(results, users, tableName) {
  const sent = `${results.length} requests have been answered as they should.`;
  if (tableName === undefined) return `${sent} No function uses a table.`;
  // A request that lacks a parameter may end before its function reads anything.
  const reached = new Set(results.flatMap(({ id, isRead, status }) => (isRead && status !== 400 ? id : [])));
  const others = users.filter((id) => !reached.has(id));
  const compared = `All ${users.length} functions that use a table have the name ${tableName}, and ${users.length - others.length} of them have read it.`;
  if (others.length === 0) return `${sent} ${compared}`;
  return `${sent} ${compared} No request of this test makes the others read a table: ${others.join(', ')}.`;
}
