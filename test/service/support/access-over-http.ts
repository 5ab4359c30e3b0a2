/** Sends the cases of access to a running service, and checks the responses, the log and the stored items. */

import { expect } from 'vitest';
import type { Item } from '../../../lib/headwater/data/store/table-access.ts';
import { keyPartition } from '../../../lib/headwater/shared/rights/key-rights.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { type AccessRequest, type Credential, expectedOf } from './access-cases.ts';

export interface ServiceUnderTest {
  readonly port: number;
  /** The header Host. */
  readonly host: string;
  /** All items of its table. */
  items(): Promise<readonly Item[]>;
}

/** The codes that the log must have, by the id of the request. */
export type ExpectedLog = Map<string, string>;

/**
 * @param name the beginning of the ids of its requests.
 * @param credentials makes new ones for each request, since some tokens are valid for seconds.
 */
export async function checkAccess(
  service: ServiceUnderTest,
  request: AccessRequest,
  { name, credentials }: { readonly name: string; readonly credentials: () => readonly Credential[] },
): Promise<ExpectedLog> {
  const log: ExpectedLog = new Map();
  let before = await documents(service);
  for (const [index, credential] of credentials().entries()) {
    const id = `${name}-${index}`;
    const { log: code, ...expected } = expectedOf(request, credential);
    const problem =
      expected.problem &&
      expect.objectContaining({ ...expected.problem, instance: `urn:request:headwater:${id}` });
    const answer = await sendCase(service, request, { ...credential.headers, 'x-request-id': id });
    expect([request.name, credential.name, answer]).toEqual([
      ...[request.name, credential.name],
      { ...expected, problem, requestId: id },
    ]);
    const after = await documents(service);
    if (isRefused(answer)) expect(after).toEqual(before);
    before = after;
    if (code !== undefined) log.set(id, code);
  }
  return log;
}

async function sendCase(service: ServiceUnderTest, request: AccessRequest, own: Credential['headers']) {
  const { method, path: target, body = '' } = request;
  const headers = Object.entries({ host: service.host, ...request.headers, ...own });
  const answer = await send(service.port, { method, target, headers, body });
  const { status } = answer;
  return {
    status,
    challenge: answer.headers['www-authenticate'] ?? null,
    problem: isRefused(answer) && method !== 'HEAD' ? answer.body : null,
    requestId: answer.headers['x-request-id'],
  };
}

const isRefused = ({ status }: { readonly status: number }) => [400, 401, 403].includes(status);

/** All items but the keys, which note their use. */
async function documents(service: ServiceUnderTest): Promise<readonly Item[]> {
  return (await service.items()).filter(({ pk }) => pk !== keyPartition);
}

/** What log lines say of refused requests, by the id of the request. */
export function refusalsIn(text: string): Map<string, string> {
  const lines = text.matchAll(/"requestId":"([^"]+)".*"refused":"(\w+)"/g);
  return new Map([...lines].map(([, id = '', code = '']) => [id, code]));
}
