/** Defaults: JSON values, or their text as in Swagger 1.1. They satisfy their own declaration. */

import { equal } from '../../../shared/json/equal.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { toJsonSchema } from '../../schema/json-schema.ts';
import { isBytes, modelsNamedIn } from '../../schema/references.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { alternativesOf, describeType } from './describe-type.ts';

/** A default whose type names models. It is checked when all models are read. */
export interface ModelDefault {
  readonly node: SourceNode;
  readonly schema: Schema;
}

/**
 * `{ defaultValue }`. Empty if there is none, or if it is refused, which is reported.
 *
 * @param unchecked takes defaults whose type names models. Without it, only empty lists of models are accepted.
 */
export function readDefault(
  node: SourceNode | undefined,
  schema: Schema,
  unchecked?: ModelDefault[],
): { defaultValue?: unknown } {
  if (!node) return {};
  const named = modelsNamedIn(schema);
  if (named.length > 0 && unchecked) {
    unchecked.push({ node, schema });
    return { defaultValue: node.value };
  }
  if (named.length > 0 && !equal(node.value, [])) {
    const accepted = 'no default, or [] of a list: the handler decides what an absent model means';
    node.report('E-DEFAULT', quote(node.value), accepted, { path: node.path });
    return {};
  }
  const { type } = schema;
  if (node.value === '' && (typeof type === 'string' ? type !== 'string' : isBytes(schema))) {
    node.report('W-DEFAULT', '""', 'no default, which is assumed');
    return {};
  }
  if (isBytes(schema.items ?? schema)) {
    node.report('E-DEFAULT', quote(node.value), 'no default: a file has no text form');
    return {};
  }
  // An empty list has no item for which a model would need its members.
  const models = Object.fromEntries(named.map((id) => [id, { type: 'object' }]));
  const isValid = compileSchema({ ...toJsonSchema(schema), $defs: models, definitions: models });
  const value = readingsOf(node.value, schema).find((candidate) => isValid(candidate));
  if (value !== undefined) return { defaultValue: value };
  const meant = meantBy(node.value, schema);
  if (meant !== undefined && isValid(meant)) {
    node.report('W-DEFAULT', `${quote(node.value)} of type ${type}`, `${quote(meant)}, which is assumed`);
    return { defaultValue: meant };
  }
  node.report('E-DEFAULT', quote(node.value), describeType(schema), { path: node.path });
  return {};
}

/** Accepts more than a client may send: an author may write `+1` or `.5`. */
const decimalPattern = /^\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*$/;

/** The possible values of the text of a default. For a union in the order of the cast: text last. */
function readingsOf(value: unknown, schema: Schema): unknown[] {
  const readings = alternativesOf(schema).map((each) => fromText(value, each));
  return readings.length === 1 ? readings : [...readings.filter((reading) => reading !== value), value];
}

/** A number without the quotes of a text, as one forgets them in YAML; 0 and 1, as some languages write truth values. */
function meantBy(value: unknown, { type }: Schema): unknown {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  return type === 'boolean' && /^[01]$/.test(String(value)) ? String(value) === '1' : undefined;
}

function fromText(value: unknown, { type, items = {} }: Schema): unknown {
  if (typeof value !== 'string' || type === 'string') return value;
  if (type === 'array') return value.split(',').map((part) => fromText(part.trim(), items));
  if (type === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return decimalPattern.test(value) ? Number(value) : value;
}
