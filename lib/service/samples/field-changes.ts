/** Compares the fields of documents before and after a change of preprocessors. */

import type { WidenedType } from '../preprocessors/fields/detect-type.ts';
import type { DiscoveredField } from '../preprocessors/fields/discover-fields.ts';

export interface FieldChange {
  readonly path: string;
  /** `optional`: every earlier document had the field. `list`: no earlier document had a list of values. */
  readonly change: 'added' | 'removed' | 'type' | 'optional' | 'list';
  /** True if a reader of the earlier documents may fail on the new ones. */
  readonly breaks: boolean;
  /** The type before and after the change. */
  readonly before?: WidenedType;
  readonly after?: WidenedType;
}

/** For each type, the types whose values are also values of it. */
const narrower: Partial<Record<WidenedType, readonly WidenedType[]>> = {
  double: ['float', 'long'],
  float: ['long'],
  text: ['date'],
};

/**
 * Lists the changes from the fields of earlier documents to the fields that the same records have now; breaking
 * changes come first.
 *
 * @example compareFields(fieldsOf({ a: 1 }), fieldsOf({ a: 'x' })) // [{ path: 'a', change: 'type', breaks: true, … }]
 */
export function compareFields(
  before: readonly DiscoveredField[],
  after: readonly DiscoveredField[],
): FieldChange[] {
  const [old, now] = [byPath(before), byPath(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((path) =>
    changesOf(path, old.get(path), now.get(path)),
  );
  return changes.toSorted((one, other) => Number(other.breaks) - Number(one.breaks));
}

function byPath(fields: readonly DiscoveredField[]): ReadonlyMap<string, DiscoveredField> {
  return new Map(fields.map((field) => [field.path, field]));
}

function changesOf(
  path: string,
  before: DiscoveredField | undefined,
  after: DiscoveredField | undefined,
): FieldChange[] {
  if (!before) return after ? [{ path, change: 'added', breaks: false, after: after.type }] : [];
  if (!after) return [{ path, change: 'removed', breaks: before.type !== 'null', before: before.type }];
  const types = { before: before.type, after: after.type };
  const changes: FieldChange[] = [];
  if (before.type !== after.type) changes.push({ path, change: 'type', breaks: !fits(types), ...types });
  if (isEverywhere(before) && !isEverywhere(after))
    changes.push({ path, change: 'optional', breaks: true, ...types });
  if (!before.multi_valued && after.multi_valued)
    changes.push({ path, change: 'list', breaks: true, ...types });
  return changes;
}

function fits({ before, after }: { readonly before: WidenedType; readonly after: WidenedType }): boolean {
  return before === 'null' || (narrower[before] ?? []).includes(after);
}

function isEverywhere({ missing, nulls }: DiscoveredField): boolean {
  return missing === 0 && nulls === 0;
}
