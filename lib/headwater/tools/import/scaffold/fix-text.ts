/** Applies the fixes of diagnostics to the text of a descriptor, and preserves the rest of the text. */

import { applyEdits, type Edit, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Fix } from '../../../compile/source/diagnostic.ts';

/** @param fixes in the order of their positions. They are applied from last to first, so that indices stay valid. */
export function fixText(path: string, text: string, fixes: readonly Fix[]): string {
  return /\.ya?ml$/i.test(path) ? fixYaml(text, fixes) : fixJson(text, fixes);
}

function fixJson(text: string, fixes: readonly Fix[]): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return fixes.reduceRight((changed, { path, value, rename }) => {
    if (rename !== undefined) return applyEdits(changed, renameMember(changed, path, rename));
    const isArrayInsertion = path.at(-1) === -1;
    return applyEdits(changed, modify(changed, [...path], value, { formattingOptions, isArrayInsertion }));
  }, text);
}

function renameMember(text: string, path: Fix['path'], name: string): Edit[] {
  const root = parseTree(text);
  // The parent of a value is the property, whose first child is the name.
  const key = root && findNodeAtLocation(root, [...path])?.parent?.children?.[0];
  return key ? [{ offset: key.offset, length: key.length, content: JSON.stringify(name) }] : [];
}

function fixYaml(text: string, fixes: readonly Fix[]): string {
  const document = parseDocument(text, { schema: 'core', stringKeys: true, uniqueKeys: false });
  for (const { path, value, rename } of fixes.toReversed()) {
    const holder = document.getIn(path.slice(0, -1));
    const pair =
      rename !== undefined && isMap(holder) && holder.items.find(({ key }) => String(key) === path.at(-1));
    // A new key would lose its quotes and comments.
    if (pair && isScalar(pair.key)) pair.key.value = rename;
    else if (value === undefined) document.deleteIn(path);
    else if (path.at(-1) === -1 && isSeq(holder)) holder.add(document.createNode(value));
    else document.setIn(path, value);
  }
  return document.toString();
}
