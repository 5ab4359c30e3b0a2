/** The parameters of one operation and of its api. */

import { equal } from '../../../shared/json/equal.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { assumeVariables, type ReadParameter, reportClashes } from '../common/parameters.ts';
import type { ReadPath } from '../common/path.ts';
import { readParameter } from './parameter.ts';
import type { TypeContext } from './type-context.ts';

export function readParameters(
  node: SourceNode,
  { path, parameters: shared }: { readonly path: ReadPath; readonly parameters: readonly SourceNode[] },
  context: TypeContext,
): ReadParameter[] {
  const list = node.member('parameters');
  if (list && !list.expect('array', context.report)) return [];
  const own = list?.items() ?? [];
  const inherited = shared.filter((parameter) => !own.some((each) => isSameParameter(each, parameter)));
  const declared = [...inherited, ...own].filter((item) => !(path.hadFormat && isFormatParameter(item)));
  const variables = path.variables.map(({ name }) => name);
  const read: ReadParameter[] = [];
  const unread: SourceNode[] = [];
  for (const item of declared) {
    const parameter = readParameter(item, variables, context);
    if (parameter) read.push(parameter);
    else unread.push(item);
  }
  const distinct = withoutRepeats(read, context.report);
  const assumed = assumeVariables(node, { read: distinct, unread }, path, context.report);
  const all = [...distinct, ...assumed];
  reportClashes(all, context.report);
  return all;
}

/** An operation's own parameter replaces a parameter of its api. */
function isSameParameter(one: SourceNode, other: SourceNode): boolean {
  const [place, otherPlace] = [one, other].map((node) => node.member('paramType')?.value);
  const isSamePlace = place === otherPlace || place === undefined || otherPlace === undefined;
  return isSamePlace && one.member('name')?.value === other.member('name')?.value;
}

function isFormatParameter(node: SourceNode): boolean {
  const name = node.member('name')?.value;
  return node.member('paramType')?.value === 'path' && (name === 'format' || name === '_format');
}

/** The same declaration twice means the same as once. */
function withoutRepeats(parameters: readonly ReadParameter[], report: Report): ReadParameter[] {
  return parameters.filter(({ node }, index) => {
    const isRepeat = parameters.slice(0, index).some((other) => equal(other.node.value, node.value));
    if (isRepeat) {
      const found = `the parameter ${quote(node.member('name')?.value)} a second time, declared alike`;
      report(node.diagnose('W-PARAM', found, 'each parameter once; one is read', { path: node.path }));
    }
    return !isRepeat;
  });
}
