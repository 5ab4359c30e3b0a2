/** An explanation as an element, for what CodeMirror shows. */

import type { Explanation } from './editor-language.ts';

export function explanationElement({ title, rows }: Explanation): HTMLElement {
  const made = element('div', 'about', '');
  made.append(element('code', 'title', title));
  for (const { name, text, isData = false } of rows) {
    const row = element('div', 'row', '');
    row.append(element('span', 'quiet', name), ' ', element(isData ? 'code' : 'span', '', text));
    made.append(row);
  }
  return made;
}

function element(tag: string, kind: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = kind;
  made.textContent = text;
  return made;
}
