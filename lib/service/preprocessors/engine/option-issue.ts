/** What is wrong with a configuration, and what is meant most likely. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';

export type OptionIssueCode =
  | 'unknown_type'
  | 'unknown_option'
  | 'missing_option'
  | 'wrong_type'
  | 'not_allowed'
  | 'out_of_limits'
  | 'invalid_option';

export interface OptionIssue {
  /** RFC 6901, from the list of preprocessors. */
  readonly pointer: string;
  readonly code: OptionIssueCode;
  /** A predicate: what is wrong and what is accepted. */
  readonly message: string;
  /** The nearest spelling among what is accepted. */
  readonly suggestion?: string;
}

/** @example pointerTo('/0', 'a/b') // '/0/a~1b' */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const maxShown = 100;

/** The issue of a name that is not among those known. */
export function unknownName(
  issue: { readonly pointer: string; readonly code: OptionIssueCode; readonly what: string },
  name: string,
  known: readonly string[],
): OptionIssue {
  const { pointer, code, what } = issue;
  const nearest = nearSpelling(name, known);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const message = `${what} ${JSON.stringify(name.slice(0, maxShown))}; accepted are ${known.join(', ')}${hint}`;
  return { pointer, code, message, ...(nearest === undefined ? {} : { suggestion: nearest }) };
}
