import { isDecimal } from '../../../shared/json/decimals.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import { type DetectionSettings, detectLeaf, momentOf, type WidenedType, widen } from './detect-type.ts';

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
    const found: Collection['found'] = new Map();
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

interface FoundValue {
  readonly value: RecordValue;
  /** Whether an integral number has the form of a decimal. */
  readonly isDecimal: boolean;
}

interface Collection {
  readonly found: Map<string, { readonly values: FoundValue[]; isList: boolean }>;
  readonly isList: boolean;
}

function collect(record: DataRecord, prefix: string, state: Collection): void {
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (value !== undefined && prefix.length + name.length <= maxPathLength)
      collectValue({ value, isDecimal: isDecimal(record, name, value) }, prefix + name, state);
  }
}

function collectValue(one: FoundValue, path: string, state: Collection): void {
  const { value } = one;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = { value: item, isDecimal: isDecimal(value, String(index), item) };
      collectValue(found, path, { ...state, isList: true });
    }
    if (value.length > 0) return;
  }
  if (state.found.size >= maxPaths && !state.found.has(path)) return;
  const entry = state.found.get(path) ?? { values: [], isList: false };
  state.found.set(path, entry);
  if (state.isList || Array.isArray(value)) entry.isList = true;
  if (Array.isArray(value)) return;
  entry.values.push(one);
  if (isRecord(value)) collect(value, `${path}.`, state);
}

/** A field of the sampled records, as the API describes it. */
export interface DiscoveredField {
  readonly path: string;
  /** The type that fits all values. */
  readonly type: WidenedType;
  readonly types: readonly { readonly type: WidenedType; readonly count: number }[];
  /** Records that have a value other than null. */
  readonly count: number;
  /** Records without the field. */
  readonly missing: number;
  readonly nulls: number;
  /** `count` by the number of records. */
  readonly presence: number;
  /** Different values; exact to 1,000. */
  readonly cardinality: number;
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly mean?: number;
  /** Characters of texts. */
  readonly min_length?: number;
  readonly max_length?: number;
  /** The earliest and latest dates, as they are written. */
  readonly earliest?: string;
  readonly latest?: string;
  readonly formats: readonly string[];
  readonly top: readonly { readonly value: Single; readonly count: number }[];
  /** The step that made the field. */
  readonly produced_by?: string;
  readonly multi_valued: boolean;
  readonly conflict: boolean;
}

type Single = Exclude<RecordValue, null | object>;

const maxDistinct = 1000;
const maxTop = 5;
const maxShown = 256;

/** The sum is for the mean, which is a double. */
interface Numbers {
  readonly count: number;
  readonly sum: number;
  readonly min: number | bigint;
  readonly max: number | bigint;
}

/** What the values of one field have in common, value by value. */
class FieldStatistics {
  readonly #detection: DetectionSettings;
  #type: WidenedType = 'null';
  readonly #types = new Map<WidenedType, number>();
  readonly #values = new Map<Single, number>();
  readonly #formats = new Set<string>();
  #count = 0;
  #nulls = 0;
  #numbers: Numbers = { count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  #lengths = { min: Number.POSITIVE_INFINITY, max: -1 };
  #earliest: { readonly text: string; readonly seconds: number } | undefined;
  #latest: { readonly text: string; readonly seconds: number } | undefined;
  #isMultiValued = false;

  constructor(detection: DetectionSettings = {}) {
    this.#detection = detection;
  }

  /** The type that fits all values so far. */
  get type(): WidenedType {
    return this.#type;
  }

  /** @param values All values that one record has at the path, including the values of lists. */
  add(values: readonly FoundValue[], isList: boolean): void {
    if (isList) this.#isMultiValued = true;
    if (values.some(({ value }) => value !== null)) this.#count++;
    else this.#nulls++;
    for (const one of values) this.#addValue(one);
  }

  #addValue({ value, isDecimal: hasPoint }: FoundValue): void {
    if (value === null) return;
    const type = typeof value === 'object' ? 'object' : detectLeaf(value, this.#detection, hasPoint).type;
    this.#type = widen(this.#type, type);
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (typeof value === 'object') return;
    const old = this.#values.get(value);
    if (old !== undefined || this.#values.size < maxDistinct) this.#values.set(value, (old ?? 0) + 1);
    if (typeof value === 'number' || typeof value === 'bigint') this.#addNumber(value);
    if (typeof value === 'string') this.#addText(value, type === 'date');
  }

  #addNumber(value: number | bigint): void {
    const { count, sum, min, max } = this.#numbers;
    this.#numbers = {
      count: count + 1,
      sum: sum + Number(value),
      min: value < min ? value : min,
      max: value > max ? value : max,
    };
  }

  #addText(text: string, isDate: boolean): void {
    const { min, max } = this.#lengths;
    this.#lengths = { min: Math.min(min, text.length), max: Math.max(max, text.length) };
    if (isDate) this.#addDate(text);
  }

  #addDate(text: string): void {
    const moment = momentOf(text);
    this.#formats.add(moment ? 'ISO8601' : 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd');
    if (!moment) return;
    const seconds = moment.seconds + moment.nanos / 1e9;
    if (!this.#earliest || seconds < this.#earliest.seconds) this.#earliest = { text, seconds };
    if (!this.#latest || seconds > this.#latest.seconds) this.#latest = { text, seconds };
  }

  /** @param total The number of records. */
  describe(path: string, total: number, producedBy: string | undefined): DiscoveredField {
    const { count, sum, min, max } = this.#numbers;
    return {
      path,
      type: this.#type,
      types: [...this.#types].map(([type, occurrences]) => ({ type, count: occurrences })),
      count: this.#count,
      missing: total - this.#count - this.#nulls,
      nulls: this.#nulls,
      presence: total === 0 ? 0 : this.#count / total,
      cardinality: this.#values.size,
      ...(count === 0 ? {} : { min, max, ...(Number.isFinite(sum) ? { mean: sum / count } : {}) }),
      ...(this.#lengths.max < 0 ? {} : { min_length: this.#lengths.min, max_length: this.#lengths.max }),
      ...(this.#earliest && { earliest: this.#earliest.text }),
      ...(this.#latest && { latest: this.#latest.text }),
      formats: [...this.#formats],
      top: this.#top(),
      ...(producedBy === undefined ? {} : { produced_by: producedBy }),
      multi_valued: this.#isMultiValued,
      conflict: this.#type === 'conflict',
    };
  }

  #top(): DiscoveredField['top'] {
    const values = [...this.#values];
    if (values.length > 1) values.sort(([, a], [, b]) => b - a);
    return values.slice(0, maxTop).map(([value, count]) => ({
      value: typeof value === 'string' ? value.slice(0, maxShown) : value,
      count,
    }));
  }
}
