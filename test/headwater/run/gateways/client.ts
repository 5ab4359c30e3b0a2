/** Sends requests byte by byte as a test writes them, also invalid HTTP, and reads the responses. */

import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  /** Literal text of the request line; each character is one byte. */
  readonly target: string;
  /** Sent in order, with repeats. Host, Connection and Content-Length are added if absent. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names; the values of a repeated header are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed if the body is JSON. */
  readonly body: unknown;
}

export async function send(port: number, request: RawRequest): Promise<HttpAnswer> {
  const socket = connect(port, 'localhost');
  socket.write(requestBytes(request));
  try {
    return parseAnswer(await buffer(socket));
  } finally {
    socket.destroy();
  }
}

function requestBytes({ method = 'GET', target, headers = [], body = '' }: RawRequest): Uint8Array {
  const bytes = Buffer.from(body);
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const isFramed = given.has('content-length') || given.has('transfer-encoding');
  const lines = [
    ...(given.has('host') ? [] : [['Host', 'localhost'] as const]),
    ...(given.has('connection') ? [] : [['Connection', 'close'] as const]),
    ...(isFramed || bytes.length === 0 ? [] : [['Content-Length', String(bytes.length)] as const]),
    ...headers,
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    bytes,
  ]);
}

/** @throws Error if the bytes are not HTTP, e.g. if the connection closes without a response. */
function parseAnswer(bytes: Buffer): HttpAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  // RFC 9110 section 15.2: an interim response comes before the final one.
  if (/^HTTP\/1\.1 1\d\d/.test(bytes.subarray(0, 12).toString('latin1')))
    return parseAnswer(bytes.subarray(end + 4));
  const [statusLine = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(statusLine) ?? [];
  if (status === undefined) throw new Error(`No HTTP response in ${bytes.length} bytes.`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s);
    const others = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), others === undefined ? value : `${others}, ${value}`);
  }
  const content = bytes.subarray(end + 4);
  const text = (headers.get('transfer-encoding') === 'chunked' ? dechunk(content) : content).toString('utf8');
  return { status: Number(status), headers: Object.fromEntries(headers), text, body: parseJson(text) };
}

/** RFC 9112 section 7.1. */
function dechunk(content: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const lineEnd = content.indexOf('\r\n', at);
    const size = Number.parseInt(content.subarray(at, lineEnd).toString('latin1'), 16);
    chunks.push(content.subarray(lineEnd + 2, lineEnd + 2 + size));
    if (size === 0) break;
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
