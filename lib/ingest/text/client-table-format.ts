/**
 * How client-table.json is written. A row is a rule, and has between `~`: texts of which the agent has one, between `|`, or
 * nothing; the expression, after `(?i)` if case makes no difference; the name and its versions, if they are not the groups.
 */

import { ownMember } from '../../headwater/shared/json/own-member.ts';

/** Characters that stand for texts which many expressions have. */
export const sharedTexts: Readonly<Record<string, string>> = {
  '#': ')(?: Build|\\) AppleWebKit)',
  "'": '(\\d+)\\.(\\d+)',
  '<': '(?:\\.(\\d+)|)',
  '>': '[^;/]{1,100}',
};

export interface ClientRule {
  readonly required: readonly string[];
  readonly source: string;
  readonly isCaseless: boolean;
  readonly replacements: readonly string[];
}

export function readClientTable(rows: readonly string[]): readonly ClientRule[] {
  return rows.map((row) => {
    const [required = '', source = '', ...replacements] = row.split('~');
    const isCaseless = source.startsWith('(?i)');
    return {
      required: required === '' ? [] : required.split('|'),
      source: isCaseless ? source.slice(4) : source,
      isCaseless,
      replacements,
    };
  });
}

/** The expression of a rule, compiled. */
export function clientExpression({ source, isCaseless }: ClientRule): RegExp {
  const text = source.replace(/[#'<>]/g, (character) => ownMember(sharedTexts, character) ?? character);
  return new RegExp(text, isCaseless ? 'i' : '');
}
