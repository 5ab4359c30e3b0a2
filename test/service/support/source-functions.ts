/** The functions of one source, as they ship, on an engine of the test. */

import { type Answer, type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';

export interface SourceRequest {
  readonly method?: string;
  /** Behind the path of the source, with its slash. */
  readonly query?: string;
  /** The last segment of the path. */
  readonly revision?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, or a value to send as JSON. */
  readonly body?: unknown;
}

export interface SourceFunctions {
  readonly engine: Engine;
  readonly tableName: string;
  /** Creates a source. @returns its id. */
  make(source?: object): Promise<string>;
  /** @param path Below the source, such as `fields`. */
  call(nickname: string, id: string, request?: SourceRequest): Promise<Answer>;
}

const paths: Readonly<Record<string, readonly [path: string, method: string]>> = {
  update: ['', 'PUT'],
  remove: ['', 'DELETE'],
  patch: ['', 'PATCH'],
  getById: ['', 'GET'],
  listVersions: ['/version', 'GET'],
  getVersion: ['/version', 'GET'],
  getSample: ['/sample', 'GET'],
  putSample: ['/sample', 'PUT'],
  removeSample: ['/sample', 'DELETE'],
  listFields: ['/fields', 'GET'],
  discoverFields: ['/fields', 'POST'],
  getMappingPreview: ['/mapping-preview', 'GET'],
  createMappingPreview: ['/mapping-preview', 'POST'],
};

/** @param nicknames Of the operations that the test calls; `create` is always there. */
export async function sourceFunctions(nicknames: readonly string[]): Promise<SourceFunctions> {
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const load = async (nickname: string) =>
    [nickname, await loadFunction(repository, `source-${nickname}`)] as const;
  const functions = new Map<string, CallFunction>(await Promise.all(['create', ...nicknames].map(load)));
  const json = { 'content-type': 'application/json' };
  const send: CallFunction = (request) => {
    const [nickname = ''] = request.url.split(' ');
    const call = functions.get(nickname);
    if (!call) throw new Error(`${nickname} is not loaded.`);
    return call({ ...request, url: request.url.slice(nickname.length + 1) });
  };
  return {
    engine,
    tableName,
    make: async (source = {}) => {
      const made = await send({
        url: 'create /v1/source',
        method: 'POST',
        headers: json,
        body: JSON.stringify(source),
      });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      return (made.body as { _id: string })._id;
    },
    call: (nickname, id, { query = '', headers, body, revision } = {}) => {
      const [path = '', method = ''] = paths[nickname] ?? [];
      return send({
        url: `${nickname} /v1/source/${id}${path}${revision === undefined ? '' : `/${revision}`}${query}`,
        method,
        pathParameters: { id, ...(revision === undefined ? {} : { revision }) },
        headers: { ...(body === undefined ? {} : json), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    },
  };
}
