// The schedule publish, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import type { RuntimeSchedule } from 'headwater/internal/plan/function-plan';

export const schedule = { id: 'thing-publish' } as const satisfies RuntimeSchedule;
