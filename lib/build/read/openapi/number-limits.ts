/** Numbers: their format, bounds that they may not reach, and their step. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { integerFormats, type NumberLimits, type TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readPrimitive } from '../common/primitive-type.ts';
import type { ReadContext } from '../common/read-context.ts';

/** The registry of formats has integers as formats of numbers. */
export function readNumeric(kind: 'integer' | 'number', node: SourceNode, context: ReadContext): TypePlan {
  const isInteger =
    kind === 'integer' || integerFormats.some((each) => each === node.member('format')?.value);
  const word = isInteger ? { kind: 'integer', format: 'int64' } : { kind, format: 'double' };
  const type = readPrimitive(word, node, context);
  if (type.kind !== 'integer' && type.kind !== 'number') return type;
  return { ...type, ...readOpenLimits(node, type, context.report) };
}

/** @param declared `minimum` and `maximum`, read already. */
function readOpenLimits(node: SourceNode, declared: NumberLimits, report: Report): NumberLimits {
  const exclusiveMinimum = readNumber(node, 'exclusiveMinimum', report);
  const exclusiveMaximum = readNumber(node, 'exclusiveMaximum', report);
  const multipleOf = readNumber(node, 'multipleOf', report);
  const lower = Math.max(declared.minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const upper = Math.min(declared.maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const isOpen = exclusiveMinimum === lower || exclusiveMaximum === upper;
  if (lower > upper || (isOpen && lower === upper)) {
    const at = node.member('exclusiveMinimum') ?? node.member('exclusiveMaximum') ?? node;
    report(at.diagnose('E-LIMIT', `no number from ${lower} to ${upper}`, 'bounds with numbers between them'));
  }
  return omitUndefined({ exclusiveMinimum, exclusiveMaximum, multipleOf });
}

function readNumber(
  node: SourceNode,
  word: 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf',
  report: Report,
): number | undefined {
  const found = node.member(word);
  if (!found) return undefined;
  const { value } = found;
  if (typeof value === 'number' && Number.isFinite(value) && (word !== 'multipleOf' || value > 0))
    return value;
  report(
    found.diagnose('E-LIMIT', quote(value), word === 'multipleOf' ? 'a number greater than 0' : 'a number'),
  );
  return undefined;
}
