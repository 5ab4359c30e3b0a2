/** How a call becomes requests, and a response an answer. */

import { readJson, writeJson } from '../shared/json/lossless-json.ts';
import type {
  Answer,
  CallOptions,
  ClientOptions,
  FailedAnswer,
  HeaderMap,
  ProblemDetails,
} from './answers.ts';
import { TextContent } from './answers.ts';

/** What requests of an operation look like. */
export interface Operation {
  readonly method: string;
  /** Variables are in braces; `{name*}` and `{name+}` take several segments. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly body?: Body;
  /** Media types of the result, by version. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Media types of a result that is not JSON. */
  readonly accept?: string;
  /** Requests have an Idempotency-Key. */
  readonly isIdempotent?: true;
}

interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'form';
  /** The name that is sent, if it differs: another place has a parameter of this name. */
  readonly name?: string;
  /** Each item of an array is sent by itself. */
  readonly isList?: true;
  /** All items of an array are sent in one text, with this between them. */
  readonly separator?: string;
  /** Each member of an object is sent by itself: `deep`, as `name[member]`. */
  readonly members?: 'deep' | 'rest';
}

interface Body {
  /** The member of the request that has it. */
  readonly name: string;
  readonly mediaType: string;
}

type Values = Readonly<Record<string, unknown>>;
type Options = CallOptions & { readonly version?: string | number };

/** What the runtime knows about a service. */
export interface ServiceCalls {
  /** By resource, and by nickname. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** What precedes the code in the type of a problem. */
  readonly problemTypePrefix: string;
}

/** What all calls of a client share. */
interface CallSettings extends ClientOptions, Pick<ServiceCalls, 'problemTypePrefix'> {}

/** A function for each operation of each resource. */
export function makeCalls(
  { operations: resources, problemTypePrefix }: ServiceCalls,
  options: ClientOptions,
): unknown {
  const client: CallSettings = { ...options, problemTypePrefix };
  const callsOf = (operations: Readonly<Record<string, Operation>>) =>
    mapMembers(operations, (operation) => (values: Values = {}, options: Options = {}) => {
      const key: HeaderMap = operation.isIdempotent ? { 'idempotency-key': crypto.randomUUID() } : {};
      // A parameter may have the name of a member that every object inherits.
      const own: Values = Object.assign(Object.create(null), values);
      return call(client, { operation, values: own, options, key });
    });
  return mapMembers(resources, callsOf);
}

function mapMembers<From, To>(
  members: Readonly<Record<string, From>>,
  map: (member: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));
}

interface Call {
  readonly operation: Operation;
  readonly values: Values;
  readonly options: Options;
  /** The same for each attempt. */
  readonly key: HeaderMap;
}

async function call(client: CallSettings, made: Call): Promise<Answer<unknown, number>> {
  const { maxAttempts = 3, renewCredential } = client;
  const { signal } = made.options;
  const url = urlOf(client, made);
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= maxAttempts;
    const sent = await send(client, url, made).catch((error: unknown) => {
      if (isLast || signal?.aborted || !mayRepeat(made)) throw error;
    });
    if (sent && (sent.ok || isLast)) return sent;
    if (sent?.status === 401 && (await renewCredential?.(sent.problem))) continue;
    if (sent && !isTransient(sent, made)) return sent;
    await pause(waitMs(attempt, sent?.headers['retry-after']), signal);
  }
}

/** Whether a request whose effect is not known may be sent again (RFC 9110 section 9.2.2). After a change, If-Match would fail. */
function mayRepeat({ operation, options }: Call): boolean {
  const { method, isIdempotent } = operation;
  const isConditional = options.ifMatch !== undefined || options.ifNoneMatch !== undefined;
  return (
    ['GET', 'HEAD', 'OPTIONS'].includes(method) ||
    isIdempotent === true ||
    (['PUT', 'DELETE'].includes(method) && !isConditional)
  );
}

/** Whether the same request may well succeed later, and may be sent again. */
function isTransient(answer: FailedAnswer<number>, made: Call): boolean {
  // Too many requests: this one was not processed.
  if (answer.status === 429) return true;
  const isInProgress = answer.problem.code === 'request_in_progress';
  return mayRepeat(made) && (isInProgress || [502, 503, 504].includes(answer.status));
}

/** What the service asks for, at most half a minute; else up to 0.2 s, 0.4 s and so on, by chance. */
function waitMs(attempt: number, retryAfter: string | undefined): number {
  const seconds = Number(retryAfter);
  if (retryAfter !== undefined && seconds >= 0) return Math.min(seconds, 30) * 1_000;
  return Math.random() * 200 * 2 ** (attempt - 1);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function urlOf({ baseUrl }: ClientOptions, { operation, values }: Call): URL {
  const url = new URL(baseUrl.replace(/\/$/, '') + pathOf(operation, values));
  for (const [name, texts] of textsIn('query', operation, values))
    for (const text of texts) url.searchParams.append(name, text);
  return url;
}

async function send(client: CallSettings, url: URL, { operation, values, options, key }: Call) {
  const { fetch = globalThis.fetch, headers: common = {} } = client;
  const { body, mediaType } = bodyOf(operation.body, values);
  const { versions = {} } = operation;
  const chosen = String(options.version ?? 1);
  const version = Object.hasOwn(versions, chosen) ? versions[chosen] : undefined;
  const headers = mergeHeaders(
    typeof common === 'function' ? await common() : common,
    key,
    headersOf(operation, values),
    {
      accept: version ?? operation.accept ?? 'application/json',
      ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
      ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
      ...(options.ifNoneMatch === undefined ? {} : { 'if-none-match': options.ifNoneMatch }),
    },
    options.headers ?? {},
  );
  const { signal = null } = options;
  const response = await fetch(url, { method: operation.method, headers, body, signal });
  return answerOf(response, client.problemTypePrefix);
}

/** Later values replace earlier ones. Letter case does not distinguish names. */
function mergeHeaders(...maps: readonly HeaderMap[]): Headers {
  const merged = new Headers();
  for (const map of maps) for (const [name, value] of Object.entries(map)) merged.set(name, value);
  return merged;
}

interface SentBody {
  readonly body: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams | null;
  readonly mediaType?: string;
}

function bodyOf(declared: Body | undefined, values: Values): SentBody {
  const body = declared && values[declared.name];
  if (!declared || body === undefined) return { body: null };
  if (body instanceof TextContent) return { body: body.text, mediaType: body.mediaType };
  if (/json$/.test(declared.mediaType)) return { body: writeJson(body), mediaType: declared.mediaType };
  // `fetch` names the type of a form, and its boundary.
  return { body: formOf(body ?? {}, declared.mediaType) };
}

function formOf(fields: object, mediaType: string): FormData | URLSearchParams {
  const form = mediaType === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  const append = (name: string, value: unknown) => {
    if (form instanceof FormData && value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, textOf(value));
  };
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value]) append(name, each);
  return form;
}

/** @throws TypeError for a value with which the path would lead elsewhere. */
function pathOf({ path }: Operation, values: Values): string {
  return path.replaceAll(/(\/?)\{([^}]+?)([*+]?)\}/g, (_, slash: string, name: string, many: string) => {
    const value = values[name];
    if (many === '*' && (value === undefined || value === '')) return '';
    const text = [value ?? ''].flat().map(textOf).join(',');
    const segments = many === '' ? [text] : text.split('/');
    if (segments.some((segment) => /^\.{0,2}$/.test(segment)))
      throw new TypeError(`${name} must be neither empty nor a dot or two, and is ${JSON.stringify(text)}.`);
    return slash + segments.map(encodeURIComponent).join('/');
  });
}

function headersOf(operation: Operation, values: Values): HeaderMap {
  const given = textsIn('header', operation, values);
  return Object.fromEntries(given.map(([name, texts]) => [name, texts.join(',')]));
}

/** The values that are given. */
function textsIn(place: Parameter['in'], { parameters }: Operation, values: Values): [string, string[]][] {
  return Object.entries(parameters).flatMap(([key, { in: own, name = key, isList, separator, members }]) => {
    const value = values[key];
    if (own !== place || value === undefined) return [];
    const textsOf = (each: unknown) => (isList && Array.isArray(each) ? each.map(textOf) : [textOf(each)]);
    if (members)
      return Object.entries(value as object).map(([member, each]): [string, string[]] => [
        members === 'deep' ? `${name}[${member}]` : member,
        textsOf(each),
      ]);
    const texts = textsOf(value);
    return [[name, separator === undefined ? texts : [texts.join(separator)]]];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? writeJson(value) : String(value);
}

async function answerOf(response: Response, problemTypePrefix: string): Promise<Answer<unknown, number>> {
  const { ok, status } = response;
  const headers = Object.fromEntries(response.headers);
  const content = await contentOf(response, headers['content-type'] ?? '');
  const answered = { status, headers, etag: headers['etag'] };
  if (ok) return { ...answered, ok, data: content };
  return { ...answered, ok: false, problem: problemOf(content, response, problemTypePrefix) };
}

/** JSON as a value, texts as they are, all else as bytes. */
async function contentOf(response: Response, mediaType: string): Promise<unknown> {
  if (!/json|^text\/|xml|^$/.test(mediaType)) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (text === '') return undefined;
  return /json/.test(mediaType) ? readJson(text) : text;
}

/** Proxies answer with pages of their own. */
function problemOf(
  content: unknown,
  { status, statusText }: Response,
  problemTypePrefix: string,
): ProblemDetails {
  const told = typeof content === 'object' && content !== null ? content : {};
  const { type = 'about:blank' } = told as Partial<ProblemDetails>;
  const code = type.startsWith(problemTypePrefix) ? type.slice(problemTypePrefix.length) : '';
  // HTTP/2 has no such text.
  return { ...(statusText === '' ? {} : { title: statusText }), ...told, status, type, code };
}
