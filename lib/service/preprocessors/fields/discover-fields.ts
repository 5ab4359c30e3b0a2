/** Discovers the fields of records. */

import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import type { DetectionSettings } from './detect-type.ts';
import { type DiscoveredField, FieldStatistics } from './field-statistics.ts';

/** Records of hostile size have more paths; the first ones are described. */
const maxPaths = 10_000;
/** No option takes a longer path. The paths of 50 KB can have 40 MB, which takes a minute to hash. */
const maxPathLength = 512;

interface DiscoveryOptions {
  /** Names the step that made the field at the path. */
  readonly producedBy?: (path: string) => string | undefined;
  /** Which texts are numbers and dates. */
  readonly detection?: DetectionSettings;
}

/**
 * The fields of the records, in the order in which they appear. Objects are fields only where they are
 * empty or among single values.
 *
 * @example discoverFields([{ a: { b: 1 } }, {}]) // [{ path: 'a.b', type: 'long', count: 1, missing: 1, … }]
 */
export function discoverFields(
  records: readonly DataRecord[],
  options: DiscoveryOptions = {},
): DiscoveredField[] {
  return [...collectFields(records, options.detection)].map(([path, statistics]) =>
    statistics.describe(path, records.length, options.producedBy?.(path)),
  );
}

/** The paths of the fields that `discoverFields` describes. */
export function discoverPaths(records: readonly DataRecord[]): ReadonlySet<string> {
  return new Set(collectFields(records).keys());
}

function collectFields(
  records: readonly DataRecord[],
  detection?: DetectionSettings,
): ReadonlyMap<string, FieldStatistics> {
  const fields = new Map<string, FieldStatistics>();
  for (const record of records) {
    const found = new Map<string, { readonly values: RecordValue[]; isList: boolean }>();
    collect(record, '', { found, isList: false });
    for (const [path, { values, isList }] of found) {
      let statistics = fields.get(path);
      if (!statistics) {
        if (fields.size >= maxPaths) continue;
        statistics = new FieldStatistics(detection);
        fields.set(path, statistics);
      }
      statistics.add(values, isList);
    }
  }
  const parents = new Set([...fields.keys()].map(parentOf));
  for (const [path, { type }] of fields) if (type === 'object' && parents.has(path)) fields.delete(path);
  return fields;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), 0));
}

interface Collected {
  readonly found: Map<string, { readonly values: RecordValue[]; isList: boolean }>;
  readonly isList: boolean;
}

function collect(record: DataRecord, prefix: string, state: Collected): void {
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (value !== undefined && prefix.length + name.length <= maxPathLength)
      collectValue(value, prefix + name, state);
  }
}

function collectValue(value: RecordValue, path: string, state: Collected): void {
  if (Array.isArray(value)) {
    for (const item of value) collectValue(item, path, { ...state, isList: true });
    if (value.length > 0) return;
  }
  if (state.found.size >= maxPaths && !state.found.has(path)) return;
  const entry = state.found.get(path) ?? { values: [], isList: false };
  state.found.set(path, entry);
  if (state.isList || Array.isArray(value)) entry.isList = true;
  if (Array.isArray(value)) return;
  entry.values.push(value);
  if (isRecord(value)) collect(value, `${path}.`, state);
}
