/** JSON: its colors, the first mistake at its place, and what the catalogue knows of the steps. */

import { type ParseError, parse } from 'jsonc-parser';
import type { CatalogueReport } from '../../engine/protocol.ts';
import type { EditorChoices, EditorLanguage, PaintedPart } from '../../parts/editor-language.ts';
import { completionsAt } from '../json-completion.ts';

/** Of a value; the catalogue is needed for the steps of a pipeline alone. */
export function jsonLanguage(types?: CatalogueReport): EditorLanguage {
  return {
    hint: types ? 'Ctrl+Space lists what may stand at the caret.' : '',
    paint: paintJson,
    complete: (text, at) => (types ? completeSteps(text, at, types) : undefined),
    explain(text, at) {
      const [choice] = types ? choicesAround(text, at, types) : [];
      if (!choice || choice.detail === '') return undefined;
      const about = { title: choice.label, rows: [{ name: '', text: choice.detail }] };
      return { from: choice.from, to: choice.to, about };
    },
  };
}

function completeSteps(text: string, at: number, types: CatalogueReport): EditorChoices | undefined {
  const found = completionsAt(text, at, types);
  const [first] = found;
  if (!first) return undefined;
  const choices = found.map(({ label, detail, insert }) => ({
    label,
    detail,
    insert,
    caret: caretIn(insert),
  }));
  return { from: first.from, to: first.to, choices };
}

/** Within the quotes or brackets of an empty value, or after the others. */
function caretIn(insert: string): number {
  const empty = /: (?:""|\[\]|\{\}),?$/.exec(insert);
  return empty ? empty.index + 3 : insert.length;
}

/** The choice that stands at a place already. */
function choicesAround(text: string, at: number, types: CatalogueReport) {
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const end = index + token.length;
    if (index > at) break;
    if (at >= end || !/^".*"$/.test(token)) continue;
    // Before the closing quote, so that the whole name is what is typed.
    return completionsAt(text, end - 1, types).filter(({ label }) => label === token.slice(1, -1));
  }
  return [];
}

const tokens = /"(?:\\.|[^"\\\n])*"?|[{}[\]]|[^\s{}[\],:"]+/g;

function paintJson(text: string): readonly PaintedPart[] {
  const parts = Array.from(text.matchAll(tokens), ({ 0: token, index: from }): PaintedPart => {
    const to = from + token.length;
    if (token === '{' || token === '[') return { from, to, kind: 'bracket' };
    if (token === '}' || token === ']') return { from, to, kind: 'bracket', isEnd: true };
    return { from, to, kind: token.startsWith('"') ? stringKind(text, to) : 'value' };
  });
  const mistake = firstMistake(text);
  return mistake ? [...parts, mistake] : parts;
}

function stringKind(text: string, to: number): PaintedPart['kind'] {
  return /^\s*:/.test(text.slice(to, to + 100)) ? 'name' : 'text';
}

function firstMistake(text: string): PaintedPart | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [error] = errors;
  if (!error || text.trim() === '') return undefined;
  // What is missing at the end is marked at the last character.
  const from = Math.min(error.offset, Math.max(0, text.trimEnd().length - 1));
  return { from, to: from + Math.max(1, error.length), kind: 'wrong' };
}
