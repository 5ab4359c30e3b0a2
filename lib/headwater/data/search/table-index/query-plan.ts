/**
 * The access plan of a query: the postings that lead to every matching document,
 * and perhaps to others. Conditions without postings are checked on the documents.
 * Pure: nothing is read here.
 */

import { defaultFields, type Field, isAlwaysPresent } from '../../../shared/query/fields.ts';
import { sortRangeOf } from '../../../shared/query/sort-keys.ts';
import type {
  Clause,
  PrefixClause,
  Query,
  RangeClause,
  TermClause,
} from '../../../shared/query/syntax-tree.ts';
import { firstId, firstIdAt, lastId, neighbourId } from '../../store/ids.ts';
import type { DocumentType } from '../document-type.ts';
import { positionsOf } from '../index/positions.ts';
import { everyId, type IdRange, sortTerm, termOf } from '../index/terms.ts';
import { type AccessPlan, allOf, anyOf, needsRecheck, negationOf, nothing } from './combine-plans.ts';

type PlannedIndex = Pick<DocumentType<never>, 'all' | 'fields'>;
/** A field whose values have terms. */
type IndexedField = Field<never> & { readonly kind: 'keyword' | 'text'; readonly terms: string };

/** @param query Undefined selects all documents. */
export function planQuery(index: PlannedIndex, query: Query | undefined): AccessPlan {
  return new Planner(index).plan(query);
}

class Planner {
  readonly #index: PlannedIndex;
  readonly #everything: AccessPlan;

  constructor(index: PlannedIndex) {
    this.#index = index;
    this.#everything = this.#documentsIn(everyId);
  }

  plan(query: Query | undefined): AccessPlan {
    if (query === undefined) return this.#everything;
    return this.#query(query) ?? needsRecheck(this.#everything);
  }

  /** Undefined if no posting can narrow the query. */
  #query(query: Query): AccessPlan | undefined {
    switch (query.kind) {
      case 'and':
        return allOf(
          query.of.map((inner) => this.#query(inner)),
          this.#index.all,
        );
      case 'or': {
        const plans = query.of.map((inner) => this.#query(inner));
        return plans.every((plan) => plan !== undefined) ? anyOf(plans) : undefined;
      }
      case 'not':
        return negationOf(this.#query(query.of), this.#everything);
      default:
        return this.#clause(query);
    }
  }

  #clause(clause: Clause): AccessPlan | undefined {
    const field = clause.field === undefined ? undefined : this.#field(clause.field);
    switch (clause.kind) {
      case 'term':
      case 'prefix':
        return field && 'from' in field ? this.#ids(clause) : this.#texts(clause);
      case 'range':
        return field && 'from' in field ? this.#times(clause) : this.#values(clause, field);
      case 'exists':
        return !field || isAlwaysPresent(field) ? this.#everything : undefined;
    }
  }

  #field(name: string): Field<never> {
    const field = this.#index.fields.get(name);
    if (!field) throw new Error(`The index has no field ${name}.`);
    return field;
  }

  /** Undefined if one of the fields is not indexed. */
  #texts(clause: TermClause | PrefixClause): AccessPlan | undefined {
    const names = clause.field === undefined ? defaultFields(this.#index.fields) : [clause.field];
    const fields = names.map((name) => this.#field(name));
    if (!fields.every(isIndexed)) return undefined;
    const plans = new Map(
      fields.map((field) => [`${field.kind} ${field.terms}`, this.#terms(field, clause)] as const),
    );
    const all = anyOf([...plans.values()]);
    return fields.some(({ terms }) => this.#isShared(terms, names)) ? needsRecheck(all) : all;
  }

  /** Whether other fields have the same kind of term: a posting does not say which field it stands for. */
  #isShared(terms: string, names: readonly string[]): boolean {
    return [...this.#index.fields].some(
      ([name, field]) => isIndexed(field) && field.terms === terms && !names.includes(name),
    );
  }

  #terms({ kind, terms }: IndexedField, clause: TermClause | PrefixClause): AccessPlan {
    if (kind === 'text') return this.#words(terms, clause);
    return clause.kind === 'term' ? termPlan(terms, clause.value) : prefixPlan(terms, clause.value);
  }

  /** Requires all words. The index does not tell whether they are adjacent. */
  #words(terms: string, { kind, words }: TermClause | PrefixClause): AccessPlan {
    if (words.length === 0) return nothing;
    const whole = kind === 'prefix' ? words.slice(0, -1) : words;
    const plans: (AccessPlan | undefined)[] = whole.map((word) => termPlan(terms, word));
    const prefix = kind === 'prefix' ? words.at(-1) : undefined;
    // Words that begin with one given character are spread over many partitions.
    if (prefix) plans.push([...prefix].length === 1 ? undefined : prefixPlan(terms, prefix));
    const all = allOf(plans, this.#index.all);
    return words.length === 1 ? all : needsRecheck(all);
  }

  #ids({ kind, value }: TermClause | PrefixClause): AccessPlan {
    const { length } = firstId;
    if (!/^[0-9a-f]+$/.test(value) || value.length > length) return nothing;
    if (kind === 'term')
      return value.length === length ? this.#documentsIn({ low: value, high: value }) : nothing;
    return this.#documentsIn({ low: value.padEnd(length, '0'), high: value.padEnd(length, 'f') });
  }

  #times({ from, to }: RangeClause): AccessPlan {
    const low = from === undefined ? firstId : firstIdAt(from);
    const end = to === undefined ? undefined : firstIdAt(to);
    const high = end === undefined ? lastId : neighbourId(end, -1);
    const isEmpty = low === undefined || high === undefined || low > high;
    return isEmpty ? nothing : this.#documentsIn({ low, high });
  }

  /** Undefined if lists do not sort by the field. */
  #values(clause: RangeClause, field: Field<never> | undefined): AccessPlan | undefined {
    if (!field || !('sort' in field) || field.sort === undefined) return undefined;
    const keys = sortRangeOf(clause);
    if (!keys) return nothing;
    const term = sortTerm(this.#index.all, clause.field);
    const path = { kind: 'values', term, positions: positionsOf(keys), range: everyId } as const;
    return { path, isExact: true };
  }

  #documentsIn(range: IdRange): AccessPlan {
    return { path: { kind: 'term', term: this.#index.all, range }, isExact: true };
  }
}

function isIndexed(field: Field<never>): field is IndexedField {
  return 'terms' in field && field.terms !== undefined;
}

function termPlan(kind: string, text: string): AccessPlan {
  return { path: { kind: 'term', term: termOf(kind, text), range: everyId }, isExact: true };
}

function prefixPlan(kind: string, prefix: string): AccessPlan {
  return { path: { kind: 'prefix', of: kind, prefix, range: everyId }, isExact: true };
}
