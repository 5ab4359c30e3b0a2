/** Sends arbitrary requests to the emitted functions, and checks each response. */

import assert from 'node:assert/strict';
import { answerRequest } from '../../../lib/headwater/tools/local/gateway/gateway-server.ts';
import { loadGateway } from '../../support/loaded-gateway.ts';
import { checkProblem, problemMediaType } from '../../support/problem-schema.ts';
import type { RandomRequest } from './random-http.ts';

/** Upper bound of live sources: enough for requests to find one, few enough for short lists. */
const maxSources = 100;

export interface RandomClient {
  /** @throws AssertionError for a 5xx, and for an error that is not a problem. */
  send(request: RandomRequest): Promise<void>;
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Reads the address of the database from the environment. */
export async function makeRandomClient(projectFolder: string): Promise<RandomClient> {
  const gateway = await loadGateway(projectFolder);
  const statuses = new Map<number, number>();
  const ids: string[] = [];

  async function send(request: RandomRequest): Promise<void> {
    const target = request.target.replace(/\{(\d+)\}/, (all, number) => ids[number % ids.length] ?? all);
    const sent = { ...request, target, body: Buffer.from(request.body) };
    const { status, headers, body } = await answerRequest(sent, gateway);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.ok(status < 500, `${status}: ${Buffer.from(body).toString()}`);
    const answer = { status, headers: Object.fromEntries(headers), body: parse(body) };
    if (answer.headers['content-type'] === problemMediaType && body.length > 0) checkProblem(answer);
    if (status === 201) await keep((answer.body as { readonly _id: string })._id);
  }

  async function keep(id: string): Promise<void> {
    if (!ids.includes(id)) ids.push(id);
    const [oldest] = ids;
    if (ids.length <= maxSources || oldest === undefined) return;
    ids.shift();
    await send({ method: 'DELETE', target: `/v1/source/${oldest}`, headers: [], body: '' });
  }

  return { send, statuses };
}

function parse(body: Uint8Array): unknown {
  return body.length === 0 ? undefined : JSON.parse(Buffer.from(body).toString());
}
