/** The size of a type. References to non-model schemas are expanded, so a small document may describe a huge type. */

import { maxJsonDepth } from '../../../shared/json/inspect-json.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { partsOf } from '../../schema/models.ts';
import { maxValues } from '../../source/descriptor-file.ts';

interface Measure {
  readonly size: number;
  readonly depth: number;
}

/** A larger type makes many megabytes of code and of documentation. */
const maxTypes = 10_000;

/** Counts the types that all references of a document add. */
export class TypeBudget {
  readonly #known = new WeakMap<TypePlan, Measure>();
  #used = 0;

  /** @returns the limit that one more use of the type, or of so many members, exceeds. */
  excess(type: TypePlan | readonly unknown[]): string | undefined {
    const { size, depth } = 'kind' in type ? this.#measure(type) : { size: type.length, depth: 1 };
    if ('kind' in type && size > maxTypes) return `more than ${maxTypes} nested types, references included`;
    this.#used += size;
    if (this.#used > maxValues) return `more than ${maxValues} values, references included`;
    return depth > maxJsonDepth ? `more than ${maxJsonDepth} levels, references included` : undefined;
  }

  #measure(type: TypePlan): Measure {
    const known = this.#known.get(type);
    if (known) return known;
    const parts = partsOf(type).map((part) => this.#measure(part));
    const measure = {
      size: parts.reduce((sum, { size }) => sum + size, 1),
      depth: parts.reduce((most, { depth }) => Math.max(most, depth), 0) + 1,
    };
    this.#known.set(type, measure);
    return measure;
  }
}
