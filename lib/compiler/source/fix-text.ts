/** Applies the fixes of problems to the text of a descriptor, and preserves the rest of the text. */

import { applyEdits, modify } from 'jsonc-parser';
import { isSeq, parseDocument } from 'yaml';
import type { Fix } from './problem.ts';

/** @param fixes in the order of their positions. They are applied from last to first, so that indices stay valid. */
export function fixText(path: string, text: string, fixes: readonly Fix[]): string {
  return /\.ya?ml$/i.test(path) ? fixYaml(text, fixes) : fixJson(text, fixes);
}

function fixJson(text: string, fixes: readonly Fix[]): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return fixes.reduceRight((changed, { path, value }) => {
    const isArrayInsertion = path.at(-1) === -1;
    return applyEdits(changed, modify(changed, [...path], value, { formattingOptions, isArrayInsertion }));
  }, text);
}

function fixYaml(text: string, fixes: readonly Fix[]): string {
  const document = parseDocument(text, { schema: 'core', stringKeys: true, uniqueKeys: false });
  for (const { path, value } of fixes.toReversed()) {
    const holder = document.getIn(path.slice(0, -1));
    if (value === undefined) document.deleteIn(path);
    else if (path.at(-1) === -1 && isSeq(holder)) holder.add(document.createNode(value));
    else document.setIn(path, value);
  }
  return document.toString();
}
