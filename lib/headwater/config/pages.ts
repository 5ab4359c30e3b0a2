/** `pages` of a config: the pages that a service serves besides its operations. */

import type { PagePlan } from '../shared/plan/page-files.ts';
import { objectRule, recordRule, textRule } from './rules.ts';

export interface PageSettings {
  /** What the page is for, in a few words. */
  readonly summary: string;
  /** The folder of its sources, below lib/ or handlers/: `index.html`, `page.tsx`, `page.css`, and what they load. */
  readonly folder: string;
}

/** The name of a page is its path. */
export type Pages = Readonly<Record<string, PageSettings>>;

export function pagePlansOf(pages: Pages = {}): readonly PagePlan[] {
  return Object.entries(pages).map(([name, { summary, folder }]) => ({ name, summary, folder }));
}

/** A name becomes a path, a folder, and the id of a function. The framework has pages of two names. */
const pageName = textRule(
  'a lower-case word of 2 to 32 letters and digits, such as "console", that is not "docs" or "reference"',
  /^(?!(?:docs|reference)$)[a-z][a-z0-9]{1,31}$/,
);

export const pagesRule = recordRule(
  pageName,
  objectRule<PageSettings>(
    {
      summary: textRule('what the page is for, in a few words'),
      folder: textRule(
        'a folder below lib/ or handlers/, such as "lib/console"',
        /^(?:lib|handlers)(?:\/[\w-]+)+$/,
      ),
    },
    'an object with summary and folder',
    ['summary', 'folder'],
  ),
  'an object of pages, by name',
);
