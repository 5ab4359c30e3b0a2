/** Limits of numbers that JSON Schema has and Swagger 1.x does not. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/** The registry of formats has integers as formats of numbers. */
export function isIntegral(format: string | undefined): boolean {
  return format === 'int32' || format === 'int64';
}

/** @param declared `minimum` and `maximum`, read already. */
export function readOpenLimits(node: SourceNode, declared: Schema): Schema {
  const exclusiveMinimum = readNumber(node, 'exclusiveMinimum');
  const exclusiveMaximum = readNumber(node, 'exclusiveMaximum');
  const multipleOf = readNumber(node, 'multipleOf');
  const lower = Math.max(declared.minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const upper = Math.min(declared.maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const isOpen = exclusiveMinimum === lower || exclusiveMaximum === upper;
  if (lower > upper || (isOpen && lower === upper)) {
    const at = node.member('exclusiveMinimum') ?? node.member('exclusiveMaximum') ?? node;
    at.report('E-LIMIT', `no number from ${lower} to ${upper}`, 'bounds with numbers between them');
  }
  return omitUndefined({ exclusiveMinimum, exclusiveMaximum, multipleOf });
}

/** Before 3.1, it was a flag beside the bound. */
function boundOf(node: SourceNode, { value, path }: SourceNode): string {
  const keyword = String(path.at(-1));
  const other = keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum';
  const bound = node.member(other)?.value;
  if (value !== true || typeof bound !== 'number') return 'a number';
  return `${keyword}: ${bound} in place of ${other}: ${bound}, as in 3.1`;
}

function readNumber(
  node: SourceNode,
  keyword: 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf',
): number | undefined {
  const found = node.member(keyword);
  if (!found) return undefined;
  const { value } = found;
  if (typeof value === 'number' && Number.isFinite(value) && (keyword !== 'multipleOf' || value > 0))
    return value;
  const accepted = keyword === 'multipleOf' ? 'a number greater than 0' : boundOf(node, found);
  found.report('E-LIMIT', quote(value), accepted);
  return undefined;
}
