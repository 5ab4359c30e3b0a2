// Requests that match no route: unknown paths, other methods, OPTIONS
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';
import type { RouteMethods } from 'headwater/internal/plan/function-plan';

export const operation = { id: 'default-route', successStatus: 204, produces: [], parameters: [], variesByOrigin: true } as const satisfies RuntimeOperation;

export const routes = [
  { path: '/thing', methods: ['GET', 'HEAD'], describedBy: '/api-docs.json/thing' },
  { path: '/api-docs.json', methods: ['GET', 'HEAD'] },
  { path: '/api-docs.json/{resource}', methods: ['GET', 'HEAD'] },
  { path: '/openapi.json', methods: ['GET', 'HEAD'] },
  { path: '/docs', methods: ['GET', 'HEAD'] },
  { path: '/docs/{file}', methods: ['GET', 'HEAD'] },
  {
    path: '/',
    methods: ['GET', 'HEAD'],
    redirectsTo: { descriptors: '/api-docs.json', document: '/openapi.json', page: '/docs' },
  },
] as const satisfies readonly RouteMethods[];
