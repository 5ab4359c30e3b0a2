/** Parts of a document that are not supported. */

import { diagnosticAt, member, type SourceNode } from '../../source/source-node.ts';
import type { SchemaContext } from './schema-context.ts';

export function refuseUnsupported(
  node: SourceNode,
  words: readonly string[],
  { report }: SchemaContext,
): void {
  for (const word of words) {
    const found = member(node, word);
    if (found) report(diagnosticAt(found, 'E-UNSUPPORTED', word, 'a document without it'));
  }
}
