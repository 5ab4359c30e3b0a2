// The schedule publish, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { schedule } from '#generated/plans/thing-publish.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { callSchedule, runSchedule } from 'headwater/internal/background/schedule';
import { handle } from '#handlers/thing/publish.ts';
import type { Handle } from '#generated/types/thing/publish.ts';

const chain = middyChain()
  .end(callSchedule(schedule, handle satisfies Handle));

export const handler = runSchedule(chain, schedule);
