/** Defaults: JSON values, or their text as in Swagger 1.1. They satisfy their own declaration. */

import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { toJsonSchema } from '../../schema/json-schema.ts';
import { modelsNamedIn } from '../../schema/models.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { describeType } from './describe-type.ts';

/** A default whose type names models. It is checked when all models are read. */
export interface ModelDefault {
  readonly node: SourceNode;
  readonly type: TypePlan;
}

/**
 * `{ defaultValue }`. Empty if there is none, or if it is refused, which is reported.
 *
 * @param unchecked takes defaults whose type names models. Without it, only empty lists of models are accepted.
 */
export function readDefault(
  node: SourceNode | undefined,
  type: TypePlan,
  report: Report,
  unchecked?: ModelDefault[],
): { defaultValue?: unknown } {
  if (!node) return {};
  const named = modelsNamedIn(type);
  if (named.length > 0 && unchecked) {
    unchecked.push({ node, type });
    return { defaultValue: node.value };
  }
  if (named.length > 0 && !isEmptyList(node.value)) {
    const accepted = 'no default, or [] of a list: the handler decides what an absent model means';
    report(node.diagnose('E-DEFAULT', quote(node.value), accepted, { path: node.path }));
    return {};
  }
  if (node.value === '' && type.kind !== 'string' && type.kind !== 'any' && type.kind !== 'union') {
    report(node.diagnose('W-DEFAULT', '""', 'no default, which is assumed'));
    return {};
  }
  if (holdsFile(type)) {
    report(node.diagnose('E-DEFAULT', quote(node.value), 'no default: a file has no text form'));
    return {};
  }
  const schema = toJsonSchema(type);
  // An empty list has no item for which a model would need its members.
  const models = Object.fromEntries(named.map((id) => [id, { type: 'object' }]));
  const isValid = compileSchema({ ...schema, $defs: models });
  const value = readingsOf(node.value, type).find((candidate) => isValid(candidate));
  if (value !== undefined) return { defaultValue: value };
  const accepted = describeType(type);
  report(node.diagnose('E-DEFAULT', quote(node.value), accepted, { path: node.path }));
  return {};
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function holdsFile(type: TypePlan): boolean {
  return type.kind === 'file' || (type.kind === 'array' && holdsFile(type.items));
}

/** Accepts more than a client may send: an author may write `+1` or `.5`. */
const decimalPattern = /^\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*$/;

/** The possible values of the text of a default. For a union in the order of the cast: text last. */
function readingsOf(value: unknown, type: TypePlan): unknown[] {
  if (type.kind !== 'union') return [fromText(value, type)];
  return [...type.of.map((member) => fromText(value, member)).filter((reading) => reading !== value), value];
}

function fromText(value: unknown, type: TypePlan): unknown {
  if (typeof value !== 'string' || type.kind === 'string') return value;
  if (type.kind === 'array') return value.split(',').map((part) => fromText(part.trim(), type.items));
  if (type.kind === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return decimalPattern.test(value) ? Number(value) : value;
}
