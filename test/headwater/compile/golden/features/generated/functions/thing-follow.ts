// The consumer follow, from descriptors/thing.json
// Written by `npm run build`; what is changed here is lost at the next one.

import { consumer } from '#generated/plans/thing-follow.ts';
import { middyChain } from '#lib/run/http/steps/chain.ts';
import { receiveChange, callConsumer, consumeChanges } from '#lib/run/background/consumer.ts';
import { checkRequest, keepErrors } from '#lib/run/http/steps/check-request.ts';
import validator from '@middy/validator';
import { validate } from '#generated/validators/thing/follow.mjs';
import { handle } from '#handlers/thing/follow.ts';
import type { Handle } from '#generated/types/thing/follow.ts';

const chain = middyChain()
  .use(receiveChange())
  .use(checkRequest(consumer, validator({ eventSchema: keepErrors(validate) })))
  .end(callConsumer(consumer, handle satisfies Handle));

export const handler = consumeChanges(chain, consumer);
