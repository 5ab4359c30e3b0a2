// The consumer follow, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { consumer } from '#generated/plans/thing-follow.ts';
import { middyChain } from 'headwater/internal/steps/chain';
import { receiveChange, callConsumer, consumeChanges } from 'headwater/internal/background/consumer';
import { checkRequest, keepErrors } from 'headwater/internal/steps/check-request';
import { validator } from 'headwater/internal/middy/validator';
import { validate } from '#generated/validators/thing/follow.mjs';
import { handle } from '#handlers/thing/follow.ts';
import type { Handle } from '#generated/types/thing/follow.ts';

const chain = middyChain()
  .use(receiveChange())
  .use(checkRequest(consumer, validator({ eventSchema: keepErrors(validate) })))
  .end(callConsumer(consumer, handle satisfies Handle));

export const handler = consumeChanges(chain, consumer);
