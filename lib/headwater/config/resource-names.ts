/** The names of resources of AWS: each is an export of `#generated/aws.ts`, and the beginning of an id in the template. */

import { type SettingProblem, type SettingRule, shownValue } from './rules.ts';

const namePattern = /^[a-z][A-Za-z0-9]{0,39}$/;

/** Words that no module can import by their name, and ids that the template has already. */
const taken = new Set([
  ...'alarm arguments await break case catch class const continue debugger default delete do else enum eval export'.split(
    ' ',
  ),
  ...'extends false finally for function if implements import in instanceof interface let new null package'.split(
    ' ',
  ),
  ...'private protected public return serverlessDeployment static super switch this throw true try typeof'.split(
    ' ',
  ),
  ...'undefined var void while with yield'.split(' '),
]);

export const resourceNameRule: SettingRule = {
  accepts:
    'a name of 1 to 40 letters and digits that begins with a small letter, and is no word of JavaScript',
  check: (value, path) =>
    typeof value === 'string' && namePattern.test(value) && !taken.has(value)
      ? []
      : [{ path, found: `the name ${shownValue(value)}`, accepted: resourceNameRule.accepts }],
};

/** File systems and variables may ignore letter case. */
export function repeatedNames(
  named: readonly { readonly name: string; readonly path: SettingProblem['path'] }[],
): SettingProblem[] {
  const seen = new Map<string, string>();
  return named.flatMap(({ name, path }) => {
    const key = name.toLowerCase();
    const earlier = seen.get(key);
    seen.set(key, earlier ?? path.join('.'));
    if (earlier === undefined) return [];
    const found = `the name ${shownValue(name)}, which ${earlier} has already`;
    return [{ path, found, accepted: 'another name: #generated/aws.ts exports all of them' }];
  });
}
