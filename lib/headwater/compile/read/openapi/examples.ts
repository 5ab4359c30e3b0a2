/** `example` and `examples` of schemas, parameters and media types. They are checked when all models are read. */

import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import type { ExamplePlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { LateClaim } from '../common/checked-values.ts';
import { resolve } from './references.ts';
import type { SchemaContext } from './schema-context.ts';

/** The schema with its examples, and with the examples of its own parts. */
export function withExamples(schema: Schema, node: SourceNode, { claims }: SchemaContext): Schema {
  // A part of `allOf` that is a reference has examples by itself.
  const parts = node.itemsOf('allOf').filter((part) => !part.member('$ref'));
  const nodes = [node, ...parts].flatMap(valuesOf);
  const examples = nodes.map(({ value }) => value);
  for (const each of nodes) {
    const refuse = (keyword: string) => leaveOut(each.value, examples, each, keyword);
    claims.push({ value: each.value, schema, use: 'model', refuse });
  }
  return { ...schema, ...omitEmpty({ examples }) };
}

/** The examples of a parameter or of media types. Of several with one name, the first is used. */
export function readExamples(
  holders: readonly SourceNode[],
  { schema, use }: Pick<LateClaim, 'schema' | 'use'>,
  { claims }: SchemaContext,
): { readonly examples?: readonly ExamplePlan[] } {
  const examples: ExamplePlan[] = [];
  for (const [name, at] of holders.flatMap(namedExamples)) {
    const node = resolve(at, 'examples');
    const held = node && heldValue(node);
    if (!held || examples.some((each) => each.name === name)) continue;
    const { value } = held;
    const summary = omitUndefined({ summary: node.text('summary') });
    const example = { name, ...summary, ...node.describe(), value };
    examples.push(example);
    claims.push({ value, schema, use, refuse: (keyword) => leaveOut(example, examples, node, keyword) });
  }
  return examples.length > 0 ? { examples } : {};
}

/** Takes a wrong example out of the list: a document must not contradict itself. */
function leaveOut<Value>(value: Value, list: Value[], node: SourceNode, keyword: string): void {
  list.splice(list.indexOf(value), 1);
  const found = `an example that does not satisfy ${quote(keyword)}, which is ignored`;
  node.report('W-EXAMPLE', found, 'a value of its own schema');
}

/** The keywords of 3.1, of 3.0, and of Swagger 1.x. */
function valuesOf(node: SourceNode): SourceNode[] {
  const list = node.member('examples');
  const values: readonly unknown[] | undefined = Array.isArray(list?.value) ? list.value : undefined;
  if (list && !values) {
    list.report('W-EXAMPLE', `${quote(list.value)}, which is ignored`, 'a list of values');
    return [];
  }
  const listed = values?.map((value, index) => node.with({ path: [...node.path, 'examples', index], value }));
  return [...(listed ?? []), ...given(node, 'example', 'x-example')];
}

/** Members of which null is a value. */
function given(node: SourceNode, ...names: readonly string[]): SourceNode[] {
  const own = new Map(Object.entries(membersOf(node.value)));
  return names.flatMap((name) => (own.has(name) ? node.child(name, own.get(name)) : []));
}

/** `example` is one of the examples, without a name. */
function namedExamples(holder: SourceNode): [name: string, node: SourceNode][] {
  const named = holder.member('examples');
  if (named && !isObject(named.value))
    named.report('W-EXAMPLE', `${quote(named.value)}, which is ignored`, 'an object of named examples');
  const single = given(holder, 'example', 'x-example').map((node): [string, SourceNode] => [
    unnamed,
    node.with({ value: { value: node.value } }),
  ]);
  return [...single, ...(named?.members() ?? [])];
}

/** The upgrader also gives this name to the only `example` of a parameter or a media type. */
const unnamed = 'default';

function heldValue(node: SourceNode): SourceNode | undefined {
  const [held] = given(node, 'value');
  if (held) return held;
  const what = node.member('externalValue') ? 'externalValue' : 'an example without a value';
  const accepted = 'value: nothing is read from other files or addresses';
  return node.at('externalValue').report('W-EXAMPLE', `${what}, which is ignored`, accepted);
}
