/** The parameters of one operation, and how they fit its path and each other. */

import type { ParameterPlan } from '../../plan/operation-plan.ts';
import type { Report } from '../source/problem.ts';
import { expectType, items, member, problemAt, quote, type SourceNode } from '../source/source-node.ts';
import { nameOf, type ReadParameter, readParameter } from './parameter.ts';
import type { ReadPath } from './path.ts';
import type { TypeContext } from './type-context.ts';

export interface ReadParameters {
  readonly read: readonly ReadParameter[];
  /** Parameters that could not be read, which is reported. */
  readonly unread: readonly SourceNode[];
}

export function readParameters(
  node: SourceNode,
  { path, parameters: shared }: { readonly path: ReadPath; readonly parameters: readonly SourceNode[] },
  context: TypeContext,
): ReadParameters {
  const list = member(node, 'parameters');
  if (list && !expectType(list, 'array', context.report)) return { read: [], unread: [list] };
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
  reportClashes(read, context.report);
  return { read, unread };
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

/** Path, query and header parameters share the input map; form fields and members of the body share the body. */
function reportClashes(parameters: readonly ReadParameter[], report: Report): void {
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

export function reportTemplateMismatch(
  node: SourceNode,
  { read, unread }: ReadParameters,
  path: ReadPath,
  report: Report,
): void {
  // A path that cannot be routed is reported already.
  if (!path.isRoutable) return;
  const variables = path.variables.map(({ name }) => name);
  const inPath = read.flatMap((parameter) => {
    if (parameter.kind !== 'input') return [];
    const { name, place } = parameter.plan.runtime;
    return place === 'path' ? [{ name, node: parameter.node }] : [];
  });
  // A parameter that could not be read may be the missing one, if it has this name or none.
  const isUnread = (variable: string) =>
    unread.some((item) => [variable, undefined].includes(textOf(member(item, 'name'))));
  const missing = variables.filter(
    (variable) => !inPath.some(({ name }) => name === variable) && !isUnread(variable),
  );
  const superfluous = inPath.filter(({ name }) => !variables.includes(name));
  // One missing and one superfluous parameter are most likely the same one under two names.
  const [renamed] = missing.length === 1 && superfluous.length === 1 ? missing : [];
  for (const parameter of superfluous) {
    const accepted = `a variable of ${quote(path.path)}: ${variables.join(', ') || 'it has none'}`;
    const fix =
      renamed === undefined
        ? { path: [...parameter.node.path, 'paramType'], value: 'query' }
        : { path: [...parameter.node.path, 'name'], value: renamed };
    report(problemAt(parameter.node, 'E-TEMPLATE', `the path parameter "${parameter.name}"`, accepted, fix));
  }
  for (const variable of missing) {
    const at = member(node, 'parameters');
    const accepted = `a parameter of paramType path named "${variable}"`;
    const added = { paramType: 'path', name: variable, type: 'string', required: true };
    const fix = at
      ? { path: [...at.path, -1], value: added }
      : { path: [...node.path, 'parameters'], value: [added] };
    const found = `no parameter for {${variable}}`;
    report(problemAt(at ?? node, 'E-TEMPLATE', found, accepted, variable === renamed ? undefined : fix));
  }
}

function textOf(node: SourceNode | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined;
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
