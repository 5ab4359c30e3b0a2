/**
 * Translates a query into the language of the search engine
 * (https://docs.opensearch.org/latest/query-dsl/; Elasticsearch has the same).
 */

import { defaultFields, type Field, type Fields, isAlwaysPresent } from '../../../shared/query/fields.ts';
import type {
  Clause,
  PrefixClause,
  Query,
  RangeClause,
  TermClause,
} from '../../../shared/query/syntax-tree.ts';
import { firstIdAt } from '../../store/ids.ts';
import { cutWord, maxWord, memberOf } from './document-shape.ts';

export interface Translated {
  readonly query: object;
  /** Whether it finds what matches and nothing else; otherwise the documents decide. */
  readonly isExact: boolean;
}

const exactly = (query: object): Translated => ({ query, isExact: true });
const everything = exactly({ match_all: {} });
const nothing = exactly({ match_none: {} });

/** @param query Undefined matches every document. */
export function translate(fields: Fields<never>, query: Query | undefined): Translated {
  if (query === undefined) return everything;
  switch (query.kind) {
    case 'and':
      return combined(
        'filter',
        query.of.map((inner) => translate(fields, inner)),
      );
    case 'or':
      return anyOf(query.of.map((inner) => translate(fields, inner)));
    case 'not': {
      const inner = translate(fields, query.of);
      // The complement of too many is too few.
      return inner.isExact
        ? exactly({ bool: { must_not: [inner.query] } })
        : { ...everything, isExact: false };
    }
    default:
      return clauseOf(fields, query);
  }
}

function combined(kind: 'filter' | 'should', parts: readonly Translated[]): Translated {
  return {
    query: { bool: { [kind]: parts.map(({ query }) => query) } },
    isExact: parts.every(({ isExact }) => isExact),
  };
}

function anyOf(parts: readonly Translated[]): Translated {
  const [first = nothing, ...others] = parts;
  return others.length === 0 ? first : combined('should', parts);
}

function clauseOf(fields: Fields<never>, clause: Clause): Translated {
  if (clause.kind === 'exists') {
    const field = clause.field === undefined ? undefined : fieldOf(fields, clause.field);
    return !field || isAlwaysPresent(field) ? everything : exactly({ term: { has: clause.field } });
  }
  if (clause.kind === 'range') return rangeOf(fieldOf(fields, clause.field), clause);
  const names = clause.field === undefined ? defaultFields(fields) : [clause.field];
  return anyOf(names.map((name) => textOf(name, fieldOf(fields, name), clause)));
}

function fieldOf(fields: Fields<never>, name: string): Field<never> {
  const field = fields.get(name);
  if (!field) throw new Error(`The index has no field ${name}.`);
  return field;
}

/** A field from the id is a range of ids. */
function rangeOf(field: Field<never>, { field: name, from, to }: RangeClause): Translated {
  if (!('from' in field)) return exactly({ range: { [memberOf(name)]: { gte: from, lt: to } } });
  const low = from === undefined ? '' : firstIdAt(from);
  const high = to === undefined ? undefined : firstIdAt(to);
  return low === undefined ? nothing : exactly({ range: { id: { gte: low, lt: high } } });
}

function textOf(name: string, field: Field<never>, clause: TermClause | PrefixClause): Translated {
  const member = 'from' in field ? 'id' : memberOf(name);
  if (field.kind === 'text') return wordsOf(member, clause);
  return exactly({ [clause.kind]: { [member]: clause.value } });
}

/** All expansions of a prefix. */
const max_expansions = 2_147_483_647;

function wordsOf(member: string, { kind, words: written }: TermClause | PrefixClause): Translated {
  if (written.length === 0) return nothing;
  const isCut = written.some((word) => word.length >= maxWord);
  // The index does not say whether another word follows.
  const isOpen = kind === 'prefix' && written.at(-1) === '';
  const words = (isOpen ? written.slice(0, -1) : written).map(cutWord);
  const [first, ...others] = words;
  const isPrefix = kind === 'prefix' && !isOpen;
  const isExact = !isCut && !isOpen;
  if (others.length === 0) return { query: { [isPrefix ? 'prefix' : 'term']: { [member]: first } }, isExact };
  const phrase = { query: words.join(' '), analyzer: 'whitespace' };
  const query = isPrefix
    ? { match_phrase_prefix: { [member]: { ...phrase, max_expansions } } }
    : { match_phrase: { [member]: phrase } };
  return { query, isExact };
}
