/** Events of an HTTP API (payload format 2.0), made from a client's request. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { eventOf } from '../../lib/headwater/tools/local/gateway/gateway-event.ts';

export interface ClientRequest {
  readonly method?: string;
  /** Path and query, as in the request line. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Variables of the route, which the gateway decodes. */
  readonly pathParameters?: Readonly<Record<string, string>>;
}

export function httpApiEvent(request: ClientRequest): APIGatewayProxyEventV2 {
  const { method = 'GET', url, headers = {}, body = '', pathParameters = {} } = request;
  return eventOf(
    {
      method,
      target: url,
      headers: Object.entries({ host: 'api.example.com', ...headers }),
      body: Buffer.from(body),
    },
    { key: `${method} ${url.split('?', 1)[0]}`, pathParameters },
  );
}
