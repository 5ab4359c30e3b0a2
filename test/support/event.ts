/** Events as an HTTP API sends them (payload format 2.0), made from what a client says. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

export interface ClientRequest {
  readonly method?: string;
  /** Path and query as they stand in the request line. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Variables of the route, which the gateway decodes. */
  readonly pathParameters?: Readonly<Record<string, string>>;
}

/** The gateway passes these on as text; every other body arrives in base64. */
const textTypes = /^(?:text\/.*|application\/(?:json|xml|javascript))(?:;|$)/i;

export function httpApiEvent(request: ClientRequest): APIGatewayProxyEventV2 {
  const { method = 'GET', url, body, pathParameters } = request;
  const [rawPath = '', rawQueryString = ''] = url.split(/\?(.*)/s);
  const headers = {
    host: 'api.example.com',
    'x-forwarded-proto': 'https',
    ...lowerCased(request.headers ?? {}),
  };
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath}`,
    rawPath,
    rawQueryString,
    headers,
    ...(rawQueryString === '' ? {} : { queryStringParameters: joinedParameters(rawQueryString) }),
    ...(pathParameters ? { pathParameters: { ...pathParameters } } : {}),
    requestContext: requestContext(method, rawPath),
    ...(body === undefined ? { isBase64Encoded: false } : encodeBody(body, headers)),
  };
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

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function joinedParameters(rawQueryString: string): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    joined[name] = name in joined ? `${joined[name]},${value}` : value;
  }
  return joined;
}

function encodeBody(body: string | Uint8Array, headers: Readonly<Record<string, string>>) {
  const isText = typeof body === 'string' && textTypes.test(headers['content-type'] ?? '');
  return isText
    ? { body, isBase64Encoded: false }
    : { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
}

function requestContext(method: string, path: string): APIGatewayProxyEventV2['requestContext'] {
  return {
    accountId: '123456789012',
    apiId: 'a1b2c3d4e5',
    domainName: 'api.example.com',
    domainPrefix: 'api',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
    requestId: 'JKJaXmPLvHcESHA=',
    routeKey: `${method} ${path}`,
    stage: '$default',
    time: '01/Jan/2026:00:00:00 +0000',
    timeEpoch: 1_767_225_600_000,
  };
}
