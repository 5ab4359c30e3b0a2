/**
 * Requests to the search engine that the stage names. Its endpoint and its credentials are settings of the stage, never of
 * a request. Only functions that reach it contain this.
 */

import { gzipSync } from 'node:zlib';
import { ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { exchange as exchangeHttp, type HttpRequest, maxRequestMs } from '../aws/signed-request.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { type EngineAccess, engineAccess } from './engine-access.ts';
import type { EngineAnswer } from './engine-answer.ts';

export interface SearchCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Names, which are encoded here. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly contentType?: 'application/json' | 'application/x-ndjson';
}

/** @throws ServiceError unavailable, timeout. */
export type Engine = (request: SearchCall) => Promise<EngineAnswer>;

interface EngineSettings {
  readonly endpoint: string | undefined;
  readonly access: EngineAccess;
  /** The time of one request; by default as long as an engine may take that is not overloaded. */
  readonly maxMs?: number | undefined;
}

/** A smaller body is not compressed. */
const minGzipBytes = 1_024;

/**
 * @param time The time limits of the invocation.
 * @throws Error if the settings are wrong.
 */
export function connectEngine({ endpoint, access, maxMs }: EngineSettings, time: InvocationTime): Engine {
  const url = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error(
      'The environment variable SEARCH_ENDPOINT is not the URL of a search engine, without credentials.',
    );
  return async (request) => {
    const ready = await access.authorize(requestTo(url, request));
    const answer = await exchange(ready, time, maxMs);
    // A secret may have been rotated.
    if (answer.status === 401 || answer.status === 403) access.forget();
    return answer;
  };
}

/**
 * The engine that the environment names.
 *
 * @param maxMs The time of one request; by default as long as an engine may take that is not overloaded.
 * @throws Error if the settings are wrong.
 */
export function stageEngine(time: InvocationTime, maxMs?: number): Engine {
  const { SEARCH_ENDPOINT: endpoint } = process.env;
  const access = engineAccess(process.env, (sent) => exchange(sent, time, maxMs));
  return connectEngine({ endpoint, access, maxMs }, time);
}

function requestTo(url: URL, { method, path, query = {}, body, contentType }: SearchCall): HttpRequest {
  const isPacked = body !== undefined && body.length >= minGzipBytes;
  const prefix = url.pathname.replace(/\/$/, '');
  return {
    method,
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: `${prefix}/${path.map(encodeURIComponent).join('/')}`,
    query: { ...query },
    headers: {
      host: url.host,
      ...(contentType ? { 'content-type': contentType } : {}),
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    },
    ...(body ? { body: isPacked ? gzipSync(body) : body } : {}),
  };
}

/** @throws ServiceError unavailable, timeout. */
async function exchange(
  request: HttpRequest,
  time: InvocationTime,
  maxMs = maxRequestMs,
): Promise<EngineAnswer> {
  try {
    return await exchangeHttp(request, time, maxMs);
  } catch (cause) {
    throw unreachable(cause);
  }
}

function unreachable(cause: unknown): ServiceError {
  const { name, code } = membersOf(cause);
  const isOver = name === 'AbortError';
  const detail = isOver
    ? 'The search engine did not answer within the time of the function.'
    : `The search engine cannot be reached, or has not answered: ${String(code ?? name)}.`;
  return new ServiceError(isOver ? 'timeout' : 'unavailable', detail, { cause, failing: { name: 'search' } });
}
