/** Schema keywords that have less effect before OpenAPI 3.1 than the upgrader assumes. */

import type { Report } from '../../source/diagnostic.ts';
import { isObject, type SourceNode } from '../../source/source-node.ts';
import { isAnnotation } from './keywords.ts';
import { type Shape, shapeWithin } from './shapes.ts';

/** Swagger 2.0 has the second one. */
const nullWords = ['nullable', 'x-nullable'];

/** Copies a document without the keywords that its version ignores, which are reported. */
export function withoutIgnoredWords(node: SourceNode, shape: Shape, report: Report): unknown {
  const value = shape.is === 'schema' ? withoutIgnoredNull(node, report) : node.value;
  if (shape.is === 'schema') warnOfHeld(node, report);
  const part = (step: string | number, each: unknown) => {
    const inner = shapeWithin(shape, step);
    return inner ? withoutIgnoredWords(node.child(step, each), inner, report) : each;
  };
  if (Array.isArray(value)) return value.map((each, index) => part(index, each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, part(name, each)]));
}

/** OpenAPI 3.0.3 section 4.7.24.1: it adds null to the type in the same schema, and has no effect without one. */
function withoutIgnoredNull(node: SourceNode, report: Report): unknown {
  const found = nullWords.flatMap((word) => node.member(word) ?? []).filter(({ value }) => value === true);
  if (found.length === 0 || node.member('type') || !isObject(node.value)) return node.value;
  for (const at of found) {
    const what = `${at.path.at(-1)} without a type beside it, which is ignored`;
    report(
      at.diagnose('W-UNSUPPORTED', what, `${at.path.at(-1)} beside "type", in the schema that $ref names`),
    );
  }
  return Object.fromEntries(Object.entries(node.value).filter(([name]) => !nullWords.includes(name)));
}

/** OpenAPI 3.0.3 section 4.7.23 ignores keywords beside a reference; 3.1 applies them, as people mean them. */
function warnOfHeld(node: SourceNode, report: Report): void {
  if (!node.member('$ref')) return;
  for (const [word, at] of node.members()) {
    if (word === '$ref' || isAnnotation(word)) continue;
    const found = `${word} beside $ref, which applies here; before 3.1, other tools ignore it`;
    report(at.diagnose('W-UNSUPPORTED', found, 'move $ref into "allOf", and keep this keyword beside it'));
  }
}
