import { MIMEType } from 'node:util';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { hasBody, mediaTypeOf, refuseEncoded, refuseTooLarge } from '../request/body.ts';
import { isAcceptedJson, receiveText } from '../request/json-body.ts';
import { TextBody } from '../request/text-body.ts';
import type { Received, Step, WithBody, WithText } from './step.ts';

/**
 * Reads a body that is JSON or a text, by its media type. The handler gets a text as `TextBody`; no schema checks it.
 * JSON is a text, too, when the operation says so.
 *
 * @param json reads the body when it is not of one of the text types.
 * @throws ServiceError content_too_large, unsupported_media_type, and what `json` throws.
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
      const { 'content-type': contentType = '' } = gatewayEvent.headers;
      const mediaType = mediaTypeOf(contentType);
      if (!hasBody(gatewayEvent) || mediaType === undefined || !isAcceptedJson(mediaType, textTypes))
        return { body: (await json.before?.(request))?.body, text: undefined };
      refuseTooLarge(gatewayEvent, maxBytes);
      refuseEncoded(gatewayEvent, mediaTypes);
      const textType = textTypes.includes(mediaType) ? mediaType : 'application/json';
      const parameters = new Map(new MIMEType(contentType).params);
      return { body: undefined, text: new TextBody(textType, receiveText(gatewayEvent), parameters) };
    },
  };
}
