/** What a change of preprocessors means for those who read the documents. */

import type { DiscoveredField } from '../preprocessors/fields/field-statistics.ts';
import type { WidenedType } from '../preprocessors/fields/widen.ts';

export interface FieldChange {
  readonly path: string;
  /** `optional`: it was in every document. `list`: no document had a list of values. */
  readonly change: 'added' | 'removed' | 'type' | 'optional' | 'list';
  /** Who read the earlier documents may not be able to read those of now. */
  readonly breaks: boolean;
  /** The type before and now. */
  readonly before?: WidenedType;
  readonly after?: WidenedType;
}

/** Values of these types are values of the type before, too. */
const narrower: Partial<Record<WidenedType, readonly WidenedType[]>> = {
  double: ['float', 'long'],
  float: ['long'],
  text: ['date'],
};

/**
 * The changes from the fields of earlier documents to those of the same records now: those that break readers first.
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
