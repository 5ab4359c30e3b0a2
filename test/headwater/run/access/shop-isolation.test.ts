/**
 * Every operation of the example shop, called by everybody with all that one company has: its ids, cursors, Idempotency-Keys, links and
 * name. No answer has anything of the company, and nothing of it changes.
 *
 * @module-tag access
 */

import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestCaller, type TestService, testService } from 'headwater/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteAccess, ServiceAccess } from '../../../../lib/headwater/compile/aws/access-json.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { repository } from '../../../support/repository.ts';

let service: TestService<unknown>;
let routes: readonly RouteAccess[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-shop-'));
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await cp(join(repository, 'docs/examples/shop'), folder, { recursive: true });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  service = await testService({ projectFolder: folder, secrets: { links: 'a secret' } });
  const access: ServiceAccess = JSON.parse(await readFile(join(folder, '.generated/access.json'), 'utf8'));
  ({ routes } = access);
});

afterAll(() => service?.close());

type Headers = Readonly<Record<string, string>>;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Headers;
}

async function send({ fetch }: TestCaller<unknown>, { method, path, body, headers = {} }: Sent) {
  const type = path.endsWith('/picture') ? 'image/png' : 'application/json';
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : type;
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': contentType }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, text, all: `${text} ${JSON.stringify([...response.headers])}` };
}

/** What nobody else may see. */
interface Company {
  readonly caller: TestCaller<unknown>;
  readonly customer: string;
  readonly order: string;
  readonly product: string;
  readonly after: string;
  readonly placed: Sent;
  /** What of it an answer must not have. */
  readonly marks: readonly string[];
}

const email = 'secret-of-acme@example.com';

async function makeCompany(staff: TestCaller<unknown>): Promise<Company> {
  const caller = await service.withKey({ tenant: 'acme', scopes: ['shop'] });
  const made = async (by: TestCaller<unknown>, request: Sent) => {
    const { status, text } = await send(by, request);
    expect(status, text).toBeLessThan(300);
    return JSON.parse(text);
  };
  const post = (path: string, body: object, headers: Headers = {}): Sent => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    headers,
  });
  const product = (await made(staff, post('/v1/product', { name: 'Kettle', price: 7, stock: 100 })))._id;
  const customer = (await made(caller, post('/v1/customer', { name: 'Secret', email })))._id;
  const order = { customer, items: [{ product, quantity: 3 }] };
  const placed = post('/v1/order', order, { 'idempotency-key': 'acme-1' });
  const { _id } = await made(caller, placed);
  await made(caller, post('/v1/order', order));
  const { after } = await made(caller, { method: 'GET', path: '/v1/order?size=1' });
  return { caller, customer, order: _id, product, after, placed, marks: [customer, _id, email, 'Secret'] };
}

const stateOf = async ({ caller, order, customer }: Company) => {
  const paths = [`/v1/order/${order}`, `/v1/customer/${customer}`, '/v1/order'];
  const answers = await Promise.all(paths.map((path) => send(caller, { method: 'GET', path })));
  return answers.map(({ status, text }) => [status, text]);
};

/** Each route, with all that the company has in place of its parameters. */
function requestsOf({ method, path }: RouteAccess, company: Company): Sent[] {
  const ids = [company.order, company.customer, company.product];
  const targets = path.includes('{') ? ids.map((id) => path.replace(/\{\w+\}/, id)) : [path];
  const bodies: Readonly<Record<string, string>> = {
    '/v1/customer': '{"name":"Eve","email":"eve@example.com"}',
    '/v1/order': company.placed.body ?? '',
    '/v1/product': '{"name":"Pot","price":1,"stock":1}',
  };
  const body = bodies[path] ?? (method === 'PATCH' ? '{"name":"Eve"}' : undefined);
  const upload = path.endsWith('/picture') && method === 'PUT' ? 'png' : undefined;
  const queries = method === 'GET' && !path.includes('{') ? ['', `?after=${company.after}`, '?size=1'] : [''];
  const content = ['GET', 'HEAD', 'DELETE'].includes(method) ? undefined : (body ?? upload);
  return targets.flatMap((target) =>
    queries.flatMap((query) =>
      [{}, { 'idempotency-key': 'acme-1' }, { 'x-owner': 'acme' }].map((headers) => ({
        method,
        path: target + query,
        headers,
        ...(content === undefined ? {} : { body: content }),
      })),
    ),
  );
}

/** What somebody gets, and what of the company is in it. The request itself may name the company's ids. */
async function answersTo(name: string, caller: TestCaller<unknown>, company: Company) {
  const answers = [];
  for (const route of routes)
    for (const request of requestsOf(route, company)) {
      const { status, all } = await send(caller, request);
      const own = request.path + (request.body ?? '');
      const told = company.marks.filter((mark) => all.includes(mark) && !own.includes(mark));
      answers.push({ name, route: `${route.method} ${route.path}`, request, status, told });
    }
  return answers;
}

test('nobody gets or changes anything of a company, whatever they know of it', async () => {
  const staff = await service.withKey({ tenant: 'shop', scopes: ['catalogue', 'admin', 'shop'] });
  const company = await makeCompany(staff);
  const before = await stateOf(company);
  expect(before.map(([status]) => status)).toEqual([200, 200, 200]);
  const others: Readonly<Record<string, TestCaller<unknown>>> = {
    nobody: service,
    globex: await service.withKey({ tenant: 'globex', scopes: ['shop'] }),
    'globex in the catalogue': await service.withKey({ tenant: 'globex', scopes: ['shop', 'catalogue'] }),
    // Its own documents belong to the company's name, and so do its Idempotency-Keys; its tenant does not.
    'an owner named acme': await service.withKey({ owner: 'acme', tenant: 'globex', scopes: ['shop'] }),
    'an owner named like a tenant': await service.withKey({
      owner: 'globex',
      tenant: 'other',
      scopes: ['shop'],
    }),
  };
  const found = Object.entries(others).map(([name, caller]) => answersTo(name, caller, company));
  const answers = (await Promise.all(found)).flat();
  const leaks = answers.filter(({ status, told }) => told.length > 0 || status >= 500);
  expect(leaks).toEqual([]);
  expect(await stateOf(company)).toEqual(before);
  const done = new Set(answers.map(({ route, status }) => `${route} ${status < 300}`));
  expect(done.size).toBeGreaterThan(25);
  // The staff acts for a company that it names, and for no other.
  const named = await send(staff, { method: 'GET', path: '/v1/order', headers: { 'x-owner': 'acme' } });
  expect(JSON.parse(named.text).total).toBe(2);
  const own = await send(staff, { method: 'GET', path: '/v1/order' });
  expect(JSON.parse(own.text).total).toBe(0);
  const repeated = await send(staff, {
    ...company.placed,
    headers: { ...company.placed.headers, 'x-owner': 'acme' },
  });
  expect(repeated.status).toBe(422);
});
