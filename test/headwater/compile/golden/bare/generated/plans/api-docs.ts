// The descriptors: GET /api-docs.json, /api-docs.json/{resource} and /openapi.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';
import type { DescriptorsFunction } from 'headwater/internal/plan/function-plan';

export const operation = {
  id: 'api-docs',
  successStatus: 200,
  produces: ['application/json'],
  parameters: [],
  cacheControl: 'public, max-age=300',
  variesByOrigin: true,
} as const satisfies RuntimeOperation;

export const descriptors = { basePath: '', declarations: [{ resource: 'thing', basePath: '' }] } as const satisfies Pick<DescriptorsFunction, 'basePath' | 'declarations'>;
