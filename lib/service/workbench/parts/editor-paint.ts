/** The colors of an editor, and the bracket at the caret with its mate. */

import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { EditorLanguage, PaintedPart } from './editor-language.ts';

export function editorPaint(language: () => EditorLanguage): Extension {
  return ViewPlugin.define((view) => new Paint(view, language), {
    decorations: (paint) => paint.decorations,
  });
}

class Paint {
  decorations: DecorationSet;
  #parts: readonly PaintedPart[];
  #language: EditorLanguage;
  readonly #current: () => EditorLanguage;

  constructor(view: EditorView, current: () => EditorLanguage) {
    this.#current = current;
    this.#language = current();
    this.#parts = this.#language.paint(view.state.doc.toString());
    this.decorations = this.#decorate(view);
  }

  update({ docChanged, selectionSet, viewportChanged, focusChanged, state, view }: ViewUpdate): void {
    const language = this.#current();
    const isOther = docChanged || language !== this.#language;
    this.#language = language;
    if (isOther) this.#parts = language.paint(state.doc.toString());
    if (isOther || selectionSet || viewportChanged || focusChanged) this.decorations = this.#decorate(view);
  }

  #decorate({ state, visibleRanges, hasFocus }: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    const pair = hasFocus ? pairAt(this.#parts, state.selection.main.head) : [];
    const isVisible = ({ from, to }: PaintedPart) =>
      visibleRanges.some((range) => from < range.to && to > range.from);
    const shown = this.#parts.filter((part) => part.to > part.from && isVisible(part));
    // A builder wants them by their beginnings; at the same place, the outer one first.
    for (const part of shown.toSorted((one, other) => one.from - other.from || other.to - one.to))
      builder.add(part.from, part.to, markOf(pair.includes(part) ? 'bracket mate' : part.kind));
    return builder.finish();
  }
}

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  const known = marks.get(kind);
  if (known) return known;
  const made = Decoration.mark({ class: kind });
  marks.set(kind, made);
  return made;
}

/** The bracket beside the caret with its mate; nothing without one. */
function pairAt(parts: readonly PaintedPart[], caret: number): readonly PaintedPart[] {
  const brackets = parts.filter(({ kind }) => kind === 'bracket');
  const isBeside = ({ from, to }: PaintedPart) => from === caret || to === caret;
  if (!brackets.some(isBeside)) return [];
  return pairsOf(brackets).find((pair) => pair.some(isBeside)) ?? [];
}

function pairsOf(brackets: readonly PaintedPart[]): readonly (readonly PaintedPart[])[] {
  const open: PaintedPart[] = [];
  const pairs: (readonly PaintedPart[])[] = [];
  for (const bracket of brackets) {
    const mate = bracket.isEnd ? open.pop() : undefined;
    if (mate) pairs.push([mate, bracket]);
    else if (!bracket.isEnd) open.push(bracket);
  }
  return pairs;
}
