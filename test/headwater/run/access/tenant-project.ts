/** A project with a document type of each kind of ownership: notes of callers, orders of tenants, and products that all share. */

import { listing, makeProject, type ProjectFiles } from '../../../support/project.ts';

export const kinds = ['note', 'order', 'product'] as const;
export type Kind = (typeof kinds)[number];

/** What makes the type of each. */
const makers: Readonly<Record<Kind, string>> = {
  note: 'documentType',
  order: 'tenantDocumentType',
  product: 'sharedDocumentType',
};

const nameOf = (kind: Kind) => `${kind[0]?.toUpperCase()}${kind.slice(1)}`;

const callersWith = (scope: string) => ({ oauth2: [{ scope }], apiKey: [{ scope }] });

const id = { paramType: 'path', name: 'id', dataType: 'string', pattern: '^[0-9a-f]{24}$' };
const absent = { code: 404, reason: 'There is none' };
const query = (name: string, dataType = 'string') => ({ paramType: 'query', name, dataType });
const pageParameters = [query('query'), query('after'), query('size', 'int')];

function declarationOf(kind: Kind) {
  const name = nameOf(kind);
  const body = { paramType: 'body', name: 'body', dataType: `${name}Input`, required: true };
  const reading = kind === 'product' ? {} : callersWith(`${kind}:read`);
  const writing = callersWith(`${kind}:write`);
  const withId = { path: `/${kind}/{id}` };
  const listOfAll = {
    httpMethod: 'GET',
    nickname: 'listAll',
    responseClass: 'any',
    authorizations: callersWith('note:read'),
    parameters: pageParameters,
  };
  return {
    resourcePath: `/${kind}`,
    apis: [
      {
        path: `/${kind}`,
        operations: [
          {
            httpMethod: 'POST',
            nickname: 'create',
            responseClass: name,
            'x-idempotent': 'document',
            authorizations: writing,
            parameters: [body],
          },
          {
            httpMethod: 'GET',
            nickname: 'list',
            responseClass: 'any',
            authorizations: reading,
            parameters: pageParameters,
          },
        ],
      },
      {
        ...withId,
        operations: [
          {
            httpMethod: 'GET',
            nickname: 'getById',
            responseClass: name,
            authorizations: reading,
            parameters: [id],
            errorResponses: [absent],
          },
          {
            httpMethod: 'PUT',
            nickname: 'change',
            responseClass: name,
            authorizations: writing,
            parameters: [id, body],
            errorResponses: [absent],
          },
          {
            httpMethod: 'DELETE',
            nickname: 'remove',
            responseClass: 'void',
            authorizations: writing,
            parameters: [id],
            errorResponses: [absent],
          },
        ],
      },
      ...(kind === 'product' ? [] : [{ path: `/all/${kind}`, operations: [listOfAll] }]),
    ],
    models: {
      [`${name}Input`]: { properties: { title: { type: 'string', required: true, maxLength: 100 } } },
      [name]: {
        properties: {
          _id: { type: 'string', required: true },
          created: { type: 'date-time', required: true },
          updated: { type: 'date-time', required: true },
          revision: { type: 'int', required: true },
          title: { type: 'string', required: true },
        },
      },
    },
  };
}

function sourcesOf(kind: Kind): Readonly<Record<string, string>> {
  const name = nameOf(kind);
  const handler = (nickname: string, names: string, code: string) => ({
    [`handlers/${kind}/${nickname}.ts`]: `
import type { Handle } from '#generated/types/${kind}/${nickname}.ts';
import { ${names} } from 'headwater/documents';
import { ${kind}Type, ${kind}s } from '../../types/${kind}.ts';

void ${kind}Type;
void ${kind}s;
export const handle: Handle = ${code};
`,
  });
  return {
    [`types/${kind}.ts`]: `
import type { Models } from '#generated/models/${kind}.ts';
import { documentsOf, ${makers[kind]} } from 'headwater/documents';

export const ${kind}Type = ${makers[kind]}<Models['${name}']>({
  name: '${kind}',
  all: '${kind[0]}',
  ${kind === 'product' ? '' : 'isListedForAdmins: true,'}
  fields: { title: { kind: 'keyword', terms: '${kind[0]}t', isDefault: true } },
});
export const ${kind}s = documentsOf(${kind}Type);
`,
    ...handler(
      'create',
      'createDocument',
      `(_input, body, context) => createDocument(${kind}s(context), body, context)`,
    ),
    ...handler(
      'list',
      'listDocuments',
      `({ size = 10, ...request }, _body, context) => listDocuments(${kind}s(context), { from: 0, size, ...request })`,
    ),
    ...handler('getById', 'getDocument', `({ id }, _body, context) => getDocument(${kind}s(context), id)`),
    ...handler(
      'change',
      'changeDocument',
      `({ id }, body, context) => changeDocument(${kind}s(context), id, { contentOf: () => body })`,
    ),
    ...handler(
      'remove',
      'removeDocument',
      `({ id }, _body, context) => removeDocument(${kind}s(context), id)`,
    ),
    ...(kind === 'product'
      ? {}
      : handler(
          'listAll',
          'listPageOfAllOwners',
          `({ size = 10, ...request }, _body, context) => listPageOfAllOwners(${kind}Type, { size, ...request }, context)`,
        )),
  };
}

/** What a handler gets of its caller, by the access of its operation. */
const callers = {
  required: { authorizations: callersWith('note:read') },
  optional: { security: [{ oauth2: ['note:read'] }, {}] },
  everybody: {},
  /** Everybody may call it, and it reads what belongs to callers. */
  mistaken: {},
  /** Its response is stored. */
  repeatable: { httpMethod: 'POST', 'x-idempotent': true, authorizations: callersWith('note:write') },
};

const told = (nickname: keyof typeof callers) => `
import type { Handle } from '#generated/types/me/${nickname}.ts';

export const handle: Handle = (_input, _body, { caller, owner, hasScope, ...context }) => ({
  caller: caller ?? null,
  owner,
  tenant: 'tenant' in context ? (context.tenant ?? null) : null,
  mayWrite: hasScope('note:write'),
});
`;

export const claims = {
  org_id: { type: 'string', description: 'The tenant.', pattern: '^.*[a-z].*$', 'x-example': 'demo' },
  email: { type: 'string', required: true, maxLength: 30, 'x-example': 'demo@example.com' },
  'https://shop.example/level': { type: 'int', minimum: '1', maximum: '9' },
  groups: { type: 'array', items: { type: 'string' } },
};

export function tenantFiles(): ProjectFiles {
  return {
    'descriptors/api-docs.json': {
      ...listing,
      authorizations: {
        oauth2: {
          type: 'oauth2',
          scopes: kinds.flatMap((kind) => ['read', 'write'].map((verb) => ({ scope: `${kind}:${verb}` }))),
        },
        apiKey: { type: 'apiKey', passAs: 'header', keyname: 'X-API-Key' },
      },
      'x-claims': claims,
      'x-tenant': 'org_id',
    },
    ...Object.fromEntries(kinds.map((kind) => [`descriptors/${kind}.json`, declarationOf(kind)])),
    'descriptors/me.json': {
      resourcePath: '/me',
      apis: Object.entries(callers).map(([nickname, access]) => ({
        path: `/me/${nickname}`,
        operations: [{ httpMethod: 'GET', nickname, responseClass: 'any', parameters: [], ...access }],
      })),
    },
    ...Object.assign({}, ...kinds.map(sourcesOf)),
    'handlers/me/required.ts': told('required'),
    'handlers/me/optional.ts': told('optional'),
    'handlers/me/everybody.ts': told('everybody'),
    'handlers/me/repeatable.ts': told('repeatable'),
    'handlers/me/mistaken.ts': `
import type { Handle } from '#generated/types/me/mistaken.ts';
import { listDocuments } from 'headwater/documents';
import { notes } from '../../types/note.ts';

export const handle: Handle = (_input, _body, context) => listDocuments(notes(context), { from: 0, size: 1 });
`,
  };
}

export function makeTenantProject(): Promise<string> {
  return makeProject({
    'serverless.yml': `service: tenants
provider:
  name: aws
  httpApi: { cors: '\${file(./.generated/cors.json)}' }
resources:
  Resources: { Table: { Properties: { StreamSpecification: { StreamViewType: KEYS_ONLY } } } }
`,
    ...tenantFiles(),
  });
}
