/** Members whose names are misspelt keywords of the language. */

import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { DiagnosticCode } from './diagnostic.ts';
import { checkExtensions, type ExtensionHolder, isExtension, ownExtensions } from './own-extensions.ts';
import { quote, type SourceNode } from './source-node.ts';

export interface KnownMembers {
  /** Without these, operations, routes or checks would be lost: a misspelt one is an error. */
  readonly needed: readonly string[];
  readonly others: readonly string[];
  /** Members of `needed` for the same thing: one of them is enough. */
  readonly synonyms?: readonly string[];
  /** Members of `needed` whose misspelling has a code of its own. */
  readonly codes?: Readonly<Record<string, DiagnosticCode>>;
  /** Absent: it has no extensions. */
  readonly holder?: ExtensionHolder;
}

/** Maps members of other description languages to members of this one. */
const foreignMembers: Readonly<Record<string, string>> = {
  default: 'defaultValue',
  in: 'paramType',
  operationId: 'nickname',
};

/** Members of other description languages, with the similar member of this one. */
const relatedMembers: Readonly<Record<string, string>> = { oneOf: 'subTypes', allOf: 'subTypes' };

/**
 * Reports unknown members that are similar to a known one, and misspelt and misplaced extensions; ignores all others.
 *
 * @returns the node, in which a misspelt member that is needed stands for the one that
 * it resembles. If only punctuation or letter case differ, that is what it means.
 * Otherwise it is an error, and its content is checked all the same.
 */
export function checkMembers(node: SourceNode, expected: KnownMembers): SourceNode {
  checkExtensions(node, expected.holder);
  const known = [...expected.needed, ...expected.others];
  const misspelt = new Map<string, string>();
  const isGiven = (name: string) => {
    const { synonyms = [] } = expected;
    const same = synonyms.includes(name) ? synonyms : [name];
    return same.some((each) => misspelt.has(each) || node.member(each) !== undefined);
  };
  const extensions = ownExtensions(node, expected.holder);
  for (const [key, value] of node.members()) {
    if (known.includes(key) || isExtension(key, extensions)) continue;
    const meant = meantBy(key, known);
    if (meant === undefined) continue;
    const isNeeded =
      !Object.hasOwn(relatedMembers, key) && expected.needed.includes(meant) && !isGiven(meant);
    const found = `the member ${quote(key)}`;
    if (!isNeeded) {
      value.report('W-KEY', found, quote(meant));
      continue;
    }
    misspelt.set(meant, key);
    const fix = { path: value.path, rename: meant };
    if (hasSameLetters(key, meant)) value.report('W-KEY', found, `${quote(meant)}, which is assumed`, fix);
    else value.report(ownMember(expected.codes, meant) ?? 'E-KEY', found, quote(meant), fix);
  }
  return misspelt.size === 0 ? node : node.with({ misspelt });
}

/** @example hasSameLetters('paramType:', 'paramType') // true, as for 'param_type' */
function hasSameLetters(one: string, other: string): boolean {
  const lettersOf = (word: string) => word.replace(/[^a-z0-9]/gi, '').toLowerCase();
  return lettersOf(one) === lettersOf(other);
}

function meantBy(key: string, known: readonly string[]): string | undefined {
  const meanings = { ...foreignMembers, ...relatedMembers };
  const other = ownMember(meanings, key);
  return other !== undefined && known.includes(other) ? other : nearSpelling(key, known);
}
