/** Requests to services of AWS with the signature of the function's role, without a client of the SDK. */

import { createHash, createHmac } from 'node:crypto';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type { InvocationTime } from '../store/invocation-time.ts';

export interface HttpRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Signing {
  /** As in ARNs. */
  readonly service: string;
  readonly region: string;
  /** With the credentials of the function's role. */
  readonly environment: Environment;
}

/** @throws Error if the environment has no credentials. */
export async function signRequest(
  request: HttpRequest,
  { service, region, environment }: Signing,
): Promise<HttpRequest> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('The environment has no credentials of AWS to sign requests with.');
  const { AWS_SESSION_TOKEN: sessionToken } = environment;
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign(request);
  return { ...request, headers };
}

/** SHA-256, or the HMAC of it with a secret, in the form that the signer takes. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHmac> | ReturnType<typeof createHash>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === 'string' || secret === undefined ? secret : bytesOf(secret);
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/** The services that answer the JSON protocol of AWS here, with the names of their variables for another endpoint. */
const jsonServices = {
  secretsmanager: { variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER', target: 'secretsmanager' },
  ssm: { variable: 'AWS_ENDPOINT_URL_SSM', target: 'AmazonSSM' },
} as const;

/** @example jsonRequest('ssm', 'GetParameter', { Name: '/a' }, { region: 'eu-central-1', environment: process.env }) */
export function jsonRequest(
  service: keyof typeof jsonServices,
  operation: string,
  input: object,
  { region, environment }: Pick<Signing, 'region' | 'environment'>,
): HttpRequest {
  const { variable, target } = jsonServices[service];
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const standard = `https://${service}.${region}.${suffix}`;
  const { protocol, hostname, host, port } = new URL(
    environment[variable] ?? environment['AWS_ENDPOINT_URL'] ?? standard,
  );
  return {
    method: 'POST',
    protocol,
    hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    path: '/',
    query: {},
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `${target}.${operation}`,
    },
    body: Buffer.from(JSON.stringify(input)),
  };
}

/** A service that takes longer is overloaded. */
export const maxRequestMs = 15_000;

/** HTTP/1.1 with connections that are kept. */
const handler = /* @__PURE__ */ new NodeHttpHandler({
  connectionTimeout: 2_000,
  requestTimeout: maxRequestMs,
  throwOnRequestTimeout: true,
});

/** Takes half of the time that the invocation has left, and at most `maxMs`. @throws Error of the network, or of the time. */
export async function exchange(
  request: HttpRequest,
  { signal, lambda }: InvocationTime,
  maxMs = maxRequestMs,
): Promise<HttpAnswer> {
  const shareMs = Math.max(1, Math.floor(lambda.getRemainingTimeInMillis() / 2));
  const requestTimeout = Math.min(maxMs, shareMs);
  // The class has no other members than these.
  const { response } = await handler.handle(request as Parameters<typeof handler.handle>[0], {
    abortSignal: signal,
    requestTimeout,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return { status: response.statusCode, body: parsed(Buffer.concat(chunks).toString()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
