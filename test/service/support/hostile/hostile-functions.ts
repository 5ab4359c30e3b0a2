/** Sends hostile inputs to the emitted functions in this process. */

import type { HttpResponse } from '../../../../lib/headwater/run/http/response/http-response.ts';
import type { LambdaHandler } from '../../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../../support/emitted-function.ts';
import { type ClientRequest, httpApiEvent } from '../../../support/event.ts';
import { readOwnOperations } from '../../../support/own-operations.ts';
import { repository } from '../../../support/repository.ts';
import type { HostileAnswer, HostileInput } from './hostile-input.ts';

/** No limit of time: the parent ends this process. */
const remainingMs = 600_000;

interface Sent {
  readonly variables?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, or a value to send as JSON. */
  readonly body?: unknown;
}

type Send = (id: string, sent: Sent) => Promise<Readonly<Record<string, unknown>>>;

type Run = (input: HostileInput, send: Send) => Promise<unknown>;

/** Each run ends with the request that has the most work. */
const runs: Readonly<Record<HostileInput['operation'], Run>> = {
  preview: ({ preprocessors: [configuration = {}] = [], records = [{}] }, send) =>
    send('preprocessor-preview', {
      variables: { type: String(configuration['type']) },
      body: { configuration, records: records.slice(0, 20) },
    }),
  create: makeSource,
  mapping: async (input, send) => {
    const id = await makeSource({ ...input, preprocessors: [] }, send);
    const { preprocessors = [], ingestPipeline } = input;
    const steps = ingestPipeline === undefined ? { preprocessors } : { ingest_pipeline: ingestPipeline };
    const offered = input.text === undefined ? { body: { ...bodyOf(input), ...steps } } : sentOf(input);
    return send('source-createMappingPreview', { variables: { id }, query: '?verbose=true', ...offered });
  },
  fields: async (input, send) =>
    send('source-discoverFields', { variables: { id: await makeSource(input, send) }, ...sentOf(input) }),
  sample: async (input, send) => {
    const variables = { id: await makeSource(input, send) };
    await send('source-putSample', { variables, ...sentOf(input) });
    await send('source-getMappingPreview', { variables });
    return send('source-listFields', { variables, query: queryOf(input) });
  },
  push: async (input, send) => push(input, await makeStream(await makeSource(input, send), send), send),
  query: async (input, send) => {
    const id = await makeStream(await makeSource({ ...input, preprocessors: [] }, send), send);
    await push(input, id, send);
    return send('stream-listRecords', { variables: { id }, query: queryOf(input) });
  },
  replay: async (input, send) => {
    const source = await makeSource({ ...input, preprocessors: [{ type: 'fail', message: 'no' }] }, send);
    const id = await makeStream(source, send);
    await push(input, id, send);
    await send('source-update', { variables: { id: source }, body: sourceOf(input) });
    return send('stream-createReplay', { variables: { id }, body: { failures: true } });
  },
  request: (input, send) =>
    input.path === undefined
      ? send('source-list', { query: queryOf(input), ...(input.headers && { headers: input.headers }) })
      : send(`default-route ${input.path}`, {}),
};

function queryOf({ query }: HostileInput): string {
  return query === undefined ? '' : `?query=${encodeURIComponent(query.toWellFormed())}`;
}

function sourceOf({ preprocessors = [], format = 'json', multiline }: HostileInput) {
  return { name: 'hostile', format, preprocessors, ...(multiline && { multiline }) };
}

function bodyOf({ records = [{}] }: HostileInput) {
  return { records };
}

/** The records of a body that holds them alone. */
function sentOf(input: HostileInput): Sent {
  const { text, mediaType = 'text/plain' } = input;
  return text === undefined
    ? { body: bodyOf(input) }
    : { body: text, headers: { 'content-type': mediaType } };
}

async function makeSource(input: HostileInput, send: Send): Promise<string> {
  return String((await send('source-create', { body: sourceOf(input) }))['_id']);
}

async function makeStream(source: string, send: Send): Promise<string> {
  return String((await send('stream-create', { body: { source } }))['_id']);
}

function push(input: HostileInput, id: string, send: Send) {
  const sent = input.text === undefined ? { body: input.records ?? [{}] } : sentOf(input);
  return send('stream-push', { variables: { id }, ...sent });
}

const functionIds = [
  ...['preprocessor-preview', 'source-create', 'source-update', 'source-list', 'source-createMappingPreview'],
  ...['source-discoverFields', 'source-putSample', 'source-getMappingPreview', 'source-listFields'],
  ...['stream-create', 'stream-push', 'stream-listRecords', 'stream-createReplay', 'default-route'],
];

/** Reads where the engine is from the environment, as functions do. */
export async function loadHostileFunctions(): Promise<
  (input: HostileInput) => Promise<Omit<HostileAnswer, 'name'>>
> {
  const operations = await readOwnOperations();
  const handlers = new Map<string, LambdaHandler>();
  for (const id of functionIds) handlers.set(id, await loadHandler(repository, id));
  return async (input) => {
    const requests: HostileAnswer['requests'][number][] = [];
    const send: Send = async (name, sent) => {
      const [id = '', path = ''] = name.split(' ');
      const operation = operations.find((one) => one.id === id) ?? { method: 'GET', path };
      const handler = handlers.get(id);
      if (!handler) throw new Error(`${id} is not loaded.`);
      const event = httpApiEvent(requestOf(operation, sent));
      const start = process.cpuUsage();
      const response = (await handler(
        event,
        lambdaContext({ getRemainingTimeInMillis: () => remainingMs }),
      )) as HttpResponse;
      const { user, system } = process.cpuUsage(start);
      requests.push({ id, status: response.statusCode, ms: (user + system) / 1_000 });
      // A refused source has no id, so nothing follows.
      if (id.endsWith('-create') && response.statusCode !== 201) throw new Refused();
      return response.body?.startsWith('{') ? JSON.parse(response.body) : {};
    };
    try {
      await runs[input.operation](input, send);
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
    }
    return { requests };
  };
}

class Refused extends Error {}

function requestOf(
  { method, path }: { readonly method: string; readonly path: string },
  { variables = {}, query = '', headers = {}, body }: Sent,
): ClientRequest {
  return {
    method,
    url:
      path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(variables[name] ?? '')) + query,
    pathParameters: variables,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}
