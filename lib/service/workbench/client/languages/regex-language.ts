/** Regular expressions, and the keys of dissect. */

import type { EditorLanguage, Explanation, PaintedPart } from '../../parts/editor-language.ts';
import { captureColors, capturedText, type Explained } from './captures.ts';
import { placedLines, type SyntaxPart, splitKey, syntaxParts } from './syntax-parts.ts';

/** The colors of a part that is no reference. */
export function paintSign({ kind, from, to, inner = '' }: SyntaxPart): readonly PaintedPart[] {
  if (kind === 'open') return [{ from, to, kind: 'bracket' }];
  if (kind === 'close') return [{ from, to, kind: 'bracket', isEnd: true }];
  if (kind === 'operator') return [{ from, to, kind: 'operator' }];
  if (kind === 'group')
    return [
      { from, to: from + 1, kind: 'bracket' },
      { from: from + 3, to: from + 3 + inner.length, kind: 'field' },
    ];
  if (kind === 'comment') return [];
  return [{ from, to, kind: 'value' }];
}

const signs: Readonly<Record<string, string>> = {
  '\\d': 'a digit',
  '\\D': 'anything but a digit',
  '\\w': 'a letter, a digit or _',
  '\\W': 'anything but a letter, a digit or _',
  '\\s': 'a blank, a tab or the end of a line',
  '\\S': 'anything but a blank',
  '\\b': 'the edge of a word',
  '\\B': 'no edge of a word',
  '\\t': 'a tab',
  '\\n': 'the end of a line',
  '.': 'any character',
  '^': 'the beginning',
  $: 'the end',
  '|': 'or',
  '*': 'any number of times',
  '+': 'once or more',
  '?': 'once or not at all',
  '(?:': 'a group without a name',
  '(?=': 'this must follow',
  '(?!': 'this must not follow',
  '(?<=': 'this must come before',
  '(?<!': 'this must not come before',
  '(': 'a group',
  ')': 'the end of a group',
};

/** What a sign of a regular expression means. */
export function explainSign({ kind, from, to }: SyntaxPart, line: string): Explanation | undefined {
  const title = line.slice(from, to);
  const meaning =
    signs[title] ??
    (kind === 'class' ? 'one of these characters' : undefined) ??
    (kind === 'escape' ? `the character ${title.slice(1)}` : undefined) ??
    (kind === 'operator' ? repetition(title) : undefined);
  return meaning === undefined ? undefined : { title, rows: [{ name: 'is', text: meaning }] };
}

/** @example repetition('*?') // 'any number of times, as few as possible' */
function repetition(sign: string): string {
  const [, count, more = ''] = /^(\{[\d,]+\}|[*+?])([?+]?)$/.exec(sign) ?? [];
  const times = count?.startsWith('{')
    ? `${count.slice(1, -1).replace(',', ' to ')} times`
    : signs[count ?? ''];
  const how = { '?': ', as few as possible', '+': ', without giving back' }[more] ?? '';
  return `${times ?? ''}${how}`;
}

export const regexLanguage: EditorLanguage = {
  hint: '',
  paint: (text) =>
    placedLines(text).flatMap(({ start, line }) =>
      syntaxParts(line, false)
        .flatMap(paintSign)
        .map((part) => ({ ...part, from: part.from + start, to: part.to + start })),
    ),
  complete: () => undefined,
  explain(text, at) {
    const part = syntaxParts(text, false).find(({ from, to }) => at >= from && at < to);
    const about = part && explainSign(part, text);
    return about && { from: part.from, to: part.to, about };
  },
};

const modifiers: Readonly<Record<string, string>> = {
  '': 'a field',
  '+': 'appends to a field',
  '*': 'the name of a field',
  '&': 'the value of the field that * names',
  '?': 'is skipped',
};

/** @param around The names of fields at the step, and what the pattern has captured. */
export function dissectLanguage(around: {
  readonly fields: readonly string[];
  readonly explained: Explained | undefined;
}): EditorLanguage {
  const { fields, explained } = around;
  const colors = explained ? captureColors(explained) : new Map<string, number>();
  return {
    hint: '%{name} is a field; the text between two keys is where one ends.',
    paint: (text) => keysOf(text).flatMap((key) => paintKey(key, colors)),
    complete(text, at) {
      const [, typed] = /%\{[+*&?]?([^}/>?]*)$/.exec(text.slice(0, at)) ?? [];
      if (typed === undefined) return undefined;
      const end = text[at] === '}' ? '' : '}';
      const choices = fields
        .filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
        .map((name) => ({ label: name, insert: name + end, caret: name.length }));
      return { from: at - typed.length, to: at, choices };
    },
    explain(text, at) {
      const key = keysOf(text).find(({ from, to }) => at >= from && at < to);
      if (!key) return undefined;
      const { modifier, field, rest } = splitKey(key.inner ?? '');
      const captured = capturedText(explained, field);
      const isPadded = rest.endsWith('->') ? ', and the same delimiters after it' : '';
      const meaning = field === '' ? 'is skipped' : modifiers[modifier];
      const rows = [
        ...(captured === undefined ? [] : [{ name: 'captured here', text: captured, isData: true }]),
        { name: 'is', text: `${meaning}${isPadded}` },
      ];
      return { from: key.from, to: key.to, about: { title: text.slice(key.from, key.to), rows } };
    },
  };
}

function keysOf(text: string): readonly SyntaxPart[] {
  return placedLines(text).flatMap(({ start, line }) =>
    [...line.matchAll(/%\{([^}]*)(\}?)/g)].map(({ 0: whole, 1: inner = '', 2: end, index }) => ({
      kind: 'reference' as const,
      from: start + index,
      to: start + index + whole.length,
      inner,
      ...(end === '' ? { isOpen: true } : {}),
    })),
  );
}

function paintKey(
  { from, to, inner = '', isOpen = false }: SyntaxPart,
  colors: ReadonlyMap<string, number>,
): readonly PaintedPart[] {
  const { modifier, field, rest } = splitKey(inner);
  const color = colors.get(field);
  const at = from + 2 + modifier.length;
  const end = at + field.length;
  return [
    ...(color === undefined ? [] : [{ from, to, kind: `c${color}` } as const]),
    { from, to: from + 2, kind: 'bracket' },
    { from: from + 2, to: at, kind: 'operator' },
    { from: at, to: end, kind: 'field' },
    { from: end, to: end + rest.length, kind: 'operator' },
    ...(isOpen ? [] : [{ from: to - 1, to, kind: 'bracket', isEnd: true } as const]),
  ];
}
