/** What calls take and return, and helpers for that. */

export interface ClientOptions {
  /** The origin of the service, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** Headers of every request, such as `{ authorization: 'Bearer …' }`. A function is called for each request that is sent. */
  readonly headers?: HeaderMap | (() => HeaderMap | Promise<HeaderMap>);
  /**
   * Gets another credential after a 401. If it returns true, the request is sent again, with the headers of then; that counts as
   * an attempt.
   */
  readonly renewCredential?: (problem: ProblemDetails) => boolean | Promise<boolean>;
  /** How often a request is sent at most, if that is safe; 3 by default. */
  readonly maxAttempts?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export type HeaderMap = Readonly<Record<string, string>>;

export interface CallOptions {
  /** Ends the call and its retries, which then throws the reason of the signal. */
  readonly signal?: AbortSignal;
  /** An entity tag: what has another one is not changed, and the answer is 412. */
  readonly ifMatch?: string;
  /** What exists is not changed, and the answer is 412. */
  readonly ifNoneMatch?: '*';
  readonly headers?: HeaderMap;
}

interface AnswerHead {
  /** Their names are in lower case. */
  readonly headers: HeaderMap;
  /** The entity tag, for `ifMatch`. */
  readonly etag: string | undefined;
}

export interface SuccessfulAnswer<Data> extends AnswerHead {
  readonly ok: true;
  readonly status: number;
  readonly data: Data;
}

/** `Status` is what the descriptor names; the service, or a proxy before it, may send others. */
export interface FailedAnswer<Status extends number = never, Code extends string = string>
  extends AnswerHead {
  readonly ok: false;
  readonly status: Status | (number & {});
  readonly problem: ProblemDetails<Code>;
}

/** A call throws only if there is no answer. */
export type Answer<Data, Status extends number = never, Code extends string = string> =
  | SuccessfulAnswer<Data>
  | FailedAnswer<Status, Code>;

/** An error of the service (RFC 9457). `Code` are the codes that the descriptors name; the service may send others. */
export interface ProblemDetails<Code extends string = string> {
  readonly type: string;
  /** The last part of `type`; empty if the problem has no type of its own. */
  readonly code: Code | '' | (string & {});
  readonly title?: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance?: string;
  /** What is wrong with a request, and where. */
  readonly errors?: readonly ValueError[];
  readonly [member: string]: unknown;
}

export interface ValueError {
  readonly in: 'path' | 'query' | 'header' | 'form' | 'body';
  readonly name?: string;
  readonly pointer?: string;
  readonly code: string;
  readonly message: string;
}

/** A body that is not JSON, of an operation that takes its media type. */
export class TextContent<MediaType extends string = string> {
  readonly mediaType: MediaType;
  /** Or bytes, where they are no text. */
  readonly text: string | Uint8Array<ArrayBuffer>;

  constructor(mediaType: MediaType, text: string | Uint8Array<ArrayBuffer>) {
    this.mediaType = mediaType;
    this.text = text;
  }
}

/** A failure as an exception. */
export class ProblemError extends Error {
  readonly problem: ProblemDetails;

  /** @param message In place of status, title, detail and the first errors. */
  constructor(problem: ProblemDetails, message?: string) {
    super(message ?? describe(problem));
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** The most errors in a message. */
const maxShown = 3;

/** @example describe(problem) // '400: The request is not valid: 2 values are invalid. (body /name must be a string; …)' */
function describe({ status, title, detail, errors }: ProblemDetails): string {
  const sentence = [status, title, detail].filter(Boolean).join(': ');
  // A proxy may send anything.
  const all = Array.isArray(errors) ? errors : [];
  if (all.length === 0) return sentence;
  const shown = all.slice(0, maxShown).map(({ in: place, name, pointer, message }: ValueError) => {
    return [place, name || pointer, message].filter(Boolean).join(' ');
  });
  const others = all.length > maxShown ? [`${all.length - maxShown} more`] : [];
  return `${sentence} (${[...shown, ...others].join('; ')})`;
}

/** @throws ProblemError if the answer is a failure. */
export async function dataOf<Data>(
  answer: Answer<Data, number> | Promise<Answer<Data, number>>,
): Promise<Data> {
  const answered = await answer;
  if (!answered.ok) throw new ProblemError(answered.problem);
  return answered.data;
}

/** A page of a list, which continues after `after`. */
interface Page {
  readonly after?: string;
}

type List<Found extends Page> = (request: never, options?: CallOptions) => Promise<Answer<Found, number>>;
type RequestOf<Call> = Call extends (request: infer Request) => unknown ? NonNullable<Request> : never;
type DataOf<Call> = Call extends (request: never) => Promise<Answer<infer Data, number>> ? Data : never;

/**
 * The pages of a list, one request each.
 *
 * @example for await (const page of pages(client.source.list, { query: 'tags:web' })) …
 * @throws ProblemError if a page is a failure.
 */
export async function* pages<Call extends List<Page>>(
  list: Call,
  request: RequestOf<Call>,
  options?: CallOptions,
): AsyncGenerator<DataOf<Call>, void, undefined> {
  const send = list as unknown as (request: object, options?: CallOptions) => Promise<Answer<Page, number>>;
  let page = await dataOf(send(request, options));
  yield page as DataOf<Call>;
  while (page.after !== undefined) {
    // The list begins where its first page begins.
    page = await dataOf(send({ ...request, from: undefined, after: page.after }, options));
    yield page as DataOf<Call>;
  }
}

interface HitsPage extends Page {
  readonly hits: readonly unknown[];
}

type HitOf<Call> = DataOf<Call> extends { readonly hits: readonly (infer Hit)[] } ? Hit : never;

/**
 * What a list has, one by one, with a request for each page.
 *
 * @example for await (const bookmark of hits(client.bookmark.list, {})) …
 * @throws ProblemError if a page is a failure.
 */
export async function* hits<Call extends List<HitsPage>>(
  list: Call,
  request: RequestOf<Call>,
  options?: CallOptions,
): AsyncGenerator<HitOf<Call>, void, undefined> {
  for await (const { hits } of pages(list, request, options)) yield* hits as readonly HitOf<Call>[];
}

/**
 * Reads, changes and writes. If somebody else has changed the same meanwhile, it begins again, five times in all.
 *
 * @param read such as `() => client.source.getById({ id })`.
 * @param write sends the change, with the entity tag of what was read as `ifMatch`.
 */
export async function readThenWrite<Read, Written>(
  read: () => Promise<Answer<Read, number>>,
  write: (data: Read, ifMatch: string) => Promise<Answer<Written, number>>,
): Promise<Answer<Written, number>> {
  for (let attempt = 1; ; attempt++) {
    const before = await read();
    if (!before.ok) return before;
    const after = await write(before.data, before.etag ?? '*');
    if (after.ok || after.status !== 412 || attempt === 5) return after;
  }
}
