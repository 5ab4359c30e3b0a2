import { MIMEType } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import {
  hasBody,
  isOneOf,
  mediaTypeOf,
  receiveTextIn,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from '../request/body.ts';
import { TextBody } from '../request/text-body.ts';
import type { ReceivedEvent, Step, WithBody, WithText } from './step.ts';

/**
 * Takes a body that is neither JSON nor a form: a text, an image, any bytes. The handler gets it as `TextBody`; no schema
 * checks it.
 *
 * @throws ServiceError content_too_large, unsupported_media_type.
 * @example .use(parseContent(operation)) // image/png -> state.text is a TextBody, whose `bytes` are the image
 */
export function parseContent({ body }: RuntimeOperation): Step<ReceivedEvent, WithBody & WithText> {
  const { maxBytes = 0, mediaTypes = [] } = body ?? {};
  return {
    before: ({ event: { gatewayEvent } }) => {
      if (!hasBody(gatewayEvent)) return { body: undefined, text: undefined };
      refuseTooLarge(gatewayEvent, maxBytes);
      const mediaType = mediaTypeOf(gatewayEvent.headers['content-type']);
      if (mediaType === undefined || !isOneOf(mediaType, mediaTypes))
        throw unsupportedMediaType(mediaType, mediaTypes);
      refuseEncoded(gatewayEvent, mediaTypes);
      return { body: undefined, text: textBodyOf(gatewayEvent, mediaType) };
    },
  };
}

/** @param mediaType of the body, as the handler gets it. */
export function textBodyOf(event: APIGatewayProxyEventV2, mediaType: string): TextBody {
  const parameters = new Map(new MIMEType(event.headers['content-type'] ?? '').params);
  return new TextBody(mediaType, receiveTextIn(parameters.get('charset'), event), parameters);
}
