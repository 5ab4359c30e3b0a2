/** `example` and `examples` of schemas, parameters and media types, with their places until they are checked. */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ExamplePlan } from '../../../shared/plan/operation-plan.ts';
import type { WithExamples } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { resolve } from './references.ts';

export class Examples {
  /** A list of examples of a schema, and an example of a parameter or a media type, each know where they stand. */
  readonly #places = new Map<unknown, readonly SourceNode[]>();

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  placesOf(known: readonly unknown[] | ExamplePlan): readonly SourceNode[] {
    return this.#places.get(known) ?? [];
  }

  /** The examples of a schema and of its own parts. */
  ofSchema(node: SourceNode, report: Report): WithExamples {
    const nodes = [...valuesOf(node, report), ...ownParts(node).flatMap((part) => valuesOf(part, report))];
    if (nodes.length === 0) return {};
    const examples = nodes.map(({ value }) => value);
    this.#places.set(examples, nodes);
    return { examples };
  }

  /** The examples of a parameter or of media types. Of several with one name, the first is used. */
  ofValue(holders: readonly SourceNode[], report: Report): { readonly examples?: readonly ExamplePlan[] } {
    const examples = new Map<string, ExamplePlan>();
    for (const holder of holders) {
      for (const [name, node] of namedExamples(holder, report)) {
        const value = heldValue(node, report);
        if (!value || examples.has(name)) continue;
        const summary = omitUndefined({ summary: node.text('summary', report) });
        const example = { name, ...summary, ...node.describe(report), value: value.value };
        examples.set(name, example);
        this.#places.set(example, [node]);
      }
    }
    return examples.size > 0 ? { examples: [...examples.values()] } : {};
  }
}

/** The keywords of 3.1, of 3.0, and of Swagger 1.x; null is a value. */
function valuesOf(node: SourceNode, report: Report): SourceNode[] {
  const list = node.member('examples');
  if (list && !Array.isArray(list.value)) {
    report(list.diagnose('W-EXAMPLE', `${quote(list.value)}, which is ignored`, 'a list of values'));
    return [];
  }
  const values: readonly unknown[] = list && Array.isArray(list.value) ? list.value : [];
  const listed = values.map((value, index) => node.with({ path: [...node.path, 'examples', index], value }));
  return [...listed, ...ownValue(node, 'example'), ...ownValue(node, 'x-example')];
}

function ownValue(node: SourceNode, name: string): SourceNode[] {
  if (!isObject(node.value) || !Object.hasOwn(node.value, name)) return [];
  return [node.child(name, node.value[name])];
}

/** A part of `allOf` that is a reference has examples by itself. */
function ownParts(node: SourceNode): SourceNode[] {
  return node.itemsOf('allOf').filter((part) => !part.member('$ref'));
}

/** `example` is one of the examples, without a name. */
function namedExamples(holder: SourceNode, report: Report): [name: string, node: SourceNode][] {
  const named = holder.member('examples');
  if (named && !isObject(named.value))
    report(
      named.diagnose('W-EXAMPLE', `${quote(named.value)}, which is ignored`, 'an object of named examples'),
    );
  const single = [...ownValue(holder, 'example'), ...ownValue(holder, 'x-example')].map(
    (node): [string, SourceNode] => [unnamed, node.with({ value: { value: node.value } })],
  );
  return [...single, ...(named?.members() ?? [])].flatMap(([name, node]) => {
    const found = resolve(node, 'examples', report);
    return found ? [[name, found] as [string, SourceNode]] : [];
  });
}

/** The upgrader also gives this name to the only `example` of a parameter or a media type. */
const unnamed = 'default';

function heldValue(node: SourceNode, report: Report): { readonly value: unknown } | undefined {
  if (isObject(node.value) && Object.hasOwn(node.value, 'value')) return { value: node.value['value'] };
  const at = node.member('externalValue') ?? node;
  const found =
    at === node ? 'an example without a value, which is ignored' : 'externalValue, which is ignored';
  report(at.diagnose('W-EXAMPLE', found, 'value: nothing is read from other files or addresses'));
  return undefined;
}
