/**
 * Turns the bytes of a request into the event of an HTTP API, payload format 2.0.
 *
 * docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html;
 * where that is silent, an event that AWS sent: github.com/hotsock/voker,
 * vokerhttp/testdata/apigwv2-request.json.
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface ReceivedRequest {
  readonly method: string;
  /** The target in the request line. */
  readonly target: string;
  /** The headers in order, repeats included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Milliseconds since 1970, when the gateway has got it; always the same moment if absent. */
  readonly received?: number;
}

interface EventRoute {
  readonly key: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

const domainName = 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com';
const sourceIp = '203.0.113.7';

/** Measured for github.com/ministackorg/ministack/pull/766. */
const textTypes = /^(?:text\/[^;]*|application\/(?:json|xml|javascript))\s*(?:;|$)/i;

/** Every other body, and a body without a type, arrives in base64; Content-Encoding changes nothing. */
export function arrivesAsText(contentType = ''): boolean {
  return textTypes.test(contentType);
}

export function eventOf(request: ReceivedRequest, route: EventRoute): APIGatewayProxyEventV2 {
  const { method, body } = request;
  const { rawPath, rawQueryString } = splitTarget(request.target);
  const path = decodePath(rawPath) ?? rawPath;
  const { headers, cookies } = foldHeaders(request);
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString,
    ...(cookies.length > 0 ? { cookies } : {}),
    headers,
    ...(rawQueryString === '' ? {} : { queryStringParameters: joinedParameters(rawQueryString) }),
    ...(Object.keys(route.pathParameters).length > 0 ? { pathParameters: { ...route.pathParameters } } : {}),
    requestContext: {
      ...requestContext(method, path, route.key, headers),
      ...timesOf(request.received ?? exampleTime),
    },
    ...encodeBody(body, headers['content-type']),
  };
}

/** Splits a target. An absolute-form target (RFC 9112 section 3.2.2) counts like its origin-form. */
export function splitTarget(target: string): { readonly rawPath: string; readonly rawQueryString: string } {
  const origin = target.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '');
  const [rawPath = '', rawQueryString = ''] = origin.split(/\?(.*)/s);
  return { rawPath: rawPath === '' ? '/' : rawPath, rawQueryString };
}

/**
 * The gateway decodes the path once, and routes by the result: `a%2Fb` is two segments
 * (github.com/fastify/aws-lambda-fastify/issues/169), and a decoded `?` ends it
 * (github.com/middleapi/standard-server/pull/93). Bytes that are not UTF-8 are replaced,
 * as on its platform.
 *
 * @returns undefined where a percent sign is not followed by two hexadecimal digits.
 */
export function decodePath(rawPath: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(rawPath)) return undefined;
  const bytes = rawPath.replace(/%([0-9a-f]{2})/gi, (_all, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const [path = ''] = Buffer.from(bytes, 'latin1').toString('utf8').split('?');
  return path;
}

function foldHeaders({ headers, body }: ReceivedRequest) {
  const folded = new Map<string, string>([
    ['x-amzn-trace-id', 'Root=1-6a5145a9-1bae89e2512ec92d5d9438a0'],
    ['x-forwarded-for', sourceIp],
    ['x-forwarded-port', '443'],
    ['x-forwarded-proto', 'https'],
  ]);
  const sent = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    sent.set(key, [...(sent.get(key) ?? []), value]);
  }
  const cookies = (sent.get('cookie') ?? [])
    .flatMap((value) => value.split(';'))
    .map((cookie) => cookie.trim());
  // The gateway has read the whole body, so chunks no longer matter.
  for (const gone of ['cookie', 'connection', 'transfer-encoding']) sent.delete(gone);
  for (const [name, values] of sent) folded.set(name, values.join(','));
  folded.set('content-length', String(body.length));
  return { headers: Object.fromEntries(folded), cookies: cookies.filter((cookie) => cookie !== '') };
}

function joinedParameters(rawQueryString: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const others = joined.get(name);
    joined.set(name, others === undefined ? value : `${others},${value}`);
  }
  return Object.fromEntries(joined);
}

function encodeBody(
  body: Uint8Array,
  contentType: string | undefined,
): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const bytes = Buffer.from(body);
  return arrivesAsText(contentType)
    ? { body: bytes.toString('utf8'), isBase64Encoded: false }
    : { body: bytes.toString('base64'), isBase64Encoded: true };
}

function requestContext(
  method: string,
  path: string,
  routeKey: string,
  headers: Readonly<Record<string, string>>,
): Omit<EventContext, keyof EventTimes> {
  return {
    accountId: '123456789012',
    apiId: 'a1b2c3d4e5',
    domainName,
    domainPrefix: 'a1b2c3d4e5',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: headers['user-agent'] ?? '' },
    requestId: 'JKJaXmPLvHcESHA=',
    routeKey,
    stage: '$default',
  };
}

type EventContext = APIGatewayProxyEventV2['requestContext'];
type EventTimes = Pick<EventContext, 'time' | 'timeEpoch'>;

const exampleTime = Date.UTC(2026, 0);

/** @example timesOf(exampleTime).time // '01/Jan/2026:00:00:00 +0000' */
function timesOf(timeEpoch: number): EventTimes {
  const [, day, month, year, clock] = new Date(timeEpoch).toUTCString().split(' ');
  return { time: `${day}/${month}/${year}:${clock} +0000`, timeEpoch };
}
