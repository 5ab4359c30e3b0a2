/** Events of an HTTP API (payload format 2.0), made from a client's request. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { eventOf } from './gateway/event.ts';

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
    { key: `${method} ${url}`, pathParameters },
  );
}

export function lambdaContext(overrides: Partial<Context> = {}): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'headwater-test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:headwater-test',
    memoryLimitInMB: '512',
    awsRequestId: '6bc28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d',
    logGroupName: '/aws/lambda/headwater-test',
    logStreamName: '2026/01/01/[$LATEST]0123456789abcdef',
    getRemainingTimeInMillis: () => 10_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
    ...overrides,
  };
}
