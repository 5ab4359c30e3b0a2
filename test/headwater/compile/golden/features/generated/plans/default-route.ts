// Requests that match no route: unknown paths, other methods, OPTIONS
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';
import type { RouteMethods } from 'headwater/internal/plan/function-plan';

export const operation = {
  id: 'default-route',
  successStatus: 204,
  produces: [],
  parameters: [],
  access: [
    [{ scheme: 'bearer', name: 'authorization', scopes: [] }],
    [{ scheme: 'apiKey', name: 'x-other-key', scopes: [] }],
    [{ scheme: 'apiKey', name: 'x-thing-key', scopes: [] }],
  ],
} as const satisfies RuntimeOperation;

export const routes = [
  { path: '/v2/thing', methods: ['GET', 'HEAD', 'POST'], describedBy: '/v2/api-docs.json/thing' },
  {
    path: '/v2/thing/{id}',
    methods: ['DELETE'],
    isProtected: true,
    describedBy: '/v2/api-docs.json/thing',
  },
  { path: '/v2/thing/{id}/files', methods: ['PUT', 'POST'], describedBy: '/v2/api-docs.json/thing' },
  {
    path: '/v2/thing/{id}/files/{path+}',
    methods: ['PUT', 'POST'],
    describedBy: '/v2/api-docs.json/thing',
  },
  {
    path: '/v2/thing/{id}/animals',
    methods: ['POST'],
    isProtected: true,
    describedBy: '/v2/api-docs.json/thing',
  },
  { path: '/v2/api-docs.json', methods: ['GET', 'HEAD'] },
  { path: '/v2/api-docs.json/{resource}', methods: ['GET', 'HEAD'] },
  { path: '/v2/openapi.json', methods: ['GET', 'HEAD'] },
  { path: '/docs', methods: ['GET', 'HEAD'] },
  { path: '/docs/{file}', methods: ['GET', 'HEAD'] },
  {
    path: '/',
    methods: ['GET', 'HEAD'],
    redirectsTo: { descriptors: '/v2/api-docs.json', document: '/v2/openapi.json', page: '/docs' },
  },
  {
    path: '/v2',
    methods: ['GET', 'HEAD'],
    slashMethods: ['GET', 'HEAD'],
    redirectsTo: { descriptors: '/v2/api-docs.json', document: '/v2/openapi.json', page: '/docs' },
  },
] as const satisfies readonly RouteMethods[];
