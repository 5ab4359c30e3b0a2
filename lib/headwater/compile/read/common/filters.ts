/** `x-filter` of a parameter: the field of the listed documents that it filters, and how. */

import { isObject } from '../../../shared/json/is-object.ts';
import type { InputParameter, ParameterFilter } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { type FilterOperator, filterOperators, maxClauses } from '../../../shared/query/syntax-tree.ts';
import { typeIn } from '../../schema/flat.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { typeName } from './describe-type.ts';

/** @returns undefined if the parameter filters nothing, or not as it declares, which is reported. */
export function readFilter(
  node: SourceNode,
  place: InputParameter['place'],
  schema: Schema,
): ParameterFilter | undefined {
  const at = node.member('x-filter');
  if (!at) return undefined;
  if (place === 'form')
    return at.report('E-FILTER', 'x-filter of a field of a form', 'a parameter of the query');
  const declared = typeof at.value === 'string' ? { field: at.value, op: '=' as const } : readDeclared(at);
  return declared && isCompared(at, declared, schema) ? declared : undefined;
}

function readDeclared(at: SourceNode): ParameterFilter | undefined {
  if (!isObject(at.value)) {
    const accepted = 'a field, such as "state", or {"field": "price", "op": ">="}';
    return at.report('E-FILTER', quote(at.value), accepted);
  }
  const unknown = at.members().filter(([name]) => name !== 'field' && name !== 'op');
  for (const [name, part] of unknown) part.report('E-FILTER', quote(name), '"field" and "op"');
  const op = readOperator(at);
  const field = readField(at);
  return op === undefined || field === undefined || unknown.length > 0 ? undefined : { field, op };
}

const acceptedField = 'the name of a field of the document type';

function readField(at: SourceNode): string | undefined {
  const { value } = at.member('field') ?? {};
  if (typeof value === 'string') return value;
  return at.at('field').report('E-FILTER', value === undefined ? 'no field' : quote(value), acceptedField);
}

function readOperator(at: SourceNode): FilterOperator | undefined {
  const { value = '=' } = at.member('op') ?? {};
  const op = filterOperators.find((each) => each === value);
  return (
    op ?? at.at('op').report('E-FILTER', quote(value), `one of ${filterOperators.map(quote).join(', ')}`)
  );
}

/** By which values are in order. */
const orderedFormats = ['date', 'date-time'];

/** Whether the values of the parameter can be compared so. */
function isCompared(at: SourceNode, { field, op }: ParameterFilter, schema: Schema): boolean {
  if (field === '') {
    at.report('E-FILTER', quote(field), acceptedField);
    return false;
  }
  const isList = typeIn(schema) === 'array';
  const single = isList ? (schema.items ?? {}) : schema;
  const type = typeIn(single);
  const isNumber = type === 'integer' || type === 'number';
  const isOrdered = isNumber || (type === 'string' && orderedFormats.includes(String(single.format)));
  const name = typeName(schema);
  if (op !== '=' && (isList || !isOrdered)) {
    const accepted = 'one integer, number, or string with the format date or date-time';
    at.report('E-FILTER', `the operator ${quote(op)} of a parameter of type ${name}`, accepted);
    return false;
  }
  if (!isNumber && type !== 'string') {
    at.report(
      'E-FILTER',
      `x-filter of a parameter of type ${name}`,
      'a string, an integer or a number, or a list of these',
    );
    return false;
  }
  return !isList || isBounded(at, schema);
}

/** Each value may cost a read of the index, so the descriptor says how many a client may send. */
function isBounded(at: SourceNode, { maxItems = Infinity, items = {} }: Schema): boolean {
  const { enum: values } = items;
  // A repeated value counts once.
  if (Math.min(maxItems, values?.length ?? Infinity) <= maxClauses) return true;
  const found = maxItems === Infinity ? 'any number of values' : `up to ${maxItems} values`;
  at.report(
    'E-FILTER',
    `x-filter of a list of ${found}`,
    `a parameter of type array with maxItems of at most ${maxClauses}, since each value may cost a read of the index`,
  );
  return false;
}
