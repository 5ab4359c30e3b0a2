/** The parameters of one operation and of its api. */

import { equal } from '../../../shared/json/equal.ts';
import type { Report } from '../../source/diagnostic.ts';
import { diagnose, expectType, items, member, quote, type SourceNode } from '../../source/source-node.ts';
import { assumeVariables, type ReadParameter, reportClashes } from '../common/parameters.ts';
import type { ReadPath } from '../common/path.ts';
import { readParameter } from './parameter.ts';
import type { TypeContext } from './type-context.ts';

export function readParameters(
  node: SourceNode,
  { path, parameters: shared }: { readonly path: ReadPath; readonly parameters: readonly SourceNode[] },
  context: TypeContext,
): ReadParameter[] {
  const list = member(node, 'parameters');
  if (list && !expectType(list, 'array', context.report)) return [];
  const own = list ? items(list) : [];
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
  const [place, otherPlace] = [one, other].map((node) => member(node, 'paramType')?.value);
  const isSamePlace = place === otherPlace || place === undefined || otherPlace === undefined;
  return isSamePlace && member(one, 'name')?.value === member(other, 'name')?.value;
}

function isFormatParameter(node: SourceNode): boolean {
  const name = member(node, 'name')?.value;
  return member(node, 'paramType')?.value === 'path' && (name === 'format' || name === '_format');
}

/** The same declaration twice means the same as once. */
function withoutRepeats(parameters: readonly ReadParameter[], report: Report): ReadParameter[] {
  return parameters.filter(({ node }, index) => {
    const isRepeat = parameters.slice(0, index).some((other) => equal(other.node.value, node.value));
    if (isRepeat) {
      const found = `the parameter ${quote(member(node, 'name')?.value)} a second time, declared alike`;
      report(diagnose(node, 'W-PARAM', found, 'each parameter once; one is read', { path: node.path }));
    }
    return !isRepeat;
  });
}
