/** The variables of a path, and the path parameters that declare them. */

import { dialectOf } from '../../source/dialect-words.ts';
import type { Report } from '../../source/problem.ts';
import { member, problemAt, quote, type SourceNode } from '../../source/source-node.ts';
import type { ReadParameter } from './parameter.ts';
import type { ReadPath } from './path.ts';

export interface ReadParameters {
  readonly read: readonly ReadParameter[];
  /** Parameters that could not be read, which is reported. */
  readonly unread: readonly SourceNode[];
}

/**
 * Reports path parameters without a variable, and variables without a parameter.
 *
 * @returns a string for each variable that no parameter can mean.
 */
export function assumeVariables(
  node: SourceNode,
  { read, unread }: ReadParameters,
  path: ReadPath,
  report: Report,
): ReadParameter[] {
  // A path that cannot be routed is reported already.
  if (!path.isRoutable) return [];
  const { place, pathParameter } = dialectOf(node);
  const variables = path.variables.map(({ name }) => name);
  const inPath = read.flatMap((parameter) => {
    if (parameter.kind !== 'input') return [];
    const { runtime } = parameter.plan;
    return runtime.place === 'path' ? [{ name: runtime.name, node: parameter.node }] : [];
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
        ? { path: [...parameter.node.path, place], value: 'query' }
        : { path: [...parameter.node.path, 'name'], value: renamed };
    report(problemAt(parameter.node, 'E-TEMPLATE', `the path parameter "${parameter.name}"`, accepted, fix));
  }
  const isCertain = superfluous.length === 0;
  const at = member(node, 'parameters') ?? node;
  for (const variable of missing) {
    const accepted = `${pathParameter} named "${variable}"`;
    const found = `no parameter for {${variable}}`;
    if (isCertain) report(problemAt(at, 'W-PARAM', found, `${accepted}; a string is assumed`));
    else report(problemAt(at, 'E-TEMPLATE', found, accepted));
  }
  return isCertain ? missing.map((name) => variableAsText(name, at)) : [];
}

function variableAsText(name: string, node: SourceNode): ReadParameter {
  const runtime = { name, place: 'path', cast: 'text', required: true, isList: false } as const;
  return { kind: 'input', plan: { runtime, type: { kind: 'string' } }, node };
}

function textOf(node: SourceNode | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined;
}
