/** The parameters of one operation, and how they fit its path and each other. */

import { equal } from '../../../shared/json/equal.ts';
import type { ParameterPlan } from '../../../shared/plan/operation-plan.ts';
import type { Report } from '../../source/problem.ts';
import { expectType, items, member, problemAt, quote, type SourceNode } from '../../source/source-node.ts';
import { nameOf, type ReadParameter, readParameter } from './parameter.ts';
import type { ReadPath } from './path.ts';
import { assumeVariables } from './path-variables.ts';
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

/** An operation's own parameter replaces that of its api. */
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
      report(problemAt(node, 'W-PARAM', found, 'each parameter once; one is read', { path: node.path }));
    }
    return !isRepeat;
  });
}

/** Path, query and header parameters share the input map; form fields and members of the body share the body. */
export function reportClashes(parameters: readonly ReadParameter[], report: Report): void {
  const placeOfName = new Map<string, string>();
  const headers = new Set<string>();
  for (const parameter of parameters) {
    const name = nameOf(parameter);
    // body.ts checks that there is only one whole body.
    if (name === undefined) continue;
    const place = parameter.kind === 'input' ? parameter.plan.runtime.place : parameter.kind;
    const key = `${parameter.kind === 'input' ? 'input' : 'body'} ${name}`;
    const other = placeOfName.get(key);
    placeOfName.set(key, place);
    // RFC 9110 section 5.1: names of header fields ignore letter case.
    const isSecondHeader = place === 'header' && headers.has(name.toLowerCase());
    if (place === 'header') headers.add(name.toLowerCase());
    if (other === place || isSecondHeader) {
      const found = `a second ${place} parameter "${name}"`;
      report(
        problemAt(parameter.node, 'E-DUPLICATE', found, 'each name once', { path: parameter.node.path }),
      );
    } else if (other) {
      const accepted = 'another name for one of them: path, query and header share one input map';
      report(problemAt(parameter.node, 'E-INPUT-CLASH', `"${name}" in ${other} and in ${place}`, accepted));
    }
  }
}

/** The input parameters. The value of `{name*}` is optional. */
export function inputOf(declared: readonly ReadParameter[], { variables }: ReadPath): ParameterPlan[] {
  const optional = variables.filter(({ required }) => !required).map(({ name }) => name);
  return declared.flatMap((parameter) => {
    if (parameter.kind !== 'input') return [];
    const { plan } = parameter;
    const { runtime } = plan;
    const isOptional = runtime.place === 'path' && optional.includes(runtime.name);
    return isOptional ? { ...plan, runtime: { ...runtime, required: false } } : plan;
  });
}
