/** Conditions and expressions about the fields of a record, and what records must have to meet them. */

export { InvalidQuery } from '../../headwater/shared/query/scanner.ts';
export { type Condition, compileQuery } from '../conditions/condition.ts';
export { compileExpression } from '../conditions/expression.ts';
export { type KnownTerms, mayMatch, type Needs, pathHash, RecordTerms } from '../conditions/record-terms.ts';
export { matchWithin } from '../engine/match-within.ts';
