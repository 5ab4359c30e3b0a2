/** Compares what functions declare with `x-uses` with what their bundles contain: accessors, and commands (check-commands.ts). */

import { type AwsResource, variableOf } from '../../../shared/plan/aws-resources.ts';
import { reachable } from '../../../shared/reachable.ts';
import { kindOfResource } from '../../../shared/rights/resource-actions.ts';
import type { Bundles } from '../../bundle/bundle.ts';
import { handlerFileOf } from '../../bundle/function-parts.ts';
import { accessorPath, aroundPath, generatedFolder } from '../../emit/wiring/generated-files.ts';
import { type Diagnostic, fileDiagnostic } from '../../source/diagnostic.ts';
import { checkActions, checkCommands, type FileOf, type UsingFunction } from './check-commands.ts';

interface UseOptions {
  /** All modules of all bundles, with what they import. */
  readonly inputs: Bundles['metafile']['inputs'];
  /** What the config declares. */
  readonly awsResources: readonly AwsResource[];
  /** Whether serverless.yml allows all functions more than their tables. */
  readonly isMore: boolean;
  /** The functions to which serverless.yml gives a role that it declares itself. */
  readonly withOwnRole: ReadonlySet<string>;
}

export function checkUses(functions: readonly UsingFunction[], options: UseOptions): Diagnostic[] {
  const found = functions.flatMap((each) => {
    const file = handlerFileOf(each.plan)?.path;
    if (file === undefined) return [];
    const fileOf = (path: string) =>
      causeOf(path, { file, resource: each.plan.resource ?? '' }, options.inputs);
    const accessors = checkAccessors(each, options.awsResources, fileOf);
    const hasOtherRights = options.isMore || options.withOwnRole.has(each.plan.id);
    const commands = hasOtherRights ? [] : checkCommands(each, fileOf);
    return [...accessors, ...checkActions(each, file), ...commands].map((diagnostic) => ({
      diagnostic,
      id: each.plan.id,
      isShared: diagnostic.file !== file,
    }));
  });
  // What runs around several handlers is reported once.
  return [...Map.groupBy(found, ({ diagnostic }) => JSON.stringify(diagnostic)).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first?.isShared) return alike.map(({ diagnostic }) => diagnostic);
    const around = `${first.diagnostic.found}: around ${alike.map(({ id }) => id).join(', ')}`;
    return [{ ...first.diagnostic, found: around }];
  });
}

/** The file of a function because of which its bundle has a module: its handler, or what runs around it. */
function causeOf(
  path: string,
  { file, resource }: { readonly file: string; readonly resource: string },
  inputs: UseOptions['inputs'],
): string {
  const targetsOf = (from: string) => (inputs[from]?.imports ?? []).map((target) => target.path);
  const leads = (from: string) => reachable([from], targetsOf).has(path);
  return [file, aroundPath(resource), aroundPath()].find(leads) ?? file;
}

function checkAccessors(
  { plan, paths }: UsingFunction,
  awsResources: readonly AwsResource[],
  fileOf: FileOf,
): Diagnostic[] {
  const declared = new Set((plan.uses ?? []).flatMap((use) => (use.kind === 'other' ? [] : use.name)));
  const file = handlerFileOf(plan)?.path ?? '';
  return awsResources.flatMap((resource) => {
    const { kind, name } = resource;
    const accessor = `${generatedFolder}/${accessorPath(name)}`;
    const isImported = paths.includes(accessor);
    if (isImported === declared.has(name)) return [];
    if (isImported) {
      const found = `code that uses the ${kind} ${name} of #generated/aws.ts, which its descriptor does not declare`;
      const accepted = `"x-uses": [${exampleOf(resource)}] in the descriptor`;
      return [fileDiagnostic(fileOf(accessor), 'E-USES', found, accepted)];
    }
    const found = `no code that uses the ${kind} ${name}, for which x-uses gives the function rights`;
    const accepted = `${name} of #generated/aws.ts, which has the value of ${variableOf(resource)}; or x-uses without it`;
    return [
      fileDiagnostic(
        file,
        'W-USES',
        found,
        kind === 'index' ? `${name} of #generated/aws.ts; or x-uses without it` : accepted,
      ),
    ];
  });
}

/** @example exampleOf({ kind: 'bucket', name: 'uploads' }) // '{ "bucket": "uploads", "actions": ["get", …] }' */
function exampleOf({ kind, name }: AwsResource): string {
  const { actions, implied } = kindOfResource(kind);
  const shown = implied ? '' : `, "actions": [${JSON.stringify(Object.keys(actions)[0])}, …]`;
  return `{ ${JSON.stringify(kind)}: ${JSON.stringify(name)}${shown} }`;
}
