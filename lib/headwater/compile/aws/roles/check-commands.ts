/** Compares the actions that functions declare with `x-uses` with the commands of the SDK in their bundles. */

import { ownMember } from '../../../shared/json/own-member.ts';
import type { AwsUse } from '../../../shared/plan/aws-resources.ts';
import type { FunctionPlan } from '../../../shared/plan/function-plan.ts';
import { kindOfResource, resourceKindNames } from '../../../shared/rights/resource-actions.ts';
import { accessorPath, generatedFolder } from '../../emit/wiring/generated-files.ts';
import { type Diagnostic, fileDiagnostic } from '../../source/diagnostic.ts';

/** What a function contains. */
export interface UsingFunction {
  readonly plan: FunctionPlan;
  /** The paths of all files in its bundles. */
  readonly paths: readonly string[];
  /** It may send all its commands to the table of the service. */
  readonly usesServiceTable: boolean;
}

/** @returns the file to which a module of the bundle belongs. */
export type FileOf = (path: string) => string;

const command = /\/@aws-sdk\/client-([a-z0-9-]+)\/.*\/commands\/(\w+)Command\.js$/;

/** Clients of the SDK contain them, and send them on their own account. */
const unsent = ['CreateSession', 'DescribeEndpoints'];

interface SentCommand {
  readonly client: string;
  readonly name: string;
  /** Its module. */
  readonly path: string;
}

function commandsIn(paths: readonly string[]): SentCommand[] {
  return paths.flatMap((path) => {
    const [, client = '', name = ''] = command.exec(path) ?? [];
    return name === '' || unsent.includes(name) ? [] : [{ client, name, path }];
  });
}

/** What uses an action without a command of its own: a condition of a transaction, and a form that a browser posts. */
const otherUses: Readonly<Record<string, RegExp>> = {
  'table get': /\/commands\/TransactWriteItemsCommand\.js$/,
  'bucket put': /\/@aws-sdk\/s3-presigned-post\//,
};

/** Rights of a resource whose accessor the code imports, though none of its commands needs them. */
export function checkActions({ plan, paths }: UsingFunction, file: string): Diagnostic[] {
  const sent = commandsIn(paths);
  return (plan.uses ?? []).flatMap((use) => {
    if (use.kind === 'other' || !paths.includes(`${generatedFolder}/${accessorPath(use.name)}`)) return [];
    const { client, actions } = kindOfResource(use.kind);
    const names = sent.filter((each) => each.client === client).map(({ name }) => name);
    // Code without any command may sign requests itself.
    if (names.length === 0) return [];
    const isNeeded = (action: string): boolean =>
      // With it, a missing object is a 404.
      (use.kind === 'bucket' && action === 'list' && use.actions.includes('get') && isNeeded('get')) ||
      ownMember(actions, action)?.sends.some((name) => names.includes(name)) ||
      paths.some((path) => ownMember(otherUses, `${use.kind} ${action}`)?.test(path));
    const unused = use.actions.filter((action) => !isNeeded(action));
    if (unused.length === 0) return [];
    const shown = unused.map((action) => JSON.stringify(action)).join(' and ');
    const found = `no code that uses ${shown} of the ${use.kind} ${use.name}, for which x-uses gives the function rights`;
    return [fileDiagnostic(file, 'W-USES', found, `x-uses without ${shown}`)];
  });
}

/** A command that no use allows would fail for the first caller. */
export function checkCommands(
  { plan, paths, usesServiceTable }: UsingFunction,
  fileOf: FileOf,
): Diagnostic[] {
  const { uses = [] } = plan;
  const sent = commandsIn(paths);
  return clientsOf(uses).flatMap((client) => {
    if (client === 'dynamodb' && usesServiceTable) return [];
    const ofClient = uses.flatMap((use) =>
      use.kind !== 'other' && kindOfResource(use.kind).client === client ? [use] : [],
    );
    const allowed = ofClient.flatMap(({ kind, actions }) =>
      actions.flatMap((action) => ownMember(kindOfResource(kind).actions, action)?.sends ?? []),
    );
    const other = sent.filter(({ client: of, name }) => of === client && !allowed.includes(name));
    // The commands of units, which a table of the project's own has none of, are in the module that reads all tables.
    const distinct = new Map(other.map(({ name, path }) => [name, path]));
    return [...distinct].flatMap(([name, path]) =>
      client === 'dynamodb' && name === 'UpdateItem'
        ? []
        : [missingAction(fileOf(path), { client, name, uses: ofClient })],
    );
  });
}

/** The clients that only uses with a name explain. */
function clientsOf(uses: readonly AwsUse[]): string[] {
  const clients = uses.flatMap((use) =>
    use.kind === 'other' ? [] : (kindOfResource(use.kind).client ?? []),
  );
  const explained = new Set(uses.flatMap((use) => (use.kind === 'other' ? servicesOf(use.actions) : [])));
  return [...new Set(clients)].filter((client) => !explained.has(client));
}

/** A client with a kind has the name that its service has in actions of IAM. */
function servicesOf(actions: readonly string[]): string[] {
  return actions.map((action) => action.split(':')[0] ?? '');
}

function missingAction(
  file: string,
  {
    client,
    name,
    uses,
  }: { readonly client: string; readonly name: string; readonly uses: readonly AwsUse[] },
): Diagnostic {
  const kinds = resourceKindNames.filter((kind) => kindOfResource(kind).client === client);
  const needed = kinds.flatMap((kind) =>
    Object.entries(kindOfResource(kind).actions).flatMap(([action, { sends }]) =>
      sends.includes(name) ? action : [],
    ),
  );
  const given = uses.flatMap((use) => use.actions).join(', ');
  const found = `a function that can send ${name} of @aws-sdk/client-${client}, and x-uses with ${given}`;
  const accepted = [...new Set(needed)].map((action) => JSON.stringify(action)).join(' or ');
  const otherwise = `a use { "actions": ["${client}:…"], "resource": "arn:…" }`;
  return fileDiagnostic(file, 'E-USES', found, accepted === '' ? otherwise : `the action ${accepted}, too`);
}

/** Whether a use gives rights for a client, such as `@aws-sdk/client-s3`. IAM names some services otherwise than their clients. */
export function isUsed(client: string, uses: readonly AwsUse[]): boolean {
  const name = client.replace(/^.*client-/, '');
  return uses.some((use) => use.kind === 'other' || kindOfResource(use.kind).client === name);
}
