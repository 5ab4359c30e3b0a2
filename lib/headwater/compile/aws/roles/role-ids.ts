/** The ids of roles say what their functions may do: functions with the same rights share a role. */

import { createHash } from 'node:crypto';
import type { AwsUse } from '../../../shared/plan/aws-resources.ts';
import type { FunctionPlan } from '../../../shared/plan/function-plan.ts';
import { capitalized } from '../resources/logical-ids.ts';
import type { Rights } from './plan-roles.ts';

type AllowedActions = Pick<
  Rights,
  'actions' | 'keyActions' | 'unitActions' | 'settingsActions' | 'otherActions' | 'serviceActions'
>;

/** @example roleId({ actions: ['Query'], keyActions: ['GetItem'], … }) // 'RoleQueryKeyGetItem' */
export function roleId(
  { actions, keyActions, unitActions, settingsActions, otherActions, serviceActions }: AllowedActions,
  { when = '', uses = [] }: Pick<FunctionPlan, 'when' | 'uses'>,
): string {
  const others = [...otherActions, ...serviceActions].map((action) => action.replace(/^.*:/, ''));
  const names = [
    ...actions,
    ...keyActions.map((action) => `Key${action}`),
    ...unitActions.map((action) => `Units${action}`),
    ...settingsActions.map((action) => `Settings${action}`),
    ...others,
    when.replaceAll('_', ''),
    ...uses.map(useName),
  ];
  return shortened(['Role', ...(names.some(Boolean) ? names : ['Logs'])].join(''));
}

/** @example useName({ kind: 'bucket', name: 'uploads', actions: ['get', 'put'] }) // 'UploadsGetPut' */
function useName(use: AwsUse): string {
  const words = (use.kind === 'other' ? use.actions : [use.name, ...use.actions]).map((text) =>
    text.split(/\W/).map(capitalized).join(''),
  );
  return [...words, use.kind === 'other' ? digestOf(use.resource) : ''].join('');
}

/** CloudFormation takes ids of 255 characters; a second role of the same rights has a number at the end. */
function shortened(id: string): string {
  return id.length <= 200 ? id : `${id.slice(0, 192)}${digestOf(id)}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
