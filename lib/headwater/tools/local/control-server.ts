/** How `npx headwater` reaches a running `npm start`: a server on a port of 127.0.0.1 that the data folder names. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { itemsOf, membersOf } from '../../shared/json/is-object.ts';
import type { EventSources } from './event-sources.ts';

export type Actions = Readonly<Record<string, (body: unknown) => Promise<object>>>;

/** No page of another site can send this type without asking first, and nobody answers it (Fetch, section 4.8). */
const mediaType = 'application/json';

/** Answers `POST /<action>` with what the action returns, as JSON. */
export async function startControlServer(
  actions: Actions,
): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    void answer(request, actions).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': mediaType }).end(JSON.stringify(body)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It does not keep the process.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, server };
}

async function answer(request: IncomingMessage, actions: Actions) {
  const { method, url = '', headers } = request;
  const action = Object.hasOwn(actions, url.slice(1)) ? actions[url.slice(1)] : undefined;
  if (method !== 'POST' || !action) return { status: 404, body: {} };
  if (headers['content-type'] !== mediaType) return { status: 415, body: {} };
  try {
    return { status: 200, body: await action(JSON.parse(await text(request))) };
  } catch (error) {
    return { status: 500, body: { message: String(membersOf(error)['message']) } };
  }
}

/** What a running service does on command. */
export function controlActions(sources: EventSources): Actions {
  return {
    'run-schedule': async (body) => {
      const id = String(membersOf(body)['id']);
      if (!sources.schedules.includes(id)) return { schedules: sources.schedules };
      return { hasSucceeded: await sources.runSchedule(id) };
    },
    resend: async (body) => ({ sent: await sources.resend(itemsOf(membersOf(body)['ids']).map(String)) }),
  };
}

/** @throws Error with the sentence of the running service. */
export async function askService(origin: string, action: string, body: object): Promise<unknown> {
  const response = await fetch(`${origin}/${action}`, {
    method: 'POST',
    headers: { 'content-type': mediaType },
    body: JSON.stringify(body),
  });
  const answered: unknown = await response.json();
  if (!response.ok) throw new Error(String(membersOf(answered)['message']));
  return answered;
}
