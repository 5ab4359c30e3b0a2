// The consumer follow, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeConsumer } from 'headwater/internal/plan/function-plan';

export const consumer = { id: 'thing-follow', parameters: [], body: { required: true } } as const satisfies RuntimeConsumer;
