import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { publicOwner } from '../../../shared/owner.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { type RequestIds, requestIdsOf } from '../request/request-ids.ts';
import type { ReceivedEvent, Step } from './step.ts';

/**
 * Makes the state of the request from the gateway's event. All later steps read and extend this copy; the handler gets
 * the event itself, as `context.event`.
 *
 * @example .use(receiveEvent(operation)) // state.head is { status: 200, headers: {} }
 */
export function receiveEvent({ successStatus }: RuntimeOperation): Step<unknown, ReceivedEvent> {
  return {
    before: (request) => {
      // A direct invocation can bring anything: anything but an event makes a later step fail, which is a 500.
      const gatewayEvent = request.event as APIGatewayProxyEventV2;
      const { body: _unread, ...event } = gatewayEvent;
      request.event = {};
      return {
        ...event,
        ...requestIdsOf(gatewayEvent, request.context),
        gatewayEvent,
        head: { status: successStatus, headers: {} },
        claim: undefined,
        owner: publicOwner,
      };
    },
  };
}

/** The gateway's event at any time of a request, also when receiveEvent has failed. */
export function gatewayEventOf(state: unknown): Partial<APIGatewayProxyEventV2> {
  if (isReceived(state)) return state.gatewayEvent;
  return typeof state === 'object' && state !== null ? state : {};
}

/** The names of a request at any time, also when receiveEvent has failed. */
export function namesOf(state: unknown, lambda: Partial<Context>): RequestIds {
  const { requestId, traceparent } = isReceived(state) ? state : requestIdsOf(gatewayEventOf(state), lambda);
  return { requestId, traceparent };
}

/** Before, the event itself is in the place of the state. */
function isReceived(state: unknown): state is ReceivedEvent {
  return typeof state === 'object' && state !== null && 'gatewayEvent' in state;
}
