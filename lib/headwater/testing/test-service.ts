/** A service under test: its emitted functions behind a gateway as AWS has it, with a table, a clock and a log of its own. */

import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { accessJsonPath, type ServiceAccess } from '../compile/aws/access-json.ts';
import { serviceKeys } from '../compile/aws/resources/key-definition.ts';
import { clientPath, generatedFolder } from '../compile/emit/wiring/generated-files.ts';
import type { AwsSettings } from '../config/aws-resources.ts';
import { keyAttribute, type TableKeys } from '../config/tables.ts';
import type { Item } from '../data/store/table-access.ts';
import type { KeyRecord } from '../run/access/stored-keys.ts';
import { nearSpelling } from '../shared/json/near-spelling.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import { adminScope } from '../shared/owner.ts';
import type { AccessScheme } from '../shared/plan/operation-plan.ts';
import { debuggingMs } from '../tools/local/gateway/time-limit.ts';
import {
  accessWith,
  type IssuerKey,
  makeKey,
  ownerOfSubject,
  publicKeys,
  signToken,
} from '../tools/local/local-issuer.ts';
import { ownTableName } from '../tools/local/local-tables.ts';
import { plainVariables } from '../tools/local/plain-variables.ts';
import { scheduledEvent } from '../tools/local/scheduled-event.ts';
import {
  type CalledService,
  type CreateClient,
  callerOf,
  type SignedInCaller,
  type TestCaller,
  withKey,
  withToken,
} from './callers.ts';
import { ensureBuilt } from './ensure-built.ts';
import type { LogLine } from './function-messages.ts';
import { portStream } from './port-stream.ts';
import { type EmulatorSettings, startTestAws } from './test-aws.ts';
import { TestFunctions } from './test-functions.ts';
import { openGateway } from './test-gateway.ts';
import { databaseHost, TestTable, tableEnvironment, tableName } from './test-table.ts';
import { type Duration, millisecondsOf, timeOf, VirtualTime } from './virtual-time.ts';

export interface TestServiceOptions {
  /** The folder of the project; by default the current one. */
  readonly projectFolder?: string;
  /** Where the clock stands until the test advances it. By default it runs, as the clock of the machine. */
  readonly now?: Date | string | number;
  /** Variables for the functions, beside the ones of the process and of serverless.yml. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The values of secrets and parameters of the config, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** How long a call of a function may take; a minute by default, so that a slow machine fails no test. */
  readonly timeout?: Duration;
  /** Answers what functions `fetch`; by default the network does. An error that it throws is a failed request. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
}

/**
 * A service of its own. Its `client` and its `fetch` have no credential.
 *
 * @typeParam Client The type `Client` of `#generated/client.ts`.
 */
export interface TestService<Client> extends TestCaller<Client>, AsyncDisposable {
  /** Somebody with a token, which functions verify. It expires after `lifetime`, an hour by default. */
  asUser(user?: UserOptions): SignedInCaller<Client>;
  /** Somebody with an API key of the table, as `npx headwater keys create` makes it. */
  withKey(key?: KeyOptions): Promise<SignedInCaller<Client>>;
  /**
   * Calls a function by its id, such as one of a schedule or of a consumer, and returns its value.
   *
   * @param event By default, a schedule's event.
   * @throws Error if there is no such function, or if it throws.
   */
  invoke(functionId: string, event?: object): Promise<unknown>;
  /** What functions take for the time of day. */
  readonly clock: TestClock;
  /** What functions have logged, in order. */
  readonly logs: readonly LogLine[];
  readonly table: ServiceTable;
  /** The tables of the project's own, by name. */
  readonly tables: Readonly<Record<string, ServiceTable>>;
  /** Settings for clients of S3, SQS and SNS: of the emulator that functions use, if the project has the package fauxqs. */
  readonly aws: EmulatorSettings;
  /** Ends everything that the service has started. */
  close(): Promise<void>;
}

export interface UserOptions {
  readonly subject?: string;
  readonly scopes?: readonly string[];
  /** The value of the claim that `x-tenant` of the listing names. */
  readonly tenant?: string;
  /** Other claims of the token; nothing checks them but the functions. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly lifetime?: Duration;
}

export interface KeyOptions {
  /** By default the tenant, or else `owner`. */
  readonly owner?: string;
  readonly scopes?: readonly string[];
  /** As for `asUser`. */
  readonly tenant?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** By default it does not expire. */
  readonly lifetime?: Duration;
}

export interface TestClock {
  readonly now: Date;
  advance(duration: Duration): void;
}

/** A table of the service, empty at first. */
export interface ServiceTable {
  readonly name: string;
  /** All items, by partition and sort key. */
  items(): Promise<readonly Item[]>;
  /** For commands of the SDK, and for the functions of `headwater/table`. */
  client(): Promise<DynamoDBDocumentClient>;
}

/** Only functions under test fetch it. */
const jwksUri = 'https://issuer.test/.well-known/jwks.json';

/**
 * Starts the service of a project, and builds it before if its sources have changed.
 *
 * @example const { client, close } = await testService<Client>({ now: '2026-03-01T12:00:00Z' });
 * @throws Error with all diagnostics if the project does not build.
 */
export async function testService<Client = unknown>({
  projectFolder = '.',
  now,
  environment,
  secrets = {},
  timeout = '1m',
  fetch,
}: TestServiceOptions = {}): Promise<TestService<Client>> {
  const folder = resolve(projectFolder);
  const timeoutMs = callLimitOf(timeout);
  const time = now === undefined ? new VirtualTime() : VirtualTime.standingAt(timeOf(now));
  await ensureBuilt(folder);
  const issuerKey = makeKey();
  const aws = await startTestAws(folder, secrets);
  const table = new TestTable(aws.settings);
  const functions = new TestFunctions({
    start: {
      generated: join(folder, generatedFolder),
      time: time.shared,
      databaseHost,
      jwksUri,
      jwks: publicKeys(issuerKey),
      answersFetch: fetch !== undefined,
      timeoutMs,
    },
    environment: {
      ...process.env,
      ...(await plainVariables(folder)),
      ...tableEnvironment,
      ...aws.environment,
      ACCESS: accessWith(jwksUri),
      ...environment,
    },
    connect: (port) => void table.accept(portStream(port)),
    fetch,
  });
  const gateway = await openGateway(folder, {
    functions,
    limitMs: 2 * timeoutMs + 60_000,
    now: () => time.now(),
  });
  const [access, createClient] = await Promise.all([readAccess(folder), loadClient<Client>(folder)]);
  const service = { send: gateway.send, createClient };
  const close = async () => {
    await functions.close();
    await Promise.all([table.close(), aws.close()]);
  };
  return {
    ...callerOf(service),
    ...signInTo(service, { access, issuerKey, table, time }),
    invoke: async (functionId, event = scheduledEvent(time.now())) => {
      refuseUnknown('function', functionId, gateway.functionIds);
      return JSON.parse(await functions.call({ functionId, event }));
    },
    clock: {
      get now() {
        return new Date(time.now());
      },
      advance: (duration) => time.advance(millisecondsOf(duration)),
    },
    logs: functions.logs,
    table: tableOf(table, tableName, serviceKeys),
    tables: ownTablesOf(table, aws.settings),
    aws: aws.clientSettings,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function tableOf(table: TestTable, name: string, { partition, sort }: TableKeys): ServiceTable {
  const keys = [partition, ...(sort === undefined ? [] : [sort])].map((key) => keyAttribute(key).name);
  return { name, items: () => table.items(name, keys), client: () => table.client() };
}

function ownTablesOf(table: TestTable, { tables = {} }: AwsSettings): TestService<unknown>['tables'] {
  return Object.fromEntries(
    Object.entries(tables).map(([name, keys]) => [name, tableOf(table, ownTableName(tableName, name), keys)]),
  );
}

/** In milliseconds: as a function of Lambda may have it. A debugger stops functions, but not this time. */
const limits = { least: 1_000, most: 900_000 } as const;

/** @throws TypeError for a time that no function can have. */
function callLimitOf(timeout: Duration): number {
  const ms = millisecondsOf(timeout);
  if (ms >= limits.least && ms <= limits.most) return debuggingMs() ?? ms;
  throw new TypeError(`The timeout ${JSON.stringify(timeout)} is not from 1s to 15m, as Lambda has it.`);
}

interface Credentials {
  readonly access: ServiceAccess;
  readonly issuerKey: IssuerKey;
  readonly table: TestTable;
  readonly time: VirtualTime;
}

function signInTo<Client>(
  service: CalledService<Client>,
  { access, issuerKey, table, time }: Credentials,
): Pick<TestService<Client>, 'asUser' | 'withKey'> {
  return {
    asUser: ({ subject = 'user', scopes = [], lifetime = '1h', ...said } = {}) => {
      checkScopes(scopes, access);
      const claims = claimsOf(said, access);
      const seconds = Math.floor(millisecondsOf(lifetime) / 1_000);
      const credential = signToken(issuerKey, {
        subject,
        scopes,
        claims,
        lifetime: seconds,
        issued: time.now(),
      });
      return { ...callerOf(service, withToken(credential)), owner: ownerOfSubject(subject), credential };
    },
    withKey: async ({ tenant, owner = tenant ?? 'owner', scopes = [], claims: other, lifetime } = {}) => {
      checkScopes(scopes, access);
      const places = keyPlacesOf(access);
      const claims = claimsOf({ ...omitUndefined({ tenant, claims: other }) }, access);
      const expires = lifetime === undefined ? {} : { expires: time.now() + millisecondsOf(lifetime) };
      const credential = await makeApiKey(table, { owner, scopes, claims, ...expires }, time);
      return { ...callerOf(service, withKey(credential, places)), owner, credential };
    },
  };
}

/** A test imports the type alone: the module may be of an earlier build until this one. */
async function loadClient<Client>(folder: string): Promise<CreateClient<Client>> {
  const path = join(folder, generatedFolder, clientPath);
  const url = pathToFileURL(path);
  // Node.js keeps one module for each URL.
  url.search = `written=${(await stat(path)).mtimeMs}`;
  return (await import(url.href)).createClient;
}

async function readAccess(folder: string): Promise<ServiceAccess> {
  return JSON.parse(await readFile(join(folder, generatedFolder, accessJsonPath), 'utf8'));
}

/** @throws Error for a scope that no operation asks for: the call would be refused for another reason than it seems. */
function checkScopes(scopes: readonly string[], access: ServiceAccess): void {
  for (const scope of scopes) refuseUnknown('scope', scope, [...new Set([...access.scopes, adminScope])]);
}

/** @throws Error if the listing names no claim of tenants. */
function claimsOf(
  { tenant, claims = {} }: Pick<UserOptions, 'tenant' | 'claims'>,
  access: ServiceAccess,
): Readonly<Record<string, unknown>> {
  if (tenant === undefined) return claims;
  const name = access.claims?.tenant;
  if (name === undefined)
    throw new Error('The listing has no "x-tenant", which names the claim of the tenant.');
  return { [name]: tenant, ...claims };
}

/** @throws Error if no operation takes a key. */
function keyPlacesOf({ routes }: ServiceAccess): readonly AccessScheme[] {
  const taken = routes.flatMap(({ access }) => access.flat()).filter(({ scheme }) => scheme !== 'bearer');
  const places = [...new Map(taken.map((each) => [`${each.place} ${each.name}`, each])).values()];
  if (places.length > 0) return places;
  throw new Error('No operation takes a key; asUser() makes a token.');
}

async function makeApiKey(
  table: TestTable,
  content: Pick<KeyRecord, 'owner' | 'scopes' | 'claims' | 'expires'>,
  time: VirtualTime,
): Promise<string> {
  const [client, { accessTable }, { createKey }] = await Promise.all([
    table.client(),
    import('../data/store/table-access.ts'),
    import('../run/access/api-keys.ts'),
  ]);
  return (await createKey(accessTable(client, table.name), content, time.now())).key;
}

function refuseUnknown(kind: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const near = nearSpelling(name, known);
  const guess = near === undefined ? '' : ` (did you mean ${near}?)`;
  throw new Error(`The service has no ${kind} ${JSON.stringify(name)}${guess}; it has ${known.join(', ')}.`);
}
