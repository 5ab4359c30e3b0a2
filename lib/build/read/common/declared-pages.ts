/** `x-pages` of the listing: the pages that the service serves besides its operations. */

import type { PagePlan } from '../../../shared/plan/page-files.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/** A name becomes a path, a folder, and the id of a function. */
const namePattern = /^[a-z][a-z0-9]{1,31}$/;

/** The framework has pages of these names. */
const reserved = ['docs', 'reference'];

export function readDeclaredPages(listing: SourceNode): readonly PagePlan[] {
  const declared = listing.member('x-pages');
  if (!declared?.expect('object')) return [];
  return declared.members().flatMap(([name, node]) => {
    if (!namePattern.test(name) || reserved.includes(name)) {
      const accepted =
        'a lower-case word of 2 to 32 letters and digits, such as "console", that is not "docs"';
      node.report('E-NAME', `the page ${quote(name)}`, accepted);
      return [];
    }
    return node.expect('object') ? readPage(name, node) : [];
  });
}

function readPage(name: string, node: SourceNode): readonly PagePlan[] {
  const [summary, folder] = [node.text('summary'), node.text('folder')];
  if (!summary) node.at('summary').report('E-SHAPE', 'no summary', 'what the page is for, in a few words');
  const isBelow = folder !== undefined && /^(?:lib|handlers)(?:\/[\w-]+)+$/.test(folder);
  if (!isBelow) {
    const found = folder === undefined ? 'no folder' : quote(folder);
    node.at('folder').report('E-SHAPE', found, 'a folder below lib/ or handlers/, such as "lib/console"');
  }
  return summary && isBelow ? [{ name, summary, folder }] : [];
}
