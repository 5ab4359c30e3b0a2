/** The output of `npm start` once the service is up: one screen. */

import { forFunction, operationsOf, routesOf } from '../../compile/plan/operations.ts';
import type { CallerClaimsPlan } from '../../shared/plan/caller-claims.ts';
import type { FunctionTable } from '../../shared/plan/function-plan.ts';
import type {
  AccessAlternative,
  OperationPlan,
  RequiredCredential,
} from '../../shared/plan/operation-plan.ts';
import { referencePath } from '../../shared/plan/reference-files.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { table } from '../command-line/terminal.ts';
import { defaultDataFolder, type LocalSettings } from './local-settings.ts';
import { watchedText } from './watch-project.ts';

interface Line {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

interface ScreenSettings extends LocalSettings {
  /** The ports for debuggers: of operations, and of schedules and consumers; none without --inspect. */
  readonly inspected: readonly number[];
}

/** @example screen(service, 'http://localhost:3000', settings) // "Headwater runs at http://localhost:3000/v1 …" */
export function screen(service: ServicePlan, origin: string, settings: ScreenSettings): string {
  const lines = service.functions.flatMap((plan) => forFunction(linesOf, plan));
  const background = service.functions.flatMap((plan) => forFunction(backgroundOf, plan));
  const rows = lines.map(({ method, path, summary }) => [
    `${method.padEnd(7)} ${path}`,
    summary.replaceAll(/\s+/g, ' '),
  ]);
  return [
    '',
    `  Headwater runs at ${origin}${service.basePath}`,
    '',
    ...table(rows).map((line) => `  ${line}`),
    '',
    ...table(background).map((line) => `  ${line}`),
    ...(background.length > 0 ? [''] : []),
    ...(hasPage(service) ? [`  Docs   ${origin}${referencePath}`] : []),
    ...service.pages.map(({ name, summary }) => `  Page   ${origin}/${name}  ${summary}`),
    `  Try    ${exampleCommand(service, lines, { origin, settings })}`,
    `  Access ${describeAccess(service, settings)}`,
    `  Data   ${settings.data}`,
    ...describeDebugging(service, settings),
    ...(settings.watch ? [`  Watch  ${watchedText}`] : []),
    '  Stop   Ctrl-C',
    '',
  ].join('\n');
}

function hasPage({ functions }: ServicePlan): boolean {
  return functions.some(({ kind }) => kind === 'reference');
}

function describeDebugging({ functions }: ServicePlan, { inspected }: ScreenSettings): string[] {
  const [operations, background] = inspected.map((port) => `127.0.0.1:${port}`);
  if (operations === undefined) return [];
  const hasBackground = functions.some(({ kind }) => kind === 'schedule' || kind === 'consumer');
  return [`  Debug  ${operations}${hasBackground ? `, schedules and consumers ${background}` : ''}`];
}

/** With the scopes of all operations, so that the token may call them. */
function describeAccess(service: ServicePlan, { auth, data }: LocalSettings): string {
  const claims = service.callerClaims;
  if (!auth) {
    const said = Object.entries(claims?.runtime.examples ?? {}).map((claim) => claimText(...claim));
    const withClaims = said.length > 0 ? `, with the claims ${said.join(' ')}` : '';
    return `open, everybody on this machine may call${withClaims}; npm start -- --auth asks for tokens`;
  }
  const credentials = operationsOf(service).flatMap(({ runtime: { access = [] } }) => access.flat());
  return `needs a token: ${tokenCommand(credentials, claims, data)}`;
}

/** As `--claim` takes it. */
function claimText(name: string, value: unknown): string {
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** The options for the claims without which no operation would take the token. */
function claimOptions({
  runtime: { tenant, examples },
  schema: { required = [] },
}: CallerClaimsPlan): string[] {
  return required.map((name) =>
    name === tenant
      ? `--tenant ${shellWord(String(examples[name]))}`
      : `--claim ${shellWord(claimText(name, examples[name]))}`,
  );
}

function tokenCommand(
  credentials: readonly RequiredCredential[],
  claims: CallerClaimsPlan | undefined,
  data: string,
): string {
  const scopes = new Set(credentials.flatMap((credential) => credential.scopes));
  const options = [
    ...(scopes.size > 0 ? [`--scopes ${shellWord([...scopes].join(' '))}`] : []),
    ...(claims ? claimOptions(claims) : []),
    // The key of the issuer is in this folder.
    ...(data === defaultDataFolder ? [] : [`--data=${shellWord(data)}`]),
  ];
  return ['npx headwater token', ...options].join(' ');
}

/** Quotes a text for a POSIX shell. */
function shellWord(text: string): string {
  if (/^[\w./:-]+$/.test(text)) return text;
  return /^[\w./: -]+$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

const linesOf: FunctionTable<readonly Line[]> = {
  operation: ({ operation: { method, routePath, summary } }) => [{ method, path: routePath, summary }],
  descriptors: (plan) =>
    routesOf(plan)
      .filter(({ method }) => method === 'GET')
      .map(({ method, path }) => ({ method, path, summary: summaryOf(path) })),
  schedule: () => [],
  consumer: () => [],
  reference: () => [],
  page: () => [],
  'default-route': () => [],
};

function summaryOf(path: string): string {
  return path.endsWith('/openapi.json') ? 'The whole API in OpenAPI 3.1' : 'The descriptors';
}

const backgroundOf: FunctionTable<readonly (readonly string[])[]> = {
  operation: () => [],
  descriptors: () => [],
  schedule: ({ id, when, schedule: { summary }, triggers }) => {
    const every = triggers.flatMap((trigger) => (trigger.kind === 'schedule' ? trigger.everyMinutes : []));
    return [[`schedule ${id}`, described(summary, [`every ${every} min`, ...condition(when)])]];
  },
  consumer: ({ id, when, consumer: { summary } }) => [
    [`consumer ${id}`, described(summary, condition(when))],
  ],
  reference: () => [],
  page: () => [],
  'default-route': () => [],
};

/** @example described('Sweeps', ['every 5 min']) // 'Sweeps (every 5 min)' */
function described(summary: string, notes: readonly string[]): string {
  return notes.length === 0 ? summary : `${summary} (${notes.join(', ')})`.trimStart();
}

function condition(when: string | undefined): readonly string[] {
  return when === undefined ? [] : [`with ${when}`];
}

interface ExampleSettings {
  readonly origin: string;
  readonly settings: LocalSettings;
}

/** A GET without input: a public one, else one that takes a token. The descriptors always have one. */
function exampleCommand(
  service: ServicePlan,
  lines: readonly Line[],
  { origin, settings: { auth, data } }: ExampleSettings,
): string {
  const operations = operationsOf(service).filter(
    ({ method, parameters }) => method === 'GET' && !parameters.some(({ runtime }) => runtime.required),
  );
  const open = auth ? operations.find(isPublic) : operations[0];
  if (open) return `curl -s ${origin}${open.routePath}`;
  for (const { routePath, runtime } of operations) {
    const credentials = runtime.access?.find(takesTokens);
    if (credentials)
      return `curl -s -H "Authorization: Bearer $(${tokenCommand(credentials, service.callerClaims, data)})" ${origin}${routePath}`;
  }
  return `curl -s ${origin}${lines.find(({ path }) => path.endsWith('/api-docs.json'))?.path}`;
}

function isPublic({ runtime: { access = [] } }: OperationPlan): boolean {
  return access.length === 0 || access.some((credentials) => credentials.length === 0);
}

function takesTokens(credentials: AccessAlternative): boolean {
  return credentials.every(({ scheme, place }) => scheme === 'bearer' && place === undefined);
}
