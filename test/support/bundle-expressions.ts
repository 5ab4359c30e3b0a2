/** The regular expressions of modules, read by a parser of JavaScript: literals, and calls of RegExp with constants. */

import { type Node, type Program, parse } from 'acorn';

export interface FoundExpressions {
  /** The different literals, such as `/a+/u`. */
  readonly literals: ReadonlySet<string>;
  /** The source text of calls of RegExp with other arguments than constants. */
  readonly computed: ReadonlySet<string>;
}

/** The members that some kinds of nodes have. */
interface AnyNode extends Node {
  readonly name?: string;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly value?: unknown;
  readonly id?: AnyNode;
  readonly params?: readonly AnyNode[];
  readonly init?: AnyNode;
  readonly body?: AnyNode;
  readonly declarations?: readonly AnyNode[];
  readonly callee?: AnyNode;
  readonly arguments?: readonly AnyNode[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string; readonly raw: string } }[];
  readonly tag?: AnyNode;
  readonly quasi?: AnyNode;
  readonly object?: AnyNode;
  readonly property?: AnyNode;
  readonly expressions?: readonly AnyNode[];
}

type Constants = ReadonlyMap<string, string>;

/**
 * A function that hands its two parameters on to RegExp counts as RegExp where it is called with constants.
 *
 * @example expressionsOf('const a = "x"; new RegExp(`${a}+`, "u")').literals // Set { '/x+/u' }
 */
export function expressionsOf(text: string, sourceType: 'module' | 'script' = 'module'): FoundExpressions {
  const program = parse(text, { ecmaVersion: 'latest', sourceType });
  const nodes = nodesOf(program);
  const [anywhere, ofModule] = [constantsOf(nodes), moduleConstantsOf(program)];
  const functions = nodes.filter(({ type }) => type.includes('Function'));
  const isWithin = (call: Node) => functions.some((one) => one.start <= call.start && call.end <= one.end);
  const literalIn = (node: AnyNode) => literalOf(node, isWithin(node) ? anywhere : ofModule);
  const makers = makersOf(nodes);
  const calls = nodes.filter(({ callee }) => callee?.name === 'RegExp' || makers.has(callee?.name ?? ''));
  const isVariable = (call: AnyNode) => literalIn(call) === undefined;
  const given = new Set(calls.filter(isVariable).map(({ callee }) => callee?.name));
  const constantMakers = [...makers].filter(([name]) => !given.has(name)).map(([, maker]) => maker);
  const isCovered = ({ start, end }: Node) =>
    constantMakers.some((maker) => maker.start <= start && end <= maker.end);
  const computed = calls.filter(
    (call) => call.callee?.name === 'RegExp' && isVariable(call) && !isCovered(call),
  );
  return {
    literals: new Set(
      [...nodes.filter(({ regex }) => regex), ...calls].flatMap((node) => literalIn(node) ?? []),
    ),
    computed: new Set(computed.map(({ start, end }) => text.slice(start, end))),
  };
}

/** The expression of a literal or of a call with constant arguments; otherwise undefined. */
function literalOf({ regex, arguments: given = [] }: AnyNode, constants: Constants): string | undefined {
  if (regex) return `/${regex.pattern}/${regex.flags}`;
  const [source, flags] = given;
  if (source?.regex) return literalOf(source, constants);
  const [pattern, letters] = [textOf(source, constants), flags ? textOf(flags, constants) : ''];
  return pattern === undefined || letters === undefined ? undefined : `/${pattern}/${letters}`;
}

function nodesOf(value: unknown, found: AnyNode[] = []): AnyNode[] {
  if (typeof value !== 'object' || value === null) return found;
  if (Array.isArray(value)) for (const item of value) nodesOf(item, found);
  else if ('type' in value) {
    found.push(value as AnyNode);
    for (const inner of Object.values(value)) nodesOf(inner, found);
  }
  return found;
}

/** The texts of variables with one declaration in the whole module: no other can be meant by the name. */
function constantsOf(nodes: readonly AnyNode[]): Constants {
  const declared = new Map<string, number>();
  const constants = new Map<string, string>();
  for (const { type, id, params, init } of nodes) {
    for (const name of boundNames([id, params])) declared.set(name, (declared.get(name) ?? 0) + 1);
    const text = type === 'VariableDeclarator' ? textOf(init, constants) : undefined;
    if (text !== undefined && id?.name !== undefined) constants.set(id.name, text);
  }
  for (const [name, count] of declared) if (count > 1) constants.delete(name);
  return constants;
}

/** The names that patterns declare: `{ sk: key }` declares `key`, and not `sk`. */
function boundNames(pattern: unknown): string[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames);
  const { type, name, value } = pattern as AnyNode;
  if (type === 'Property') return boundNames(value);
  return name === undefined ? Object.values(pattern).flatMap(boundNames) : [name];
}

/** The texts of variables of the module itself: outside of functions, nothing else can be meant by the name. */
function moduleConstantsOf({ body }: Program): Constants {
  const constants = new Map<string, string>();
  // Statements have some of these members.
  for (const { declarations = [] } of body as readonly AnyNode[])
    for (const { id, init } of declarations) {
      const text = textOf(init, constants);
      if (text !== undefined && id?.name !== undefined) constants.set(id.name, text);
    }
  return constants;
}

/** Functions that hand their two parameters on to RegExp, by their names. */
function makersOf(nodes: readonly AnyNode[]): ReadonlyMap<string, Node> {
  const makers = nodes.filter(({ type, params, body }) => {
    if (type !== 'FunctionDeclaration' || params?.length !== 2) return false;
    const names = namesOf(params);
    return nodesOf(body).some(
      ({ callee, arguments: given }) => callee?.name === 'RegExp' && namesOf(given) === names,
    );
  });
  return new Map(makers.map((maker) => [maker.id?.name ?? '', maker]));
}

function namesOf(nodes: readonly AnyNode[] = []): string {
  return nodes.map(({ name }) => name).join();
}

/** The text of a constant text, or of a template of constant texts; otherwise undefined. */
function textOf(node: AnyNode | undefined, constants: Constants): string | undefined {
  if (node?.type === 'Identifier') return constants.get(node.name ?? '');
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  const isRaw = node?.tag?.object?.name === 'String' && node.tag.property?.name === 'raw';
  const template = isRaw ? node.quasi : node;
  if (template?.type !== 'TemplateLiteral') return undefined;
  const values = (template.expressions ?? []).map((inner) => textOf(inner, constants));
  if (values.includes(undefined)) return undefined;
  return (template.quasis ?? [])
    .map(({ value: { cooked, raw } }, index) => (isRaw ? raw : cooked) + (values[index] ?? ''))
    .join('');
}
