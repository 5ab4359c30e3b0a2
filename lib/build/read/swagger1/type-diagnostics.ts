/** Diagnostics about the name of a type. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { TypeContext } from './type-context.ts';

export function warnOfMeaning(word: SourceNode, found: string, meant: string, report: Report): void {
  report(word.diagnose('W-TYPE', found, `${meant}, which is assumed`));
}

/**
 * A name that resembles a known one is misspelt. Any other names a missing model.
 *
 * @param assumed the type that is read instead.
 * @returns false for an error.
 */
export function reportUnknownModel(
  word: SourceNode,
  name: string,
  assumed: string,
  { models, report }: TypeContext,
): boolean {
  const { own } = models;
  const found = `the unknown type ${quote(name)}`;
  const listed = own.length > 8 ? `${own.slice(0, 8).join(', ')}, …` : own.join(', ');
  const known = `a model of this file (${listed || 'it has none'}) or a type such as string, int, List[string]`;
  const meant = nearSpelling(name, models.types);
  if (meant !== undefined) {
    const fix = { path: word.path, value: String(word.value).replace(name, meant) };
    report(word.diagnose('E-MODEL', found, `"${meant}", the nearest name`, fix));
    return false;
  }
  if (name === '__proto__' || /[[\]<>«»{}\\]|:\/\//.test(name)) {
    report(word.diagnose('E-MODEL', found, known));
    return false;
  }
  report(word.diagnose('W-MODEL', found, `${known}; ${assumed} is assumed`));
  return true;
}

export function reportUntyped(node: SourceNode, what: string, report: Report): void {
  const fix = { path: [...node.path, 'type'], value: 'any' };
  report(node.diagnose('E-TYPE', `${what} without a type`, 'a member "type" or "$ref"', fix));
}
