/** `enum` and `allowableValues`: the values that a type allows. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Report } from '../../source/diagnostic.ts';
import { isObject, quote, type SourceNode } from '../../source/source-node.ts';

export function readAllowedBooleans(holder: SourceNode, report: Report): { allowed?: boolean[] } {
  return omitUndefined({ allowed: readAllowed(holder, readBoolean, 'true or false', report) });
}

/** LIST or RANGE, in any letter case. If it is missing, the other members decide. */
export function valueTypeOf({ value }: SourceNode): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.valueType === 'string') return value.valueType.toUpperCase();
  if (Array.isArray(value.values)) return 'LIST';
  return 'min' in value || 'max' in value ? 'RANGE' : undefined;
}

/** A number or its text: Swagger 1.2 writes bounds as strings. */
export function readNumber(value: unknown): number | undefined {
  // YAML has numbers that JSON does not have.
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  const text = String(value).toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** If no value has the type, the list is documentation, e.g. `["1-active", "2-closed"]` of an integer, and is ignored. */
export function readAllowed<T>(
  holder: SourceNode,
  read: (value: unknown) => T | undefined,
  wanted: string,
  report: Report,
): T[] | undefined {
  const list = allowedList(holder, report);
  if (!list) return undefined;
  const values = list.map((item) => read(item.value));
  const fitting = values.filter((value) => value !== undefined);
  if (fitting.length === 0) {
    const at = holder.anyMember(['enum', 'allowableValues']) ?? holder;
    if (list.length === 0) reportEmptyList(at, report);
    else report(at.diagnose('W-LIMIT', `${quote(at.value)}, which is ignored`, `${wanted} for each value`));
    return undefined;
  }
  for (const [index, item] of list.entries()) {
    if (values[index] === undefined) report(item.diagnose('E-LIMIT', quote(item.value), wanted));
  }
  return fitting;
}

function reportEmptyList(at: SourceNode, report: Report): void {
  const accepted = 'at least one value, e.g. "values": ["open", "closed"]';
  const isMissing = isObject(at.value) && !at.member('values');
  const misspelt = isMissing
    ? nearSpelling(
        'values',
        at.members().map(([key]) => key),
      )
    : undefined;
  if (misspelt !== undefined) {
    const fix = { path: [...at.path, misspelt], rename: 'values' };
    report(at.diagnose('E-LIMIT', `a LIST without "values", but with ${quote(misspelt)}`, accepted, fix));
    return;
  }
  const found = isMissing ? 'a LIST without "values"' : 'an empty list of allowed values';
  report(at.diagnose('E-LIMIT', found, accepted, { path: at.path }));
}

function allowedList(holder: SourceNode, report: Report): SourceNode[] | undefined {
  const allowable = holder.member('allowableValues');
  const valueType = allowable && valueTypeOf(allowable);
  const isEmpty = isObject(allowable?.value) && Object.keys(allowable.value).length === 0;
  if (allowable && !isEmpty && valueType !== 'LIST' && valueType !== 'RANGE') {
    report(allowable.diagnose('E-LIMIT', quote(allowable.value), 'a valueType of LIST or RANGE'));
  }
  const values =
    holder.member('enum') ?? (valueType === 'LIST' && allowable ? allowable.member('values') : undefined);
  if (valueType === 'LIST' && !values) return [];
  return values?.expect('array', report) ? values.items() : undefined;
}
