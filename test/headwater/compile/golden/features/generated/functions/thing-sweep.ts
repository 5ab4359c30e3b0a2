// The schedule sweep, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { schedule } from '#generated/plans/thing-sweep.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { callSchedule, runSchedule } from 'headwater/internal/background/schedule';
import { handle } from '#handlers/thing/sweep.ts';
import type { Handle } from '#generated/types/thing/sweep.ts';

const chain = middyChain()
  .end(callSchedule(schedule, handle satisfies Handle));

export const handler = runSchedule(chain, schedule);
