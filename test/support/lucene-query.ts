/** Converts the syntax tree of the package lucene to ours, for the values that the tests use. */

import { type LuceneClause, type LuceneSequence, type Node, parse } from 'lucene';

/** A query without the offsets of its clauses. */
type Meaning =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Meaning[] }
  | { readonly kind: 'not'; readonly of: Meaning }
  | { readonly kind: string; readonly field?: string; readonly [member: string]: unknown };

/** @throws for syntax errors of lucene, and for AND next to OR, since lucene has no precedence. */
export function luceneMeaning(query: string): Meaning {
  return meaningOf(parse(query), undefined);
}

function meaningOf(node: Node, outer: string | undefined): Meaning {
  return isClause(node) ? meaningOfClause(node, outer) : meaningOfSequence(node, node.field ?? outer);
}

function isClause(node: Node): node is LuceneClause {
  return 'term' in node || 'term_min' in node;
}

function meaningOfSequence(first: LuceneSequence, field: string | undefined): Meaning {
  const kinds = new Set<'and' | 'or'>();
  const operands: Meaning[] = [];
  let [node, isNegated] = [first as Node | undefined, first.start === 'NOT'];
  while (node) {
    const isRest: boolean =
      node === first || (!isClause(node) && !node.parenthesized && node.right !== undefined);
    const operand = isRest && 'left' in node ? node.left : node;
    operands.push(negated(meaningOf(operand, field), isNegated));
    if (!isRest || !('operator' in node) || node.operator === undefined) break;
    kinds.add(/^(?:OR|\|\|)/.test(node.operator) ? 'or' : 'and');
    isNegated = node.operator.endsWith('NOT');
    node = node.right;
  }
  if (kinds.size > 1) throw new Error('AND next to OR: lucene has no precedence.');
  const [kind = 'and'] = kinds;
  const of = operands.flatMap((operand) => (operand.kind === kind ? (operand.of as Meaning[]) : [operand]));
  return of.length === 1 && of[0] ? of[0] : { kind, of };
}

function negated(meaning: Meaning, isNegated: boolean): Meaning {
  if (!isNegated) return meaning;
  return meaning.kind === 'not' ? (meaning.of as Meaning) : { kind: 'not', of: meaning };
}

/** lucene treats the minus before a field as part of its name. */
function meaningOfClause(clause: LuceneClause, outer: string | undefined): Meaning {
  const [, minus, name] = /^([-!]?)(.*)$/.exec(clause.field) ?? [];
  const field = name === '<implicit>' ? outer : name;
  const named = field === undefined ? {} : { field };
  const isNegated = Boolean(minus) || clause.prefix === '-' || clause.prefix === '!';
  const value = clause.term === undefined ? rangeOf(clause) : termOf(clause.term, clause.quoted === true);
  return negated({ ...named, ...value }, isNegated);
}

/** Supports dates that are whole years. */
function rangeOf({ term_min, term_max, inclusive }: LuceneClause) {
  const isInclusive = {
    lower: ['both', 'left'].includes(inclusive),
    upper: ['both', 'right'].includes(inclusive),
  };
  const from = term_min === '*' ? {} : { from: Date.UTC(Number(term_min) + (isInclusive.lower ? 0 : 1)) };
  const to = term_max === '*' ? {} : { to: Date.UTC(Number(term_max) + (isInclusive.upper ? 1 : 0)) };
  return { kind: 'range', ...from, ...to };
}

/** lucene does not resolve escapes and wildcards. */
function termOf(written: string, isQuoted: boolean) {
  if (written === '*') return { kind: 'exists' };
  const isPrefix = !isQuoted && /(?<!\\)\*$/.test(written);
  const value = (isPrefix ? written.slice(0, -1) : written).replaceAll(/\\(.)/g, '$1').toLowerCase();
  return { kind: isPrefix ? 'prefix' : 'term', value, words: value.match(/[a-z0-9]+/g) ?? [] };
}
