/** Finds the first rule of a list that matches an agent, as uap-core describes it. */

import { type ClientRule, clientExpression, readClientTable } from './client-table-format.ts';

/** A name and the parts of its version: a part that is absent ends the version. */
export interface NamedVersion {
  readonly name: string;
  readonly version: string | undefined;
}

export type FindRule = (text: string) => NamedVersion | undefined;

/**
 * V8 takes much longer to compile an expression than to search for a text, so an expression is compiled when it is the
 * first time that the agent has a text without which it cannot match.
 */
export function compileClientTable(table: readonly string[]): FindRule {
  const rules = readClientTable(table);
  const expressions: RegExp[] = [];
  return (text) => {
    const lower = text.toLowerCase();
    for (const [at, rule] of rules.entries()) {
      if (!mayMatch(rule, rule.isCaseless ? lower : text)) continue;
      expressions[at] ??= clientExpression(rule);
      const match = expressions[at].exec(text);
      const found = match && resultOf(match, rule);
      if (found) return found;
    }
    return undefined;
  };
}

function mayMatch({ required }: ClientRule, text: string): boolean {
  if (required.length === 0) return true;
  for (const part of required) if (text.includes(part)) return true;
  return false;
}

/** Undefined if the rule gives no name. */
function resultOf(match: RegExpExecArray, { replacements }: ClientRule): NamedVersion | undefined {
  const partAt = (place: number) => {
    const replacement = replacements[place];
    return replacement ? fill(replacement, match) : match[place + 1];
  };
  const name = partAt(0)?.trim();
  if (!name) return undefined;
  const parts = [1, 2, 3, 4].map(partAt);
  const end = parts.findIndex((part) => !part);
  const version = parts.slice(0, end === -1 ? parts.length : end).join('.');
  return { name, version: version === '' ? undefined : version };
}

/** @example fill('Odys $1', ['', 'Pedi']) // 'Odys Pedi' */
function fill(replacement: string, match: readonly (string | undefined)[]): string {
  return replacement.replace(/\$(\d)/g, (_, place: string) => match[Number(place)] ?? '');
}
