import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { hasBody, mediaTypeOf, refuseEncoded, refuseTooLarge } from '../request/body.ts';
import { readBodyText } from '../request/json-body.ts';
import { TextBody } from '../request/text-body.ts';
import type { Received, Step, WithBody, WithText } from './step.ts';

/**
 * Reads a body that is JSON or a text, by its media type. The handler gets a text as `TextBody`; no schema checks it.
 *
 * @param json reads the body when it is not of one of the text types.
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_records (not UTF-8), and what `json` throws.
 * @example .use(parseBody(operation, parseJsonBody(operation, parser))) // text/csv -> state.text is a TextBody
 */
export function parseBody(
  { body }: RuntimeOperation,
  json: Step<Received, WithBody>,
): Step<Received, WithBody & WithText> {
  const { maxBytes = 0, mediaTypes = [], textTypes = [] } = body ?? {};
  return {
    before: async (request) => {
      const { gatewayEvent } = request.event;
      const mediaType = mediaTypeOf(gatewayEvent.headers['content-type']);
      if (!hasBody(gatewayEvent) || mediaType === undefined || !textTypes.includes(mediaType))
        return { body: (await json.before?.(request))?.body, text: undefined };
      refuseTooLarge(gatewayEvent, maxBytes);
      refuseEncoded(gatewayEvent, mediaTypes);
      return {
        body: undefined,
        text: new TextBody(mediaType, readBodyText(gatewayEvent, 'malformed_records')),
      };
    },
  };
}
