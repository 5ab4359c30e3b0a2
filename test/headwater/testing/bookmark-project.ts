/** A small project that is called through `headwater/testing`: documents, credentials, a schedule, and handlers that misbehave. */

import { listing, makeProject } from '../../support/project.ts';

const protectedBy = (scope: string) => ({ oauth2: [{ scope }], apiKey: [{ scope }] });

const get = (nickname: string, responseClass = 'any', rest: object = {}) => ({
  path: `/probe/${nickname}`,
  operations: [{ httpMethod: 'GET', nickname, responseClass, parameters: [], ...rest }],
});

const bookmark = {
  resourcePath: '/bookmark',
  authorizations: protectedBy('bookmark:read'),
  apis: [
    {
      path: '/bookmark',
      operations: [
        {
          httpMethod: 'POST',
          nickname: 'create',
          responseClass: 'Bookmark',
          'x-idempotent': true,
          authorizations: protectedBy('bookmark:write'),
          parameters: [{ paramType: 'body', name: 'body', dataType: 'BookmarkInput', required: true }],
        },
        {
          httpMethod: 'GET',
          nickname: 'list',
          responseClass: 'Bookmarks',
          parameters: [{ paramType: 'query', name: 'query', dataType: 'string', maxLength: 512 }],
        },
      ],
    },
    {
      path: '/bookmark/{id}',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'getById',
          responseClass: 'Bookmark',
          parameters: [{ paramType: 'path', name: 'id', dataType: 'string', pattern: '^[0-9a-f]{24}$' }],
          errorResponses: [{ code: 404, reason: 'There is no such bookmark' }],
        },
      ],
    },
  ],
  models: {
    BookmarkInput: {
      id: 'BookmarkInput',
      properties: { url: { type: 'string', required: true, pattern: '^https?://', maxLength: 2000 } },
    },
    Bookmark: {
      id: 'Bookmark',
      properties: {
        _id: { type: 'string', required: true },
        created: { type: 'date-time', required: true },
        updated: { type: 'date-time', required: true },
        revision: { type: 'int', required: true },
        url: { type: 'string', required: true },
      },
    },
    Bookmarks: {
      id: 'Bookmarks',
      properties: {
        total: { type: 'int', required: true },
        hits: { type: 'List[Bookmark]', required: true },
      },
    },
  },
};

const deployment = `service: bookmarks
provider:
  name: aws
  environment: { STAGE: test }
  httpApi: { cors: '\${file(./.generated/cors.json)}' }
resources:
  Resources: { Table: { Properties: { StreamSpecification: { StreamViewType: KEYS_ONLY } } } }
`;

const bookmarks = `
import type { Models } from '#generated/models/bookmark.ts';
import { documentsOf, documentType } from 'headwater/documents';

export const bookmarks = documentsOf(
  documentType<Models['Bookmark']>({
    name: 'bookmark',
    all: 'b',
    fields: { url: { kind: 'keyword', terms: 'bu', isDefault: true } },
  }),
);
`;

const handlers = {
  'handlers/bookmark/create.ts': `
import type { Handle } from '#generated/types/bookmark/create.ts';
import { createDocument } from 'headwater/documents';
import { bookmarks } from '../../bookmarks.ts';

export const handle: Handle = (_input, body, context) => createDocument(bookmarks(context), body, context);
`,
  'handlers/bookmark/list.ts': `
import type { Handle } from '#generated/types/bookmark/list.ts';
import { listDocuments } from 'headwater/documents';
import { bookmarks } from '../../bookmarks.ts';

export const handle: Handle = async (request, _body, context) => {
  const { total, hits } = await listDocuments(bookmarks(context), { from: 0, size: 10, ...request });
  return { total, hits };
};
`,
  'handlers/bookmark/getById.ts': `
import type { Handle } from '#generated/types/bookmark/getById.ts';
import { getDocument } from 'headwater/documents';
import { bookmarks } from '../../bookmarks.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(bookmarks(context), id);
`,
};

/** What a handler may do to the process that it runs in. */
const probes = {
  times:
    '() => ({ now: Date.now(), iso: new Date().toISOString(), text: Date(), leap: new Date(0).getTime() })',
  variables: '() => ({ stage: process.env.STAGE, mine: process.env.MINE ?? null })',
  remote:
    "async () => (await fetch('https://api.example.org/rates?base=EUR', { method: 'POST', body: 'EUR' })).json()",
  logged:
    "() => { console.log('plain', 1); console.warn(JSON.stringify({ size: 2 })); console.error({ deep: [3] }); return 1; }",
  failing: "() => { throw new Error('out of ink'); }",
  ending: '() => process.exit(7)',
  rejecting:
    "async () => { void Promise.reject(new Error('nobody waits')); await new Promise((r) => setTimeout(r, 1e9)); }",
  hanging: '() => new Promise<never>(() => undefined)',
  blocking: '() => { for (;;); }',
  ticking: '() => { setInterval(() => undefined, 1_000); return 1; }',
  counting: `(() => {
    let calls = 0;
    let running = 0;
    return async () => {
      running++;
      const found = { calls: ++calls, running };
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      return found;
    };
  })()`,
};

export function makeBookmarkProject(): Promise<string> {
  const names = Object.keys(probes);
  return makeProject(
    {
      'descriptors/api-docs.json': {
        ...listing,
        authorizations: {
          oauth2: {
            type: 'oauth2',
            scopes: [
              { scope: 'bookmark:read', description: 'Read bookmarks' },
              { scope: 'bookmark:write', description: 'Keep pages' },
            ],
          },
          apiKey: { type: 'apiKey', passAs: 'header', keyname: 'X-API-Key' },
        },
      },
      'descriptors/bookmark.json': bookmark,
      'descriptors/probe.json': {
        resourcePath: '/probe',
        'x-schedules': [
          { nickname: 'sweep', every: '1 minute', summary: 'Look after bookmarks' },
          { nickname: 'stuck', every: '1 minute', summary: 'Wait for what never comes' },
          { nickname: 'busy', every: '1 minute', summary: 'Count for ever' },
        ],
        'x-consumers': [
          { nickname: 'follow', summary: 'Tell of bookmarks', sortKeyPrefix: 'document', dataType: 'Keys' },
        ],
        apis: [...names.map((name) => get(name)), get('undeclared', 'Declared')],
        models: {
          Declared: { id: 'Declared', properties: { size: { type: 'int', required: true } } },
          Keys: {
            id: 'Keys',
            properties: {
              pk: { type: 'string', required: true },
              sk: { type: 'string', required: true, enum: ['document'] },
            },
          },
        },
      },
      'serverless.yml': deployment,
      'bookmarks.ts': bookmarks,
      ...handlers,
      ...Object.fromEntries(
        names.map((name) => [
          `handlers/probe/${name}.ts`,
          `export const handle = ${probes[name as keyof typeof probes]};\n`,
        ]),
      ),
      'handlers/probe/undeclared.ts': "export const handle = () => ({ size: '1' }) as never;\n",
      'handlers/probe/follow.ts':
        'export const handle = ({ pk }: { pk: string }) => { console.info(pk); };\n',
      'handlers/probe/stuck.ts': `export const handle = ${probes.hanging};\n`,
      'handlers/probe/busy.ts': `export const handle = ${probes.blocking};\n`,
      'handlers/probe/sweep.ts':
        "export const handle = () => { console.info('swept at', new Date().toISOString()); };\n",
    },
    { settings: { cors: { origins: ['https://app.example.com'] } } },
  );
}
