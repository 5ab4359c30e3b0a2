/** The chain of a generated function: steps in their order compile, steps in the wrong order do not. */

import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { assertType, describe, test } from 'vitest';
import { castList, castUnion } from '../../../lib/headwater/run/http/request/cast.ts';
import { int32Caster } from '../../../lib/headwater/run/http/request/casters.ts';
import { castForm } from '../../../lib/headwater/run/http/steps/cast-form.ts';
import { castInput, rawInput } from '../../../lib/headwater/run/http/steps/cast-input.ts';
import { middyChain } from '../../../lib/headwater/run/http/steps/chain.ts';
import { checkRequest } from '../../../lib/headwater/run/http/steps/check-request.ts';
import { finalizeResponse } from '../../../lib/headwater/run/http/steps/finalize-response.ts';
import { formatErrors } from '../../../lib/headwater/run/http/steps/format-errors.ts';
import { negotiate } from '../../../lib/headwater/run/http/steps/negotiate.ts';
import { parseJsonBody } from '../../../lib/headwater/run/http/steps/parse-body.ts';
import { parseForm } from '../../../lib/headwater/run/http/steps/parse-form.ts';
import { receiveEvent } from '../../../lib/headwater/run/http/steps/receive-event.ts';
import { requirePrecondition } from '../../../lib/headwater/run/http/steps/require-precondition.ts';
import { respond, respondEmpty } from '../../../lib/headwater/run/http/steps/respond.ts';
import type { RuntimeOperation } from '../../../lib/headwater/shared/plan/operation-plan.ts';
import { allCasters } from '../../support/casters.ts';

const read = {
  id: 'thing-read',
  successStatus: 200,
  produces: ['application/json'],
  parameters: [],
} as const satisfies RuntimeOperation;

const write = {
  ...read,
  body: { required: true, maxBytes: 10, mediaTypes: ['application/json'] },
} as const satisfies RuntimeOperation;

const handle = (input: { readonly id: number }, body: unknown) => [input, body];
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
const check = validator();

const begun = () => middyChain().use(finalizeResponse(read)).use(formatErrors(read));
const received = () => begun().use(receiveEvent(read));

describe('steps in their order compile:', () => {
  test('of a GET', () => {
    const chain = received().use(negotiate(read)).use(castInput(read, {})).use(checkRequest(read, check));
    assertType(chain.use(respond(read)).handler(handle));
  });

  test('of a POST with JSON, a precondition and no result', () => {
    const chain = received().use(parseJsonBody(write, parser)).use(castInput(write, {}));
    const checked = chain.use(checkRequest(write, check)).use(requirePrecondition());
    assertType(checked.use(respondEmpty(write)).handler(handle));
  });

  test('of a form', () => {
    const chain = received()
      .use(parseForm(write, {}))
      .use(castInput(write, {}))
      .use(castForm(write, allCasters));
    assertType(chain.use(checkRequest(write, check)).use(respondEmpty(write)).handler(handle));
  });

  test('without validation', () => {
    assertType(received().use(rawInput(read)).use(respondEmpty(read)).handler(handle));
  });
});

test('a cast without the caster of a parameter does not compile', () => {
  const size = {
    name: 'size',
    place: 'query',
    cast: ['int32', 'text'],
    required: false,
    isList: false,
  } as const;
  const sized = { ...read, parameters: [size] } as const satisfies RuntimeOperation;
  assertType(received().use(castInput(sized, { int32: int32Caster, union: castUnion })));
  // @ts-expect-error the caster of int32 is missing
  assertType(received().use(castInput(sized, { union: castUnion })));
  // @ts-expect-error the caster of unions is missing
  assertType(received().use(castInput(sized, { int32: int32Caster })));
  const listed = { ...read, parameters: [{ ...size, cast: 'text', isList: true }] } as const;
  assertType(received().use(castInput(listed, { list: castList })));
  // @ts-expect-error the caster of lists is missing
  assertType(received().use(castInput(listed, {})));
});

describe('steps in the wrong order do not compile:', () => {
  test('a step before the event is received', () => {
    // @ts-expect-error negotiate needs the headers
    assertType(begun().use(negotiate(read)));
    // @ts-expect-error castInput needs the query
    assertType(begun().use(castInput(read, {})));
  });

  test('the check before the cast', () => {
    // @ts-expect-error the input is missing
    assertType(received().use(checkRequest(read, check)));
  });

  test('the check before the body is parsed, where one is declared', () => {
    const cast = received().use(castInput(write, {}));
    // @ts-expect-error the body is missing
    assertType(cast.use(checkRequest(write, check)));
    assertType(cast.use(checkRequest(read, check)));
  });

  test('the cast of a form before it is parsed', () => {
    // @ts-expect-error the form is missing
    assertType(received().use(castInput(write, {})).use(castForm(write, allCasters)));
  });

  test('the response before the check, or without a media type', () => {
    const cast = received().use(negotiate(read)).use(castInput(read, {}));
    // @ts-expect-error the issues of the cast are not reported yet
    assertType(cast.use(respond(read)));
    const checked = received().use(castInput(read, {})).use(checkRequest(read, check));
    // @ts-expect-error no media type is negotiated
    assertType(checked.use(respond(read)));
  });

  test('the handler before the response', () => {
    const checked = received().use(castInput(read, {})).use(checkRequest(read, check));
    // @ts-expect-error the preconditions are not read
    assertType(checked.handler(handle));
  });
});
