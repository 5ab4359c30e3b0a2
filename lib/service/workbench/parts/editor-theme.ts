/** How an editor looks, from the tokens of the page: its styles reach into no shadow root, its custom properties do. */

import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const mono = { font: 'var(--text-small) / 1.25rem var(--mono)' };
const captures = ['0', '1', '2', '3', '4', '5'].map((number) => [
  `.c${number}`,
  { background: `var(--capture-${number})`, borderRadius: '3px' },
]);

/** 8 lines of 20 px with their padding. */
const usualHeight = '10.75rem';

export function editorTheme(isTall: boolean): Extension {
  return EditorView.theme({
    '&': {
      border: '1px solid var(--field-line)',
      borderRadius: 'var(--radius)',
      background: 'var(--surface)',
      color: 'var(--ink)',
    },
    '&.cm-focused': { borderColor: 'var(--accent)', outline: '3px solid var(--accent-soft)' },
    '.cm-scroller': {
      ...mono,
      minHeight: isTall ? '24rem' : 'auto',
      maxHeight: isTall ? '32rem' : usualHeight,
      overflow: 'auto',
    },
    '.cm-content': { padding: 'var(--space-1) 0', caretColor: 'var(--ink)', outline: 'none' },
    '.cm-line': { padding: '0 var(--space-2)' },
    '.name': { color: 'var(--accent)', fontWeight: '600' },
    '.field': { color: 'var(--green)' },
    '.text': { color: 'var(--green)' },
    '.value': { color: 'var(--amber)', whiteSpace: 'nowrap' },
    '.operator': { color: 'var(--amber)' },
    '.bracket': { color: 'var(--quiet)', whiteSpace: 'nowrap' },
    '.bracket.mate': {
      background: 'var(--accent-soft)',
      outline: '1px solid var(--accent)',
      borderRadius: '2px',
    },
    '.wrong': { color: 'var(--red)', textDecoration: 'underline wavy' },
    ...Object.fromEntries(captures),
    ...tooltips,
  });
}

const tooltips = {
  '.cm-tooltip': {
    zIndex: '10',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    background: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    ...mono,
    maxWidth: 'min(32rem, 92vw)',
    maxHeight: '14rem',
    padding: 'var(--space-1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    overflow: 'hidden',
    padding: '2px var(--space-2)',
    borderRadius: '4px',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none' },
  '.cm-completionInfo': { padding: '0', maxWidth: '22rem' },
  '.about': {
    maxWidth: '28rem',
    padding: 'var(--space-2)',
    fontSize: 'var(--text-small)',
    lineHeight: '1.25rem',
    overflowWrap: 'anywhere',
  },
  '.about .title': { fontWeight: '600' },
  '.about code': { fontFamily: 'var(--mono)' },
  '.about .quiet': { color: 'var(--quiet)' },
};
