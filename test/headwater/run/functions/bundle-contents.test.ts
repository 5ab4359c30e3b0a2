/** Every kind of function contains exactly the modules and packages that its steps need. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { filesIn } from '../../../support/documentation.ts';
import { listing, makeProject } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

const inFolder = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}/${name}.ts`);

/** Parts of a function, with their modules in lib/ and their packages. */
const parts = {
  always: [
    'shared/errors.ts',
    'shared/json/is-object.ts',
    'run/http/log.ts',
    'shared/log.ts',
    ...inFolder('run/http/request', 'preconditions', 'request-ids'),
    ...inFolder('run/http/response', 'http-response', 'links', 'plain-members', 'problem'),
    ...inFolder('run/http/steps', 'chain', 'finalize-response', 'format-errors'),
    ...inFolder('run/http/steps', 'receive-event', 'step'),
    'shared/owner.ts',
    'shared/project-names.ts',
    'shared/plan/response-headers.ts',
    '@middy/core',
  ],
  result: inFolder('run/http/steps', 'negotiate', 'respond'),
  noResult: ['run/http/steps/respond.ts'],
  noInput: ['run/http/steps/cast-input.ts'],
  input: [
    ...inFolder('run/http/request', 'issue', 'query-string'),
    ...inFolder('run/http/steps', 'cast-input', 'check-request'),
    'shared/plan/operation-plan.ts',
    '@middy/util',
    '@middy/validator',
  ],
  parameters: ['run/http/request/cast.ts'],
  integers: ['run/http/request/casters.ts'],
  json: [
    'run/http/request/casters.ts',
    ...inFolder('shared/json', 'explain-syntax', 'inspect-json', 'long-integers', 'lossless-json', 'pointer'),
    'jsonc-parser',
  ],
  precondition: ['run/http/steps/require-precondition.ts'],
  jsonBody: [
    'run/http/request/body.ts',
    'run/http/steps/parse-body.ts',
    ...inFolder('shared/json', 'decimals', 'plain-json'),
    '@middy/http-json-body-parser',
  ],
  readOnly: [
    'run/http/request/read-only.ts',
    ...inFolder('shared/json', 'equal', 'long-integers', 'own-member', 'pointer'),
  ],
  form: [
    ...inFolder('run/http/request', 'body', 'cast', 'form'),
    ...inFolder('run/http/steps', 'cast-form', 'parse-form'),
    'shared/plan/operation-plan.ts',
  ],
  urlencoded: ['run/http/request/form.ts'],
  multipart: ['run/http/request/read-multipart.ts', '@fastify/busboy'],
  idempotency: [
    'run/http/request/body.ts',
    'run/http/steps/idempotency.ts',
    'shared/json/own-member.ts',
    'shared/plan/operation-plan.ts',
    'shared/settings.ts',
    'store',
    'shared/json/omit.ts',
    ...inFolder('shared/rights', 'settings-rights', 'unit-rights'),
    '@aws-sdk',
  ],
  access: [
    'run/http/steps/authorize.ts',
    'shared/access-settings.ts',
    ...inFolder('shared/json', 'omit', 'own-member'),
    'run/access/authenticators.ts',
  ],
  keys: [
    ...inFolder('run/access', 'key-finder', 'stored-keys'),
    ...inFolder('shared/rights', 'key-rights', 'settings-rights'),
    ...['shared/settings.ts', 'store', '@aws-sdk'],
  ],
  pages: ['run/http/response/pagination.ts'],
  descriptors: ['run/http/handlers/descriptors.ts'],
  defaultRoute: [
    'run/http/handlers/default-route.ts',
    'shared/path-template.ts',
    'shared/plan/reference-files.ts',
  ],
  unrouted: [
    ...['run/http/request/issue.ts', 'run/http/steps/authorize.ts', 'shared/access-settings.ts'],
    'shared/json/own-member.ts',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Part = keyof typeof parts;

const pathId = { paramType: 'path', name: 'id', type: 'string' };
const from = { paramType: 'query', name: 'from', type: 'int' };
const like = { paramType: 'query', name: 'like', type: 'object' };
const body = { paramType: 'body', type: 'any' };
const made = {
  ...body,
  type: 'object',
  properties: { made: { type: 'string', 'x-read-only': true } },
};
const title = { paramType: 'form', name: 'title', type: 'string' };
const photo = { paramType: 'form', name: 'photo', type: 'File' };

interface Kind {
  readonly method: string;
  readonly parameters: readonly object[];
  /** Additional members of the operation. */
  readonly more?: object;
  readonly parts: readonly Part[];
}

/** Kinds of functions by nickname. */
const kinds: Readonly<Record<string, Kind>> = {
  get: { method: 'GET', parameters: [pathId], parts: ['result', 'input', 'parameters'] },
  list: { method: 'GET', parameters: [from], parts: ['result', 'input', 'parameters', 'integers', 'pages'] },
  find: { method: 'GET', parameters: [like], parts: ['result', 'input', 'parameters', 'json'] },
  post: { method: 'POST', parameters: [body], parts: ['result', 'input', 'jsonBody'] },
  put: { method: 'PUT', parameters: [pathId, body], parts: ['result', 'input', 'parameters', 'jsonBody'] },
  patch: {
    method: 'PATCH',
    parameters: [pathId, body],
    parts: ['result', 'input', 'parameters', 'jsonBody'],
  },
  remove: {
    method: 'DELETE',
    parameters: [pathId],
    more: { type: 'void', 'x-require-precondition': true },
    parts: ['noResult', 'input', 'parameters', 'precondition'],
  },
  change: {
    method: 'PUT',
    parameters: [made],
    parts: ['result', 'input', 'jsonBody', 'readOnly'],
  },
  form: {
    method: 'POST',
    parameters: [title],
    more: { consumes: ['application/x-www-form-urlencoded'] },
    parts: ['result', 'input', 'form', 'urlencoded'],
  },
  upload: { method: 'POST', parameters: [photo], parts: ['result', 'input', 'form', 'multipart'] },
  pay: {
    method: 'POST',
    parameters: [body],
    more: { 'x-idempotent': true },
    parts: ['result', 'input', 'parameters', 'jsonBody', 'idempotency'],
  },
  token: {
    method: 'GET',
    parameters: [pathId],
    more: { authorizations: { oauth2: [{ scope: 'thing:read' }] } },
    parts: ['result', 'input', 'parameters', 'access'],
  },
  key: {
    method: 'GET',
    parameters: [pathId],
    more: { authorizations: { apiKey: [] } },
    parts: ['result', 'input', 'parameters', 'access', 'keys'],
  },
};

const paginating = `import { type OperationContext, pageLinks } from 'headwater/http';
export const handle = ({ from = 0 }, _body: unknown, { query, response }: OperationContext) => {
  response.pages = pageLinks({ from, size: 1, total: 9 }, { query });
  return [];
};`;

let greeting: ReadonlyMap<string, string>;
let metafile: Metafile;

beforeAll(async () => {
  const page = await readFile(join(repository, 'docs/headwater/resources.md'), 'utf8');
  greeting = new Map([...filesIn(page)].filter(([path]) => path.includes('greeting')));
  const apis = Object.entries(kinds).map(([nickname, { method, parameters, more }]) => ({
    path: parameters.includes(pathId) ? `/${nickname}/{id}` : `/${nickname}`,
    operations: [{ method, nickname, type: 'any', parameters, ...more }],
  }));
  const handlers = Object.keys(kinds).map((nickname) => [
    `handlers/thing/${nickname}.ts`,
    nickname === 'list' ? paginating : 'export const handle = () => undefined;',
  ]);
  const project = await makeProject({
    'descriptors/api-docs.json': {
      ...listing,
      authorizations: { oauth2: { type: 'oauth2' }, apiKey: { type: 'apiKey', passAs: 'header' } },
    },
    'descriptors/thing.json': { resourcePath: '/', apis },
    ...Object.fromEntries([...handlers, ...greeting]),
  });
  expect((await build(project)).diagnostics).toEqual([]);
  metafile = JSON.parse(await readFile(join(project, '.generated/metafile.json'), 'utf8'));
});

/** Modules of lib/ and packages with at least one byte in the bundle; the store is one entry. */
function contentsOf(id: string): Set<string> {
  const { inputs = {} } = metafile.outputs[`.generated/bundles/${id}/index.mjs`] ?? {};
  const names = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
    const [, packageName] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    if (bytesInOutput === 0) return [];
    if (packageName !== undefined) return [packageName.replace(/^(?:@aws-sdk|@aws|@smithy)\/.*/, '@aws-sdk')];
    const [, ours] = /(?:^|\/)lib\/headwater\/(.*)/.exec(path) ?? [];
    return ours === undefined ? [] : [ours.replace(/^data\/store\/.*/, 'store')];
  });
  // Ignores the helpers of validators, which depend on the schemas, and dependencies of the SDK.
  return new Set(names).difference(
    new Set(['shared/json/add-errors.ts', 'shared/json/count-characters.ts', 'mnemonist', 'obliterator']),
  );
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();
const all = (names: readonly Part[]) => sorted(['always' as const, ...names].flatMap((name) => parts[name]));

test.each(Object.entries(kinds))('the function of kind %s contains what its steps need', (nickname, kind) => {
  expect(sorted(contentsOf(`thing-${nickname}`))).toEqual(all(kind.parts));
});

test('the functions of the service contain no code that casts or checks input', () => {
  expect(sorted(contentsOf('api-docs'))).toEqual(all(['result', 'noInput', 'descriptors']));
  expect(sorted(contentsOf('default-route'))).toEqual(
    all(['noResult', 'noInput', 'defaultRoute', 'unrouted']),
  );
});

test('the greeting of docs/headwater/resources.md contains what its steps need', () => {
  expect([...greeting.keys()]).toEqual(['descriptors/greeting.json', 'handlers/greeting/read.ts']);
  expect(sorted(contentsOf('greeting-read'))).toEqual(all(['result', 'input', 'parameters', 'integers']));
});

describe('bytes of a bundle', () => {
  const bytesOf = (id: string) => metafile.outputs[`.generated/bundles/${id}/index.mjs`]?.bytes;

  test.each([
    ['api-docs', 22_000],
    ['default-route', 26_800],
    ['reference', 19_700],
    ['greeting-read', 27_700],
  ])('%s are at most %d', (id, most) => {
    expect(bytesOf(id)).toBeLessThanOrEqual(most);
  });
});
