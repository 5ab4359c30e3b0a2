/**
 * CodeMirror as a text field of the page. It lies in a shadow root: there its styles are adopted style sheets, which our
 * Content-Security-Policy admits. It has no history of its own, since the page has one.
 */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { standardKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension, StateEffect } from '@codemirror/state';
import { EditorView, highlightSpecialChars, hoverTooltip, keymap } from '@codemirror/view';
import type { EditorLanguage } from './editor-language.ts';
import { editorPaint } from './editor-paint.ts';
import { editorTheme } from './editor-theme.ts';
import { explanationElement } from './explanation.ts';
import { codeOfUnseen, everyUnseen } from './unseen.tsx';

export interface EditorContent {
  readonly text: string;
  /** For the ear. */
  readonly label: string;
  /** What is wrong, for the ear, too; empty if nothing is. */
  readonly problem: string;
  readonly language: EditorLanguage;
}

interface EditorSettings {
  /** Enter is for what is around it. */
  readonly isSingle: boolean;
  readonly isTall: boolean;
  readonly onText: (text: string) => void;
  readonly onCaret: (at: number) => void;
}

export interface CodeEditor {
  readonly show: (content: EditorContent) => void;
  readonly focus: (selection?: { readonly from: number; readonly to: number }) => void;
  readonly destroy: () => void;
}

/** The text comes from the page: the page need not hear of it. */
const isGiven = Annotation.define<boolean>();
const repaint = StateEffect.define<null>();

/** The mark of a character that nobody sees. */
function unseenElement(code: number): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'cm-specialChar';
  mark.textContent = codeOfUnseen(String.fromCodePoint(code));
  return mark;
}

/** @param host An element without a shadow root. */
export function createEditor(host: HTMLElement, settings: EditorSettings, first: EditorContent): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const attributes = new Compartment();
  let content = first;
  const language = () => content.language;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: first.text,
      extensions: [
        // A carriage return is a character like others.
        EditorState.lineSeparator.of('\n'),
        EditorView.lineWrapping,
        editorTheme(settings.isTall),
        attributes.of(attributesOf(first)),
        completion(language),
        explanations(language),
        editorPaint(language),
        highlightSpecialChars({ specialChars: everyUnseen, render: unseenElement }),
        keys(settings.isSingle),
        replacing,
        listener(settings),
      ],
    }),
  });
  return {
    show(next) {
      const isOther = next.language !== content.language;
      const isRenamed = next.label !== content.label || next.problem !== content.problem;
      content = next;
      const effects = [
        ...(isOther ? [repaint.of(null)] : []),
        ...(isRenamed ? [attributes.reconfigure(attributesOf(next))] : []),
      ];
      const changes = differenceOf(view.state.doc.toString(), next.text);
      if (changes) {
        const caret = changes.from + changes.insert.length;
        view.dispatch({ changes, effects, selection: { anchor: caret }, annotations: isGiven.of(true) });
      } else if (effects.length > 0) view.dispatch({ effects });
    },
    focus(selection) {
      view.focus();
      if (selection) view.dispatch({ selection: { anchor: selection.from, head: selection.to } });
    },
    destroy: () => view.destroy(),
  };
}

function attributesOf({ label, problem }: EditorContent): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    autocapitalize: 'off',
    // An id of the page reaches into no shadow root.
    ...(problem === '' ? {} : { 'aria-invalid': 'true', 'aria-description': problem }),
  });
}

/** What lies between the common beginning and the common end of two texts. */
function differenceOf(before: string, after: string) {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function keys(isSingle: boolean): Extension {
  return [
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      ...completionKeymap,
      ...(isSingle ? [{ key: 'Enter', run: () => true }] : []),
      ...standardKeymap,
    ]),
    // A copied line has its end.
    isSingle ? EditorView.clipboardInputFilter.of((text) => text.replace(/\r?\n$/, '')) : [],
  ];
}

/**
 * What is typed over a selection. A browser would write the colors of what goes as the inline style of what comes, which our
 * Content-Security-Policy refuses aloud.
 */
const replacing: Extension = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    if (inputType !== 'insertText' || data === null || isComposing) return false;
    const { from, to } = selectedPart(view);
    if (from === to) return false;
    view.dispatch({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  },
});

/** What the browser has selected, of which CodeMirror hears a moment later. */
function selectedPart(view: EditorView): { readonly from: number; readonly to: number } {
  // Not every browser has the selection of a shadow root.
  const root = view.root as { readonly getSelection?: () => Selection | null };
  const { anchorNode, anchorOffset, focusNode, focusOffset } = root.getSelection?.() ?? {};
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode)) return view.state.selection.main;
  const ends = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

function listener({ onText, onCaret }: EditorSettings): Extension {
  return EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
    const isOurs = transactions.some((one) => one.annotation(isGiven) === true);
    if (docChanged && !isOurs) onText(state.doc.toString());
    if (docChanged || selectionSet) onCaret(state.selection.main.head);
  });
}

function completion(language: () => EditorLanguage): Extension {
  const source = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = language().complete(state.doc.toString(), pos, explicit);
    if (!found || found.choices.length === 0) return null;
    const { from, to, choices } = found;
    return {
      from,
      to: Math.max(to, pos),
      filter: false,
      options: choices.map(
        ({ label, detail, insert, caret = insert.length, about }): Completion => ({
          label,
          ...(detail === undefined ? {} : { detail }),
          ...(about ? { info: () => explanationElement(about) } : {}),
          apply: (view) =>
            view.dispatch({
              changes: { from, to: Math.max(to, view.state.selection.main.head), insert },
              selection: { anchor: from + caret },
              userEvent: 'input.complete',
            }),
        }),
      ),
      // At once: Enter and Tab take what is shown.
      update: (_result, _from, _to, context) => source(context),
    };
  };
  return autocompletion({
    override: [source],
    icons: false,
    activateOnTypingDelay: 0,
    interactionDelay: 0,
    maxRenderedOptions: 100,
  });
}

function explanations(language: () => EditorLanguage): Extension {
  return hoverTooltip(({ state }, at) => {
    const found = language().explain(state.doc.toString(), at);
    if (!found) return null;
    const create = () => ({ dom: explanationElement(found.about) });
    return { pos: found.from, end: found.to, above: true, create };
  });
}
