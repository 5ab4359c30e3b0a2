/** Scripts of Painless that remove what is empty: the pipelines of Elastic have them in many spellings. */

import type { DataRecord } from '../base/record.ts';

const firstFunction = /^(?:void|boolean|def) (\w+)\s*\(/;
const lastCall = /\b(\w+)\(ctx((?:\??\.\w+)*)\);?\s*$/;
const texts = /'([^'\\]*)'|"([^"\\]*)"/g;
/** What changes anything else: assignments, and methods that add or remove by name. */
const otherChanges =
  /(?<![=!<>])=(?![=>])|!=|\b(?:put\w*|add\w*|remove|clear|contains\w*|keySet|getKey)\s*\(/;

/**
 * The step that does what the script does: functions that remove values, or set them to null, where they are null or one of
 * some texts, and one call of them.
 *
 * @example emptyRemoval("void f(Map m) { m.values().removeIf(v -> v == null || v == '-'); } f(ctx.aws);")
 *   // { type: 'remove_empty', field: ['aws'], values: ['-'] }
 */
export function emptyRemoval(source: string): DataRecord | undefined {
  const text = source.trim();
  const call = lastCall.exec(text);
  if (!call) return undefined;
  const [, name = '', path = ''] = call;
  const functions = text.slice(0, call.index);
  const isDeclared = firstFunction.exec(functions)?.[1] === name;
  const removes = /\.removeIf\(|\.setValue\(null\)/.test(functions);
  if (!isDeclared || !removes || otherChanges.test(functions.replaceAll(texts, 'TEXT'))) return undefined;
  const values = [...functions.matchAll(texts)].map(([, single, double]) => single ?? double ?? '');
  const field = path.replaceAll('?', '').slice(1);
  return {
    type: 'remove_empty',
    ...(field === '' ? {} : { field: [field] }),
    values: [...new Set(values)],
  };
}
