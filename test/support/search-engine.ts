/**
 * A search engine over HTTP, in this process: indexes with external versions and aliases, bulk requests, lists by simple queries,
 * and faults that a test asks for. It behaves as OpenSearch does (test/service/search-engine compares them).
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { cleanUp } from './clean-up.ts';

export interface IndexedDocument {
  readonly version: number;
  /** Undefined if it was deleted. */
  readonly source: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What happens to a request. A number is the status of the response. `cut` closes the connection before anything is done,
 * `lost` after it is done, and `partly` answers 429 for every other document.
 */
export type Fault = number | 'cut' | 'lost' | 'partly';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** As it was sent. */
  readonly body: Buffer;
}

export interface SearchEngine {
  readonly endpoint: string;
  /** All requests, in order. */
  readonly requests: SeenRequest[];
  /** The documents of an index by their ids, without those that were deleted. */
  readonly documents: (index: string) => Promise<Record<string, IndexedDocument['source']>>;
  /** The fault of the next request; by default none. */
  fault: () => Fault | undefined;
  /** Why an index refuses a document; by default it takes all. */
  refusal: (source: Readonly<Record<string, unknown>>) => string | undefined;
  /** The largest body that it takes, in bytes. */
  maxBytes: number;
}

/** Stops after the tests of the file. */
export async function startSearchEngine(): Promise<SearchEngine> {
  const indexes = new Map<string, Map<string, IndexedDocument>>();
  const engine: SearchEngine = {
    endpoint: '',
    requests: [],
    documents: async (index) => {
      const all = [...(indexes.get(index) ?? [])].filter(([, { source }]) => source !== undefined);
      return Object.fromEntries(all.map(([id, { source }]) => [id, source]));
    },
    fault: () => undefined,
    refusal: () => undefined,
    maxBytes: 104_857_600,
  };
  const bulk = (index: string, text: string, isPartly: boolean) => {
    const documents = indexes.get(index) ?? new Map<string, IndexedDocument>();
    indexes.set(index, documents);
    const items = actionsIn(text).map((action, at) =>
      isPartly && at % 2 === 1
        ? { index: { status: 429, error: { type: 'rejected_execution_exception', reason: 'queue is full' } } }
        : perform(documents, action, engine.refusal),
    );
    const errors = items.some((item) => Object.values(item)[0]?.error !== undefined);
    return { took: 1, errors, items };
  };
  const aliases = new Map<string, string>();
  const makeIndex = (index: string, { aliases: own = {} }: { readonly aliases?: object }) => {
    if (indexes.has(index)) return { status: 400, body: refused('resource_already_exists_exception') };
    indexes.set(index, new Map());
    for (const alias of Object.keys(own)) aliases.set(alias, index);
    return done;
  };
  const find = async (index: string, body: SearchBody) => {
    if (!indexes.has(index)) return { status: 404, body: refused('index_not_found_exception') };
    return { status: 200, body: search(Object.values(await engine.documents(index)), body) };
  };
  const changeAliases = ({ actions }: AliasActions) => {
    for (const { add } of actions) aliases.set(add.alias, add.index);
    return done;
  };
  const handlerOf = ({ method, url, text, isPartly }: ReadRequest) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/_aliases') return () => changeAliases(JSON.parse(text));
    const [name = '', action = ''] = pathname.slice(1).split('/').map(decodeURIComponent);
    const index = aliases.get(name) ?? name;
    const isMissing = searchParams.has('require_alias') && index === name;
    const handlers: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
      'POST _bulk': () =>
        isMissing
          ? { status: 404, body: refused('index_not_found_exception') }
          : { status: 200, body: bulk(index, text, isPartly) },
      'PUT ': () => makeIndex(name, JSON.parse(text)),
      'POST _refresh': () => done,
      'POST _search': () => find(index, JSON.parse(text)),
    };
    return handlers[`${method} ${action}`];
  };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { method = '', url = '', headers } = request;
    engine.requests.push({ method, path: url, headers, body });
    const fault = engine.fault();
    if (fault === 'cut') return request.socket.destroy();
    if (typeof fault === 'number')
      return answer(response, fault, { error: { type: 'fault', reason: 'It is busy' }, status: fault });
    if (body.length > engine.maxBytes) return answer(response, 413, undefined);
    const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
    const handle = handlerOf({ method, url, text, isPartly: fault === 'partly' });
    if (!handle)
      return answer(response, 404, { error: { type: 'no_handler', reason: `no handler for ${url}` } });
    const { status, body: result } = await handle();
    return fault === 'lost' ? request.socket.destroy() : answer(response, status, result);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => server.close());
  cleanUp(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return Object.assign(engine, { endpoint: `http://127.0.0.1:${port}` });
}

interface ReadRequest {
  readonly method: string;
  readonly url: string;
  readonly text: string;
  readonly isPartly: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const done: Answer = { status: 200, body: { acknowledged: true } };
const refused = (type: string) => ({ error: { type, reason: 'no' } });

interface AliasActions {
  readonly actions: readonly { readonly add: { readonly index: string; readonly alias: string } }[];
}

interface SearchBody {
  readonly query?: Query;
  /** `owner`, or `{"id":"desc"}`, or `{"id":{"order":"desc","mode":"min"}}` for one of several values. */
  readonly sort: readonly (
    | string
    | Readonly<Record<string, Order | { order: Order; mode: 'min' | 'max' }>>
  )[];
  readonly from?: number;
  readonly size: number;
  readonly search_after?: readonly string[];
  /** The number up to which all are counted. */
  readonly track_total_hits: number | false;
}

type Order = 'asc' | 'desc';

type Source = NonNullable<IndexedDocument['source']>;
/** Each level has one member. */
type Query = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function search(sources: readonly (Source | undefined)[], { query, sort, ...page }: SearchBody): object {
  const { from = 0, size, search_after: after, track_total_hits: counted } = page;
  const orders = sort.map((one) => {
    const [[member, wanted] = ['', 'asc' as const]] = typeof one === 'string' ? [] : Object.entries(one);
    const { order, mode } = typeof wanted === 'string' ? { order: wanted, mode: 'min' } : wanted;
    return { member: typeof one === 'string' ? one : member, order, mode };
  });
  const keysOf = (source: Source) =>
    orders.map(({ member, mode }) => {
      const values = [source[member] ?? ''].flat().map(String).toSorted();
      return values.at(mode === 'min' ? 0 : -1) ?? '';
    });
  const isDescending = orders.some(({ order }) => order === 'desc');
  const compare = (one: readonly string[], other: readonly string[]) => {
    const at = one.findIndex((key, index) => key !== other[index]);
    if (at < 0) return 0;
    return ((one[at] ?? '') < (other[at] ?? '') ? -1 : 1) * (isDescending ? -1 : 1);
  };
  const found = sources
    .flatMap((source) => (source && (!query || matches(query, source)) ? [keysOf(source)] : []))
    .filter((keys) => after === undefined || compare(keys, after) > 0)
    .toSorted(compare);
  const hits = found.slice(from, from + size).map((keys) => ({ sort: keys }));
  const total = counted === false ? {} : { total: { value: Math.min(found.length, counted) } };
  return { hits: { ...total, hits } };
}

function matches(query: Query, source: Source): boolean {
  const [[kind, body = {}] = ['none']] = Object.entries(query);
  const [[member, asked] = ['', undefined]] = Object.entries(body);
  const values = [source[member] ?? []].flat().map(String);
  switch (kind) {
    case 'match_all':
      return true;
    case 'bool': {
      const parts = (asked as readonly Query[]).map((one) => matches(one, source));
      return member === 'should' ? parts.includes(true) : !parts.includes(member === 'must_not');
    }
    case 'term':
      return values.some((value) => value.split(' ').includes(String(asked)));
    case 'range': {
      const { gte, lte, lt } = Object(asked);
      const isText = [gte, lte, lt].some((bound) => typeof bound === 'string');
      return values
        .map((value) => (isText ? value : Number(value)))
        .some(
          (value) =>
            (gte === undefined || value >= gte) &&
            (lte === undefined || value <= lte) &&
            (lt === undefined || value < lt),
        );
    }
    default:
      throw new Error(`The query ${kind} is not supported.`);
  }
}

interface Action {
  readonly kind: 'index' | 'delete';
  readonly target: { readonly _id: string; readonly version: number; readonly version_type: string };
  readonly source: Readonly<Record<string, unknown>> | undefined;
}

function actionsIn(text: string): Action[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('A bulk request ends with a line break.');
  const actions: Action[] = [];
  while (lines.length > 0) {
    const [[kind, target]] = Object.entries(JSON.parse(lines.shift() ?? '')) as [
      [Action['kind'], Action['target']],
    ];
    const source = kind === 'index' ? JSON.parse(lines.shift() ?? '') : undefined;
    actions.push({ kind, target, source });
  }
  return actions;
}

type Performed = Readonly<Record<string, { readonly status: number; readonly error?: object }>>;

function perform(
  documents: Map<string, IndexedDocument>,
  { kind, target, source }: Action,
  refusal: SearchEngine['refusal'],
): Performed {
  const { _id: id, version, version_type: type } = target;
  if (type !== 'external') throw new Error(`The version type ${type} is not supported.`);
  const before = documents.get(id);
  const reason = source && refusal(source);
  // The engine parses a document before it looks at versions.
  if (reason !== undefined)
    return {
      [kind]: { status: 400, error: { type: 'mapper_parsing_exception', reason } },
    };
  if (before && before.version >= version)
    return {
      [kind]: {
        status: 409,
        error: {
          type: 'version_conflict_engine_exception',
          reason: `[${id}]: version conflict, current version [${before.version}] is higher or equal to the one provided [${version}]`,
        },
      },
    };
  documents.set(id, { version, source });
  if (kind === 'delete') return { delete: { status: before?.source ? 200 : 404 } };
  return { index: { status: before?.source ? 200 : 201 } };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
