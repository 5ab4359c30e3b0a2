/** The functions of streams and of their sources, as they ship, on an engine of the test. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recordPk } from '../../../lib/headwater/data/store/idempotency/idempotency-items.ts';
import { type Answer, type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import type { ClientRequest } from '../../support/event.ts';
import { type OwnOperation, readOwnOperations } from '../../support/own-operations.ts';
import { repository } from '../../support/repository.ts';

export interface StreamRequest {
  /** The id of the stream in the path. */
  readonly id?: string;
  readonly position?: string;
  readonly replay?: string;
  readonly revision?: string;
  /** The name of a pipeline. */
  readonly name?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, bytes, or a value to send as JSON. */
  readonly body?: unknown;
}

export interface StreamFunctions {
  readonly engine: Engine;
  readonly tableName: string;
  /** @param name Resource and nickname, such as `stream-push`. */
  call(name: string, request?: StreamRequest): Promise<Answer>;
  /** Calls the function as `call` does, each time in a new container that knows nothing. */
  callCold(name: string, request?: StreamRequest): Promise<Answer>;
  /** @returns the id of a new source. */
  makeSource(source?: object): Promise<string>;
  /** @returns the id of a new stream, of a new source unless it is named. */
  makeStream(stream?: object): Promise<string>;
  /** Deletes the stored response, like a crash before it was stored. @param operation Such as `stream-push`. */
  forgetResponse(operation: string, key: string): Promise<unknown>;
}

const json = { 'content-type': 'application/json' };
const patch = { 'content-type': 'application/merge-patch+json' };

/**
 * @param names Of the functions that the test calls, such as `stream-list`.
 * @param before Puts something between the functions and the endpoint of the engine, and returns its endpoint.
 */
export async function streamFunctions(
  names: readonly string[],
  before?: (endpoint: string) => Promise<string>,
): Promise<StreamFunctions> {
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  if (before) {
    const { AWS_ENDPOINT_URL_DYNAMODB: endpoint = '' } = engine.environment;
    Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: await before(endpoint) });
  }
  const operations = await readOwnOperations();
  const all = new Set(['source-create', 'stream-create', ...names]);
  const functions = new Map<string, CallFunction>();
  for (const name of all) functions.set(name, await loadFunction(repository, name));
  const sendBy = (send: CallFunction | undefined, name: string, request: StreamRequest = {}) => {
    const operation = operations.find((one) => one.id === name);
    if (!operation || !send) throw new Error(`${name} is not loaded.`);
    return send(toClientRequest(operation, request));
  };
  const call: StreamFunctions['call'] = (name, request) => sendBy(functions.get(name), name, request);
  const callCold: StreamFunctions['callCold'] = async (name, request) =>
    sendBy(await loadFunction(repository, name), name, request);
  const made = async (name: string, body: object) => {
    const answer = await call(name, { body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { _id: string })._id;
  };
  const makeSource = (source: object = {}) => made('source-create', source);
  const makeStream = async (stream: { source?: string } = {}) =>
    made('stream-create', { source: stream.source ?? (await makeSource()), ...stream });
  const forgetResponse: StreamFunctions['forgetResponse'] = (operation, key) =>
    engine.client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { pk: recordPk('public', { operation, key }), sk: 'record' },
        UpdateExpression: 'SET #claimedUntil = :zero REMOVE #answer',
        ExpressionAttributeNames: { '#claimedUntil': 'claimedUntil', '#answer': 'answer' },
        ExpressionAttributeValues: { ':zero': 0 },
      }),
    );
  return { engine, tableName, call, callCold, makeSource, makeStream, forgetResponse };
}

function toClientRequest(
  { method, path }: OwnOperation,
  { query = '', headers, body, id = '', position = '', replay = '', revision = '', name = '' }: StreamRequest,
): ClientRequest {
  const type = body === undefined ? {} : method === 'PATCH' ? patch : json;
  const named = new Map(Object.entries({ id, type: id, position, replay, revision, name }));
  const isReady = typeof body === 'string' || body instanceof Uint8Array;
  return {
    ...{
      url: path.replace(/\{(\w+)\}/g, (_all, variable: string) => named.get(variable) ?? '') + query,
      method,
    },
    pathParameters: Object.fromEntries([...named].filter(([, value]) => value !== '')),
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
  };
}
