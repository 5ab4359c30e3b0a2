/** `x-uses` of an operation, a schedule or a consumer: what its function uses of AWS besides the table of the service. */

import { choiceOf } from '../../../shared/choice-of.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { AwsResource, AwsUse } from '../../../shared/plan/aws-resources.ts';
import {
  kindOfResource,
  type ResourceKindName,
  resourceKindNames,
} from '../../../shared/rights/resource-actions.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/** It names what only the service itself should know, so descriptors are served without it. */
export const usesMember = 'x-uses';

/** @returns undefined if the member is absent. */
export function readUses(node: SourceNode): { uses?: readonly AwsUse[] } {
  const uses = node.list(usesMember)?.flatMap((item) => readUse(item) ?? []);
  return uses && uses.length > 0 ? { uses } : {};
}

const forms = `an object with one of ${resourceKindNames.join(', ')}, or with actions of IAM and a resource`;

function readUse(node: SourceNode): AwsUse | undefined {
  if (!node.expect('object', undefined, forms)) return undefined;
  const kinds = resourceKindNames.filter((kind) => node.member(kind));
  const known = [...(kinds.length > 0 ? kinds : ['resource']), 'actions'];
  const unknown = node.members().find(([name]) => !known.includes(name));
  if (unknown) return refuseMember(unknown, kinds.length > 0 ? known : [...known, ...resourceKindNames]);
  const [kind, ...others] = kinds;
  if (others.length > 0) return node.report('E-USES', `${kinds.join(' and ')} in one use`, 'a use for each');
  return kind === undefined ? readOther(node) : readResource(node, kind);
}

function refuseMember([name, at]: [string, SourceNode], known: readonly string[]): undefined {
  const near = nearSpelling(name, known);
  return at.report('E-USES', quote(name), near === undefined ? forms : quote(near));
}

function readResource(node: SourceNode, kind: ResourceKindName): AwsUse | undefined {
  const name = node.text(kind);
  const { actions: known, implied } = kindOfResource(kind);
  const names = Object.keys(known);
  const accepted = `of ${names.join(', ')}`;
  const listed = node.list('actions');
  if (!listed && node.member('actions')) return undefined;
  if (!listed && !implied) return node.report('E-USES', 'no actions', `"actions": a list ${accepted}`);
  const actions = listed?.flatMap(
    (item) => item.knownName(names, 'E-USES', 'the action', choiceOf(names)) ?? [],
  );
  if (listed?.length === 0)
    return node.at('actions').report('E-USES', 'no action', `at least one ${accepted}`);
  if (name === undefined || actions?.length !== listed?.length) return undefined;
  return { kind, name, actions: sorted(actions ?? implied ?? []) };
}

/** A name of an action may end in `*`. The service must be named: `*` alone would allow everything. */
const actionPattern = /^[a-z0-9-]+:[A-Z][A-Za-z0-9]*\*?$/;
const resourcePattern = /^(?:\*|arn:\S+|\$\{[A-Za-z0-9]+(?:\.[A-Za-z0-9.]+)?\})$/;

function readOther(node: SourceNode): AwsUse | undefined {
  const listed = node.list('actions');
  if (!listed?.length) return node.report('E-USES', 'no actions', forms);
  const actions = listed.flatMap(
    (item) => item.matching(actionPattern, 'E-USES', 'an action of IAM, such as "ses:SendEmail"') ?? [],
  );
  const accepted = 'an ARN with references as Fn::Sub takes them, or "*" for actions that take no resource';
  const at = node.member('resource');
  const resource = at
    ? at.matching(resourcePattern, 'E-USES', accepted)
    : node.report('E-USES', 'no resource', accepted);
  return resource === undefined || actions.length < listed.length
    ? undefined
    : { kind: 'other', actions: sorted(actions), resource };
}

function sorted(actions: readonly string[]): string[] {
  return [...new Set(actions)].toSorted();
}

/** Reports uses of resources that the config does not name. @param place of an operation, a schedule or a consumer. */
export function reportUnknownUses(place: SourceNode, resources: readonly AwsResource[]): void {
  for (const item of valueAt(place).itemsOf(usesMember))
    for (const kind of resourceKindNames) {
      const at = item.member(kind);
      const names = resources.filter((each) => each.kind === kind).map(({ name }) => name);
      if (typeof at?.value !== 'string' || names.includes(at.value)) continue;
      const near = nearSpelling(at.value, names) ?? names.join(', ');
      const missing = `${article(kind)} that headwater.config.ts declares, in ${placeOf(kind)}`;
      at.report('E-USES', `the ${kind} ${quote(at.value)}`, near === '' ? missing : `${missing}: ${near}`);
    }
}

/** The same place, with what the file has there. */
function valueAt(place: SourceNode): SourceNode {
  return place.path.reduce(
    (node: SourceNode, step) => node.child(step, membersOf(node.value)[step]),
    place.root(),
  );
}

function article(kind: ResourceKindName): string {
  return `${kind === 'index' ? 'an' : 'a'} ${kind}`;
}

function placeOf(kind: ResourceKindName): string {
  return kind === 'index' ? '"indexes" of "table" or of one of "tables"' : `"${kind}s"`;
}
