/** What the values of one field have in common, value by value. */

import type { RecordValue } from '../base/record.ts';
import { type DetectionSettings, detectLeaf, momentOf } from './detect-type.ts';
import { type WidenedType, widen } from './widen.ts';

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

export class FieldStatistics {
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

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** @param values All values that one record has at the path, including the values of lists. */
  add(values: readonly RecordValue[], isList: boolean): void {
    if (isList) this.#isMultiValued = true;
    const present = values.filter((value) => value !== null);
    if (present.length > 0) this.#count++;
    else this.#nulls++;
    for (const value of present) this.#addValue(value);
  }

  #addValue(value: Exclude<RecordValue, null>): void {
    const type = typeof value === 'object' ? 'object' : detectLeaf(value, this.#detection).type;
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
