/** Allowed values that the schema excludes itself: a schema without others admits nothing, which nobody means. */

import { equal } from '../../../shared/json/equal.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { toJsonSchema } from '../../schema/json-schema.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { isOfKind, statedValuesOf } from './allowed-kinds.ts';

/** @returns true if no value is left, which is reported. */
export function refuseNoValues(node: SourceNode, report: Report): boolean {
  const list = node.member('enum')?.value;
  const listed = Array.isArray(list) ? list : undefined;
  const values = statedValuesOf(node) ?? listed;
  if (!values) return false;
  const refuse = (found: string, accepted: string) => {
    report(placeOf(node).diagnose('E-LIMIT', found, accepted));
    return true;
  };
  if (listed?.length === 0) return refuse('an empty list of allowed values', 'at least one value');
  if (listed && !values.some((value) => listed.some((each) => equal(each, value))))
    return refuse(`${quote(values[0])}, which is not in "enum"`, 'one of its values');
  const type = node.member('type');
  const kinds = [type?.value].flat().map(String);
  const excluded = values.filter((value) => !kinds.some((kind) => isOfKind(value, kind)));
  return type ? reportExcluded(node, { values, excluded }, `type ${kinds.join(' or ')}`, report) : false;
}

/** Limits beside the values hold for them, too. @returns true if no value is left, which is reported. */
export function refuseLimitedValues(node: SourceNode, type: TypePlan, report: Report): boolean {
  if (type.kind !== 'string' && type.kind !== 'integer' && type.kind !== 'number') return false;
  const { allowed, ...limited } = type;
  const isLimited = Object.keys(limited).some((word) => word !== 'kind');
  if (!allowed || !isLimited) return false;
  const isValid = compileSchema(toJsonSchema(limited));
  const excluded = allowed.filter((value) => !isValid(value));
  return reportExcluded(node, { values: allowed, excluded }, 'the limits beside them', report);
}

function reportExcluded(
  node: SourceNode,
  { values, excluded }: { readonly values: readonly unknown[]; readonly excluded: readonly unknown[] },
  by: string,
  report: Report,
): boolean {
  if (excluded.length === 0) return false;
  const isNone = excluded.length === values.length;
  const found = `${excluded.map(quote).join(', ')}, excluded by ${by}`;
  report(placeOf(node).diagnose(isNone ? 'E-LIMIT' : 'W-LIMIT', found, 'values that are valid'));
  return isNone;
}

function placeOf(node: SourceNode): SourceNode {
  return node.member('const') ?? node.member('enum') ?? node;
}
