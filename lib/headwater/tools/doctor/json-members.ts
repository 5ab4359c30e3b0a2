/** Members of files that are JSON with comments. */

import { findNodeAtLocation, type JSONPath, modify, parse, parseTree } from 'jsonc-parser';
import { membersOf } from '../../shared/json/is-object.ts';
import type { FileEdit } from './finding.ts';

export interface JsonFile {
  readonly file: string;
  readonly text: string;
}

export function jsonMembers({ text }: JsonFile): Readonly<Record<string, unknown>> {
  return membersOf(parse(text, [], { allowTrailingComma: true }));
}

/** Where the member begins, or else the innermost object on the path. */
export function offsetOf({ text }: JsonFile, path: JSONPath): number {
  const root = parseTree(text, [], { allowTrailingComma: true });
  for (let length = path.length; root && length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return root?.offset ?? 0;
}

/** @param value undefined removes the member. */
export function setMember({ file, text }: JsonFile, path: JSONPath, value: unknown): readonly FileEdit[] {
  const [indentation = '  '] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indentation.includes('\t'),
    tabSize: indentation.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  // A list elsewhere in the object would be formatted with a member beside it.
  const getInsertionIndex = (names: string[]) =>
    path.length === 1 ? 0 : names.filter((name) => name < String(path.at(-1))).length;
  // A removal leaves all other lines as they are.
  const options = value === undefined ? {} : { formattingOptions, getInsertionIndex };
  return modify(text, path, value, options).map((edit) => ({
    file,
    ...edit,
  }));
}
