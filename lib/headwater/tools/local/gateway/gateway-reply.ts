/**
 * Turns the value of a function into the response, as the gateway interprets payload
 * format 2.0. Where documentation and behaviour differ, this follows the behaviour.
 *
 * aws/aws-lambda-dotnet, Tools/LambdaTestTool-v2: InvokeResponseExtensions.cs
 * ("observed behavior") and ApiGatewayResponseExtensions.cs.
 */

import type { Headers } from './gateway-cors.ts';
import { functionFailed, type GatewayAnswer } from './gateway-limits.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

interface FunctionResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

export function answerReply({ status, contentType, body }: GatewayAnswer): Reply {
  return { status, headers: [['content-type', contentType]], body: Buffer.from(body) };
}

/** @param payload The value of the function as JSON, as Lambda passes it on. */
export function replyOf(payload: string): Reply {
  const value = parsePayload(payload);
  const hasStatus = typeof value === 'object' && value !== null && 'statusCode' in value;
  if (!hasStatus)
    return { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(payload) };
  if (!isResponse(value)) return answerReply(functionFailed);
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded } = value;
  const own = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text)] as const);
  const isTyped = own.some(([name]) => name === 'content-type');
  return {
    status: statusCode,
    headers: [
      ...own,
      ...(isTyped ? [] : [['content-type', 'text/plain; charset=utf-8'] as const]),
      ...cookies.map((cookie) => ['set-cookie', cookie] as const),
    ],
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/** `multiValueHeaders` belong to payload format 1.0, and are ignored. */
function isResponse(value: object): value is FunctionResponse {
  const { statusCode, headers, cookies, body } = value as Partial<Record<keyof FunctionResponse, unknown>>;
  const isPlain = (member: unknown) => ['string', 'number', 'boolean'].includes(typeof member);
  return (
    typeof statusCode === 'number' &&
    Number.isInteger(statusCode) &&
    statusCode >= 100 &&
    statusCode <= 599 &&
    (body === undefined || body === null || typeof body === 'string') &&
    (headers === undefined ||
      (typeof headers === 'object' && headers !== null && Object.values(headers).every(isPlain))) &&
    (cookies === undefined ||
      (Array.isArray(cookies) && cookies.every((cookie) => typeof cookie === 'string')))
  );
}
