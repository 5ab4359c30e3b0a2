// The reference page: GET /docs, and the files that it loads
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeOperation } from 'headwater/internal/plan/operation-plan';

export const operation = { id: 'reference', successStatus: 200, produces: [], parameters: [], variesByOrigin: true } as const satisfies RuntimeOperation;
