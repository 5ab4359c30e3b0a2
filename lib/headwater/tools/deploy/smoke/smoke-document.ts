/** The document that the smoke test writes, reads and deletes: the one that the service names. */

import { isDeepStrictEqual } from 'node:util';
import type { SmokeDocument } from '../../../config/config.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { CommandError } from '../../command-line/command-line.ts';
import type { Credential } from './credentials.ts';
import { usableAlternative } from './requests.ts';
import { type SmokeRoute, withoutNames } from './routes.ts';
import { type SmokeResult, type SmokeTarget, sendOne } from './send.ts';
import { smokeOwner } from './smoke-keys.ts';

const methods = ['POST', 'GET', 'DELETE'] as const;

/** Its routes: the function of each, and how a request of the smoke test is let in. */
export type DocumentRoutes = Readonly<
  Record<(typeof methods)[number], { readonly id: string; readonly credential: Credential }>
>;

/**
 * @returns undefined if one of its operations takes tokens alone.
 * @throws CommandError if there is no such operation.
 */
export function findDocumentRoutes(
  { path }: SmokeDocument,
  routes: readonly SmokeRoute[],
): DocumentRoutes | undefined {
  const found = methods.map((method) => {
    const wanted = method === 'POST' ? path : `${path}/{}`;
    const route = routes.find((each) => each.method === method && withoutNames(each.path) === wanted);
    if (route) return [method, { id: route.id, credential: credentialFor(route) }] as const;
    throw new CommandError(
      `smokeDocument in headwater.config.ts is written at ${path}, and there is no ${method} ${wanted}.`,
    );
  });
  const isUsable = found.every(([, { credential }]) => credential !== undefined);
  return isUsable ? (Object.fromEntries(found) as DocumentRoutes) : undefined;
}

function credentialFor(route: SmokeRoute): Credential | undefined {
  if (!route.isGuarded) return { kind: 'owner' };
  const alternative = usableAlternative(route);
  return alternative && { kind: 'scoped', alternative };
}

/**
 * Creates the document, reads it, deletes it, and sees that it is gone.
 *
 * @throws Error if one of them fails. It deletes the document all the same, or says where it is left.
 */
export async function writeDocument(
  target: SmokeTarget,
  { path, body }: SmokeDocument,
  routes: DocumentRoutes,
): Promise<SmokeResult[]> {
  const created = await sendOne(target, { method: 'POST', path, body, ...routes.POST, expected: [201] });
  const id = created.headers.get('location')?.split('/').at(-1);
  if (!id) throw new Error(`POST ${path} has created a document, and no Location says where it is left.`);
  const place = `${path}/${id}`;
  let etag = created.headers.get('etag');
  try {
    const read = await sendOne(target, { method: 'GET', path: place, ...routes.GET, expected: [200] });
    etag ??= read.headers.get('etag');
    compare(body, read);
    return [created, read];
  } finally {
    // A command that is stopped deletes it, too.
    await remove({ ...target, signal: undefined }, { place, etag, routes });
  }
}

function compare(body: SmokeDocument['body'], { request, text }: SmokeResult): void {
  const found: unknown = JSON.parse(text);
  const other = Object.keys(body).find((name) => !isDeepStrictEqual(membersOf(found)[name], body[name]));
  if (other !== undefined)
    throw new Error(`GET ${request.path} does not return the "${other}" that POST was sent.`);
}

interface Removed {
  readonly place: string;
  readonly etag: string | null;
  readonly routes: DocumentRoutes;
}

async function remove(target: SmokeTarget, { place: path, etag, routes }: Removed): Promise<void> {
  const headers = etag ? { 'if-match': etag } : {};
  try {
    await sendOne(target, { method: 'DELETE', path, headers, ...routes.DELETE, expected: [200, 202, 204] });
    await sendOne(target, { method: 'GET', path, ...routes.GET, expected: [404, 410] });
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${message}\nThe document ${path} of the owner ${smokeOwner} is left.`, { cause });
  }
}
