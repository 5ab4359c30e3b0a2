import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { publicOwner } from '../../../shared/owner.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
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
  if (typeof state !== 'object' || state === null) return {};
  // The state if there is one, else the event.
  return 'gatewayEvent' in state ? (state as ReceivedEvent).gatewayEvent : state;
}
