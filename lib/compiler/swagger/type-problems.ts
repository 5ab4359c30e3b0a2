/** What is wrong with the name of a type. */

import { nearSpelling } from '../source/near-spelling.ts';
import type { Fix, Report } from '../source/problem.ts';
import { problemAt, quote, type SourceNode } from '../source/source-node.ts';
import type { TypeContext } from './type-context.ts';
import { knownTypeWords } from './type-words.ts';

export function warnOfMeaning(word: SourceNode, found: string, meant: string, report: Report): void {
  report(problemAt(word, 'W-TYPE', found, `${meant}, which is assumed`));
}

/** @param fix by default: the nearest known type, or any. */
export function reportUnknownModel(
  word: SourceNode,
  name: string,
  { modelKeys, report }: TypeContext,
  fix?: Fix,
): void {
  const known = [...modelKeys.keys()];
  const meant = nearSpelling(name, [...known, ...knownTypeWords]);
  const listed = known.length > 8 ? `${known.slice(0, 8).join(', ')}, …` : known.join(', ');
  const accepted = meant
    ? `"${meant}", the nearest name`
    : `a model of this file (${listed || 'it has none'}) or a type such as string, int, List[string]`;
  const value = String(word.value).replace(name, meant ?? 'any');
  const found = `the unknown type ${quote(name)}`;
  report(problemAt(word, 'E-MODEL', found, accepted, fix ?? { path: word.path, value }));
}

export function reportUntyped(node: SourceNode, what: string, report: Report): void {
  const fix = { path: [...node.path, 'type'], value: 'any' };
  report(problemAt(node, 'E-TYPE', `${what} without a type`, 'a member "type" or "$ref"', fix));
}
