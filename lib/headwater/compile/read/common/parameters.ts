/** Parameters of one operation: how they fit its path and each other. */

import {
  type ExamplePlan,
  type FormFieldPlan,
  inputPlaces,
  keyOf,
  type ParameterPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { isOptional, type ReadPath } from './path.ts';

/** A parameter that is the whole body, or the member `name` of it. */
export interface BodyParameter {
  readonly name?: string;
  readonly description?: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly examples?: readonly ExamplePlan[];
}

export type ReadInput = { readonly kind: 'input'; readonly plan: ParameterPlan; readonly node: SourceNode };

export type ReadParameter =
  | ReadInput
  | { readonly kind: 'form'; readonly plan: FormFieldPlan; readonly node: SourceNode }
  | { readonly kind: 'body'; readonly plan: BodyParameter; readonly node: SourceNode };

/** Undefined for the whole body. */
export function parameterName(parameter: ReadParameter): string | undefined {
  return parameter.kind === 'body' ? parameter.plan.name : parameter.plan.runtime.name;
}

interface ReadParameters {
  readonly read: readonly ReadParameter[];
  /** Parameters that could not be read, which is reported. */
  readonly unread: readonly SourceNode[];
}

/** The parameters of an operation, with those that its path has besides. Reports how they do not fit. */
export function completeParameters(
  node: SourceNode,
  declared: ReadParameters,
  path: ReadPath,
): ReadParameter[] {
  const all = [...declared.read, ...assumeVariables(node, declared, path)];
  const keyed = node.terms.sharesNames ? withKeys(all) : all;
  reportClashes(keyed);
  return keyed;
}

/**
 * Reports path parameters without a variable, and variables without a parameter.
 *
 * @returns a string for each variable that no parameter can mean.
 */
function assumeVariables(
  node: SourceNode,
  { read, unread }: ReadParameters,
  path: ReadPath,
): ReadParameter[] {
  // A path that cannot be routed is reported already.
  if (!path.isRoutable) return [];
  const { variables } = path;
  const inPath = read.flatMap(({ kind, plan, node }) =>
    kind === 'input' && plan.runtime.place === 'path' ? [{ name: plan.runtime.name, node }] : [],
  );
  // A parameter that could not be read may be the missing one, if it has this name or none.
  const unreadNames = unread.map((item) => item.member('name')?.value);
  const isUnread = (variable: string) =>
    unreadNames.some((name) => name === variable || typeof name !== 'string');
  const missing = variables.filter(
    (variable) => !inPath.some(({ name }) => name === variable) && !isUnread(variable),
  );
  const superfluous = inPath.filter(({ name }) => !variables.includes(name));
  // One missing and one superfluous parameter are most likely the same one under two names.
  const [renamed] = missing.length === 1 && superfluous.length === 1 ? missing : [];
  for (const { name, node: at } of superfluous) reportSuperfluous(name, at, path, renamed);
  if (renamed !== undefined) return [];
  const at = node.at('parameters');
  return missing.flatMap((name) => {
    const found = `no parameter for {${name}}`;
    const accepted = `${node.terms.pathParameter} named "${name}"`;
    // One of the superfluous parameters may be the missing one.
    if (superfluous.length > 0) return at.report('E-TEMPLATE', found, accepted) ?? [];
    at.report('W-PARAM', found, `${accepted}; a string is assumed`);
    const runtime = { name, place: 'path', cast: 'text', required: true, isList: false } as const;
    return { kind: 'input' as const, plan: { runtime, schema: { type: 'string' as const } }, node: at };
  });
}

function reportSuperfluous(
  name: string,
  node: SourceNode,
  path: ReadPath,
  renamed: string | undefined,
): void {
  const found = `the path parameter "${name}"`;
  const template = quote(path.path);
  const variables = path.variables.join(', ') || 'it has none';
  const [accepted, member, value] =
    renamed === undefined
      ? [`a variable of ${template}: ${variables}`, node.terms.place, 'query']
      : [`${quote(renamed)}, the variable of ${template} without a parameter`, 'name', renamed];
  node.report('E-TEMPLATE', found, accepted, { path: [...node.path, member], value });
}

/**
 * Keys of parameters with the same name in the input map. The first of path, query and header has the name itself as its key;
 * any other has the name followed by the place.
 */
function withKeys(parameters: readonly ReadParameter[]): ReadParameter[] {
  const inputs = parameters.flatMap(({ kind, plan }) => (kind === 'input' ? [plan.runtime] : []));
  const lastFirst = inputPlaces
    .toReversed()
    .flatMap((place) => inputs.filter((each) => each.place === place));
  const firstPlaces = new Map(lastFirst.map(({ name, place }) => [name, place]));
  return parameters.map((parameter) => {
    if (parameter.kind !== 'input') return parameter;
    const { runtime } = parameter.plan;
    const { name, place } = runtime;
    const first = firstPlaces.get(name);
    const key = `${name}_${place}`;
    if (first === place || firstPlaces.has(key)) return parameter;
    const accepted = `each name in one place; handlers get that of the ${place} as "${key}"`;
    parameter.node.report('W-PARAM', `"${name}" in ${first} and in ${place}`, accepted);
    return { ...parameter, plan: { ...parameter.plan, runtime: { ...runtime, key } } };
  });
}

/** Path, query and header parameters share the input map; form fields and members of the body share the body. */
function reportClashes(parameters: readonly ReadParameter[]): void {
  const placeOfName = new Map<string, string>();
  const headers = new Set<string>();
  for (const parameter of parameters) {
    const name = parameterName(parameter);
    // The reader of the body checks that there is only one whole body.
    if (name === undefined) continue;
    const place = parameter.kind === 'input' ? parameter.plan.runtime.place : parameter.kind;
    const key = parameter.kind === 'input' ? `input ${keyOf(parameter.plan.runtime)}` : `body ${name}`;
    const other = placeOfName.get(key);
    placeOfName.set(key, place);
    // RFC 9110 section 5.1: names of header fields ignore letter case.
    const isSecondHeader = place === 'header' && headers.has(name.toLowerCase());
    if (place === 'header') headers.add(name.toLowerCase());
    if (other === place || isSecondHeader) {
      const found = `a second ${place} parameter "${name}"`;
      parameter.node.report('E-DUPLICATE', found, 'each name once', { path: parameter.node.path });
    } else if (other) {
      const accepted = 'another name for one of them: path, query and header share one input map';
      parameter.node.report('E-INPUT-CLASH', `"${name}" in ${other} and in ${place}`, accepted);
    }
  }
}

/** The input parameters. The value of `{name*}` is optional. */
export function inputOf(declared: readonly ReadParameter[], path: ReadPath): ParameterPlan[] {
  return declared.flatMap(({ kind, plan }) => {
    if (kind !== 'input') return [];
    const { runtime } = plan;
    if (runtime.place !== 'path' || !isOptional(path, runtime.name)) return plan;
    return { ...plan, runtime: { ...runtime, required: false } };
  });
}
