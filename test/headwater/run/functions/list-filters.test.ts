/** The list of docs/headwater/lists.md: filters and the sort as parameters, and the links to its pages; and one of Swagger 1.x. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { filesIn } from '../../../support/documentation.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { startEngine } from '../../../support/engine.ts';
import { listing, makeProject } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

const old = {
  resourcePath: '/old',
  apis: [
    {
      path: '/old/{state}',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'find',
          responseClass: 'any',
          parameters: [
            { paramType: 'path', name: 'state', dataType: 'string', 'x-filter': 'state' },
            { paramType: 'query', name: 'from', dataType: 'int', defaultValue: 0 },
            { paramType: 'query', name: 'size', dataType: 'int', defaultValue: 2 },
            { paramType: 'query', name: 'after', dataType: 'string' },
            {
              ...{ paramType: 'query', name: 'price', type: 'array', items: { type: 'double' }, maxItems: 5 },
              'x-filter': { field: 'price' },
            },
          ],
        },
      ],
    },
  ],
};

const oldHandler = `import type { Handle } from '#generated/types/old/find.ts';
import { listPage } from 'headwater/documents';
import { products } from '../product/products.ts';

export const handle: Handle = (input, _body, context) => listPage(products(context), input, context);
`;

const page = await readFile(join(repository, 'docs/headwater/lists.md'), 'utf8');

/** The files of the page. The folder lib/ of such a project is that of this repository. */
const shown = [...filesIn(page)].map(([path, text]) => [
  path.replace('lib/', 'handlers/product/'),
  text.replace('../../lib/products.ts', './products.ts'),
]);

/** A list that compares a field as its kind does not: the build knows no types of documents. */
const wrongList = (filter: unknown) => ({
  ...{ httpMethod: 'GET', responseClass: 'any' },
  parameters: [
    { paramType: 'query', name: 'size', dataType: 'int', defaultValue: 2 },
    { paramType: 'query', name: 'until', dataType: 'Date', 'x-filter': filter },
  ],
});

const wrong = {
  resourcePath: '/wrong',
  apis: [
    {
      path: '/wrong/range',
      operations: [{ ...wrongList({ field: 'state', op: '<' }), nickname: 'range' }],
    },
    { path: '/wrong/all', operations: [{ ...wrongList({ field: 'state', op: '<' }), nickname: 'all' }] },
    { path: '/wrong/hidden', operations: [{ ...wrongList('due'), nickname: 'hidden' }] },
  ],
};

const wrongHandler = (name: string) =>
  oldHandler.replace('old/find', `wrong/${name}`).replace('../product/products.ts', './products.ts');

const wrongType = `import { documentsOf, documentType } from 'headwater/documents';
import type { Models } from '#generated/models/product.ts';

const fields = { name: 'not searchable', price: 'not searchable', state: { kind: 'keyword' }, due: 'not searchable' } as const;
export const productType = documentType<Models['Product']>({ name: 'product', all: 'p', isListedForAdmins: true, fields });
export const products = documentsOf(productType);
`;

const files = {
  'descriptors/api-docs.json': listing,
  'descriptors/wrong.json': wrong,
  'handlers/wrong/range.ts': wrongHandler('range'),
  'handlers/wrong/hidden.ts': wrongHandler('hidden'),
  'handlers/wrong/all.ts': wrongHandler('all')
    .replace(
      'products(context), input, context',
      "productType, input, { ...context, caller: { subject: 'ann', credential: 'key:ann' } }",
    )
    .replace('{ products }', '{ productType }')
    .replaceAll('listPage', 'listPageOfAllOwners'),
  'handlers/wrong/products.ts': wrongType,
  'descriptors/old.json': old,
  'handlers/old/find.ts': oldHandler,
  ...Object.fromEntries(shown),
};

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));

/** The rows of the table with this head. */
function rowsOf(head: string): string[][] {
  const [, rows = ''] = page.split(`| ${head} |\n`);
  return rows.split('\n\n', 1)[0]?.split('\n').slice(1).map(cellsOf) ?? [];
}

interface Found {
  readonly total: number;
  readonly hits: readonly { readonly name: string }[];
  readonly after?: string;
}

let project: string;
let list: CallFunction;
let listOld: CallFunction;

beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  project = await makeProject(files);
  expect((await build(project)).diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
  const create = await loadFunction(project, 'product-createProduct');
  for (const [name, price, state, due] of rowsOf('name | price | state | due')) {
    const body = JSON.stringify({ name, price: Number(price), state, ...(due ? { due } : {}) });
    const headers = { 'content-type': 'application/json' };
    expect(await create({ method: 'POST', url: '/v1/product', headers, body })).toMatchObject({
      status: 201,
    });
  }
  list = await loadFunction(project, 'product-listProducts');
  listOld = await loadFunction(project, 'old-find');
});

async function found(rawQueryString: string): Promise<readonly string[]> {
  const answer = await list({ url: `/v1/product?${rawQueryString}` });
  expect(answer.status).toBe(200);
  return (answer.body as Found).hits.map(({ name }) => name);
}

const requests = rowsOf('parameters | finds');

test('the page has requests', { tags: ['functions'] }, () => {
  expect(requests.length).toBeGreaterThan(10);
});

test.each(requests)('?%s finds %s', { tags: ['functions'] }, async (query, names = '') => {
  expect((await found(query)).join(', ') || 'nothing').toBe(names);
});

test('a value that the descriptor does not allow is refused', { tags: ['functions'] }, async () => {
  expect(await list({ url: '/v1/product?status=lost' })).toMatchObject({ status: 400 });
  expect(await list({ url: '/v1/product?sort=name' })).toMatchObject({ status: 400 });
});

// A test that calls the operation finds it, not the first caller with the parameter.
test.each([
  ['range', 'A filter compares state by <. It is a keyword'],
  ['hidden', 'A filter names due. The fields are'],
  ['all', 'A filter compares state by <. It is a keyword'],
])('a wrong x-filter fails each call: %s', { tags: ['functions'] }, async (name, message) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const call = await loadFunction(project, `wrong-${name}`);
  expect(await call({ url: `/v1/wrong/${name}` })).toMatchObject({ status: 500 });
  expect(JSON.stringify(errors.mock.calls)).toContain(message);
});

describe('pages', () => {
  const linksOf = ({ headers = {} }: Awaited<ReturnType<CallFunction>>) =>
    String(headers['link'])
      .split(', ')
      .filter((link) => !link.includes('describedby') && !link.includes('collection'));

  test('of cursors link to the next one, with all filters', { tags: ['functions'] }, async () => {
    const first = await list({ url: '/v1/product?status=open&sort=-price&size=1' });
    const { total, after, hits } = first.body as Found;
    expect([total, hits.map(({ name }) => name)]).toEqual([2, ['red desk lamp']]);
    expect(linksOf(first)).toEqual([
      `</v1/product?status=open&sort=-price&size=1&after=${after}>; rel="next"`,
    ]);
    const rawQueryString = `status=open&sort=-price&size=1&after=${after}`;
    expect(await found(rawQueryString)).toEqual(['blue lamp']);
    expect(linksOf(await list({ url: `/v1/product?${rawQueryString}` }))).toEqual([]);
    const other = await list({ url: `/v1/product?${rawQueryString.replace('-price', 'price')}` });
    expect(other).toMatchObject({ status: 400 });
  });

  test('of positions link to the first and the previous one, too', { tags: ['functions'] }, async () => {
    const answer = await listOld({
      url: '/v1/old/open?from=1&size=1&price=0.3&price=9.99',
      pathParameters: { state: 'open' },
    });
    const { total, hits } = answer.body as Found;
    expect([total, hits.map(({ name }) => name)]).toEqual([2, ['red desk lamp']]);
    expect(linksOf(answer)).toEqual([
      '</v1/old/open?price=0.3&price=9.99&from=0&size=1>; rel="prev"',
      '</v1/old/open?price=0.3&price=9.99&from=0&size=1>; rel="first"',
    ]);
  });
});
