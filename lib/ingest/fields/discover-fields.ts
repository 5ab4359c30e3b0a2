import { isDecimal } from '../../headwater/shared/json/decimals.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import { type DetectionSettings, detectLeaf, momentOf, type WidenedType, widen } from './detect-type.ts';

/** Records of hostile size have more paths; the first ones are described. */
const maxPaths = 10_000;
/** No option takes a longer path. The paths of 50 KB can have 40 MB, which takes a minute to hash. */
export const maxPathLength = 512;

interface DiscoveryOptions {
  /** Names the step that made the field at the path. */
  readonly producedBy?: (path: string) => string | undefined;
  /** Which texts are numbers and dates. */
  readonly detection?: DetectionSettings;
  /** The most frequent values of each field; 5 by default. */
  readonly maxTop?: number;
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
  const { maxTop = usualTop, producedBy } = options;
  return [...collectFields(records, options.detection)].map(([path, statistics]) =>
    statistics.describe(path, { total: records.length, maxTop, producedBy: producedBy?.(path) }),
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
  for (const [index, record] of records.entries())
    collect(record, '', { fields, detection, index, isList: false });
  const parents = new Set([...fields.keys()].map(parentOf));
  for (const [path, { type }] of fields) if (type === 'object' && parents.has(path)) fields.delete(path);
  return fields;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), 0));
}

interface Collection {
  readonly fields: Map<string, FieldStatistics>;
  readonly detection: DetectionSettings | undefined;
  /** The index of the record. */
  readonly index: number;
  /** Whether a list holds the values, or an object around them. */
  readonly isList: boolean;
}

function collect(record: DataRecord, prefix: string, collection: Collection): void {
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (value !== undefined && prefix.length + name.length <= maxPathLength)
      collectValue({ value, isDecimal: isDecimal(record, name, value) }, prefix + name, collection);
  }
}

interface FoundValue {
  readonly value: RecordValue;
  /** Whether an integral number has the form of a decimal. */
  readonly isDecimal: boolean;
}

function collectValue(found: FoundValue, path: string, collection: Collection): void {
  const { value } = found;
  if (Array.isArray(value) && value.length > 0) {
    const within = { ...collection, isList: true };
    for (const [index, item] of value.entries())
      collectValue({ value: item, isDecimal: isDecimal(value, String(index), item) }, path, within);
    return;
  }
  const statistics = statisticsAt(path, collection);
  if (!statistics) return;
  if (collection.isList || Array.isArray(value)) statistics.isMultiValued = true;
  statistics.add(found, collection.index);
  if (isRecord(value)) collect(value, `${path}.`, collection);
}

function statisticsAt(path: string, { fields, detection }: Collection): FieldStatistics | undefined {
  const known = fields.get(path);
  if (known || fields.size >= maxPaths) return known;
  const added = new FieldStatistics(detection);
  fields.set(path, added);
  return added;
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
const usualTop = 5;
const maxShown = 256;

interface Described {
  /** The number of records. */
  readonly total: number;
  readonly maxTop: number;
  readonly producedBy: string | undefined;
}

/** What the values of one field have in common, value by value. */
class FieldStatistics {
  readonly #detection: DetectionSettings;
  #type: WidenedType = 'null';
  readonly #types = new Map<WidenedType, number>();
  readonly #values = new Map<Single, number>();
  readonly #formats = new Set<string>();
  /** Records with a value, and those with nulls and empty lists alone. */
  #count = 0;
  #nulls = 0;
  /** The index of the last record, and whether it has had a value. */
  #record = -1;
  #hasValue = false;
  #numbers = 0;
  /** The mean needs it: both are doubles. */
  #sum = 0;
  #min: number | bigint = Number.POSITIVE_INFINITY;
  #max: number | bigint = Number.NEGATIVE_INFINITY;
  #minLength = Number.POSITIVE_INFINITY;
  #maxLength = -1;
  #earliest: { readonly text: string; readonly seconds: number } | undefined;
  #latest: { readonly text: string; readonly seconds: number } | undefined;
  isMultiValued = false;

  constructor(detection: DetectionSettings = {}) {
    this.#detection = detection;
  }

  /** The type that fits all values so far. */
  get type(): WidenedType {
    return this.#type;
  }

  /** @param record The index of the record that has the value: a list has several. */
  add({ value, isDecimal: hasPoint }: FoundValue, record: number): void {
    const isEmpty = value === null || Array.isArray(value);
    this.#countRecord(record, !isEmpty);
    if (isEmpty) return;
    const type = typeof value === 'object' ? 'object' : detectLeaf(value, this.#detection, hasPoint).type;
    this.#type = widen(this.#type, type);
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (typeof value === 'object') return;
    const old = this.#values.get(value);
    if (old !== undefined || this.#values.size < maxDistinct) this.#values.set(value, (old ?? 0) + 1);
    if (typeof value === 'number' || typeof value === 'bigint') this.#addNumber(value);
    if (typeof value === 'string') this.#addText(value, type === 'date');
  }

  #countRecord(record: number, hasValue: boolean): void {
    if (record !== this.#record) {
      this.#record = record;
      this.#hasValue = hasValue;
      if (hasValue) this.#count++;
      else this.#nulls++;
    } else if (hasValue && !this.#hasValue) {
      this.#hasValue = true;
      this.#count++;
      this.#nulls--;
    }
  }

  #addNumber(value: number | bigint): void {
    this.#numbers++;
    this.#sum += Number(value);
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  #addText(text: string, isDate: boolean): void {
    this.#minLength = Math.min(this.#minLength, text.length);
    this.#maxLength = Math.max(this.#maxLength, text.length);
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

  describe(path: string, { total, maxTop, producedBy }: Described): DiscoveredField {
    const numbers = { min: this.#min, max: this.#max };
    const mean = this.#sum / this.#numbers;
    return {
      path,
      type: this.#type,
      types: [...this.#types].map(([type, occurrences]) => ({ type, count: occurrences })),
      count: this.#count,
      missing: total - this.#count - this.#nulls,
      nulls: this.#nulls,
      presence: total === 0 ? 0 : this.#count / total,
      cardinality: this.#values.size,
      ...(this.#numbers === 0 ? {} : numbers),
      ...(Number.isFinite(mean) ? { mean } : {}),
      ...(this.#maxLength < 0 ? {} : { min_length: this.#minLength, max_length: this.#maxLength }),
      ...(this.#earliest && { earliest: this.#earliest.text }),
      ...(this.#latest && { latest: this.#latest.text }),
      formats: [...this.#formats],
      top: this.#top(maxTop),
      ...(producedBy === undefined ? {} : { produced_by: producedBy }),
      multi_valued: this.isMultiValued,
      conflict: this.#type === 'conflict',
    };
  }

  #top(maxTop: number): DiscoveredField['top'] {
    const values = [...this.#values];
    if (values.length > 1) values.sort(([, a], [, b]) => b - a);
    return values.slice(0, maxTop).map(([value, count]) => ({
      value: typeof value === 'string' ? value.slice(0, maxShown) : value,
      count,
    }));
  }
}
