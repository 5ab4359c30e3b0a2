/**
 * Requests that a deployed service must answer as its descriptors and the settings of its functions say. At the end it deletes
 * its keys and the document that the service names.
 */

import { routeKeysOf } from '../../../compile/aws/functions/function-routes.ts';
import type { SmokeDocument } from '../../../config/config.ts';
import { openAccess } from '../../../shared/access-settings.ts';
import type { Build } from './build.ts';
import { credentialTexts } from './credentials.ts';
import { checkTable, type Environments, readDeployedFunctions } from './deployed-functions.ts';
import { requestsWithoutKey, requestsWithRefusedKey, requestsWithScopedKey, scopesFor } from './requests.ts';
import { type SmokeRoute, smokeRoutes } from './routes.ts';
import { type SmokeResult, type SmokeTarget, sendAll } from './send.ts';
import { findDocumentRoutes, writeDocument } from './smoke-document.ts';
import { type SmokeRights, smokeClaims, withSmokeKeys } from './smoke-keys.ts';

export interface SmokeTest {
  readonly build: Build;
  /** The address of the API. */
  readonly url: string;
  /** The names of the stacks, the parent first. */
  readonly stacks: readonly string[];
  readonly document: SmokeDocument | undefined;
  /** Aborted when the command is stopped. */
  readonly signal: AbortSignal;
}

/** @throws CommandError if the service has no such document: before anything is deployed. */
export function checkSmokeDocument(build: Build, document: SmokeDocument | undefined): void {
  if (document) findDocumentRoutes(document, smokeRoutes(build));
}

/**
 * @returns what has been called, with which credential.
 * @throws Error if a function uses another table than that of the service, if an answer is not as expected, or if no
 *   operation that takes keys could be called with one.
 */
export async function smokeTest({ build, url, stacks, document, signal }: SmokeTest): Promise<string> {
  const { environments, ownTable } = await readDeployedFunctions(stacks, Object.keys(build.functions));
  const users = usersOfTable(build, environments);
  const table = users.length > 0 ? await checkTable(environments, users, ownTable) : undefined;
  const routes = smokeRoutes(build, environments);
  const target = { url: url.replace(/\/$/, ''), signal };
  const open = await sendAll({ ...target, keys: undefined }, requestsWithoutKey(routes));
  const rights = { scopes: scopesFor(routes), claims: smokeClaims(build.access) };
  const keyed = await withKeysOf(routes, table, rights, (keys) =>
    sendKeyed({ ...target, keys }, routes, document),
  );
  const isWithKey = ({ request }: SmokeResult) => 'alternative' in request.credential;
  if (!keyed.some(isWithKey)) refuseUntried(build, environments);
  const results = [...open, ...keyed];
  return [
    describeCalls(results, scopesFor(routes)),
    describeDocument(results, document),
    describeTable(results, users, table),
  ].join('\n');
}

/** The functions of the stage that send commands to the table. */
function usersOfTable({ roles }: Build, environments: Environments): string[] {
  return roles
    .filter(({ actions, keyActions }) => actions.length + keyActions.length > 0)
    .flatMap(({ functions }) => functions.filter((id) => environments.has(id)));
}

async function withKeysOf(
  routes: readonly SmokeRoute[],
  table: string | undefined,
  rights: SmokeRights,
  use: (keys: SmokeTarget['keys']) => Promise<SmokeResult[]>,
): Promise<SmokeResult[]> {
  if (table === undefined || routes.every(({ byKey }) => byKey.length === 0)) return use(undefined);
  return withSmokeKeys(table, rights, use);
}

async function sendKeyed(
  target: SmokeTarget,
  routes: readonly SmokeRoute[],
  document: SmokeDocument | undefined,
): Promise<SmokeResult[]> {
  const requests = [...requestsWithRefusedKey(routes), ...requestsWithScopedKey(routes)];
  const read = await sendAll(target, requests);
  const ofDocument = document && findDocumentRoutes(document, routes);
  return ofDocument ? [...read, ...(await writeDocument(target, document, ofDocument))] : read;
}

/**
 * What the bundles contain says which functions take keys, whatever was made of the descriptors: none may go untried in
 * silence.
 *
 * @throws Error if there is such a function.
 */
function refuseUntried({ roles, functions }: Build, environments: Environments): void {
  const takers = roles
    .flatMap((role) => (role.keyActions.length > 0 ? role.functions : []))
    .filter((id) => routeKeysOf(functions[id] ?? {}).some((key) => key.includes('/')))
    .filter((id) => (environments.get(id)?.['ACCESS'] ?? openAccess) !== openAccess);
  if (takers.length === 0) return;
  throw new Error(
    `${takers.length} functions take keys, such as ${takers[0]}, and the smoke test could call none of them with a key.`,
  );
}

/** @example '12 requests have been answered as they should: 9 without a credential, 3 with a key of all scopes (book:read).' */
function describeCalls(results: readonly SmokeResult[], scopes: readonly string[]): string {
  const byKind = Map.groupBy(results, ({ request }) => request.credential.kind);
  const kinds = [...byKind].map(([kind, { length }]) => {
    const named = kind === 'scoped' ? ` (${scopes.join(' ') || 'none'})` : '';
    return `${length} ${credentialTexts[kind]}${named}`;
  });
  return `${results.length} requests have been answered as they should: ${kinds.join(', ')}.`;
}

function describeDocument(results: readonly SmokeResult[], document: SmokeDocument | undefined): string {
  if (!document) return 'No document has been written: headwater.config.ts names no smokeDocument.';
  return results.some(({ request }) => request.body !== undefined)
    ? `A document has been written at ${document.path}, read and deleted.`
    : `No document has been written at ${document.path}, since its operations take tokens alone.`;
}

function describeTable(
  results: readonly SmokeResult[],
  users: readonly string[],
  table: string | undefined,
): string {
  if (table === undefined) return 'No function uses a table.';
  const isRead = ({ status, request: { credential } }: SmokeResult) =>
    // Without a valid parameter, a request may end before its function reads anything.
    status !== 400 && !(credential.kind === 'none' && status === 401);
  const readers = new Set(results.filter(isRead).map(({ request }) => request.id));
  const others = users.filter((id) => !readers.has(id)).toSorted();
  const named = `All ${users.length} functions that use a table have the name ${table}, and ${users.length - others.length} of them have read it.`;
  if (others.length === 0) return named;
  return `${named} No request of this test makes the others read it: ${others.join(', ')}.`;
}
