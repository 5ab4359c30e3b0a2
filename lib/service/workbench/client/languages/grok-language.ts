/** Patterns of grok, one a line: `%{NAME:field:type}`, named groups, and what regular expressions have. */

import type {
  EditorChoice,
  EditorChoices,
  EditorLanguage,
  Explanation,
  PaintedPart,
} from '../../parts/editor-language.ts';
import { captureColors, capturedText, type Explained } from './captures.ts';
import type { KnownPattern } from './pattern-bank.ts';
import { explainSign, paintSign } from './regex-language.ts';
import { lineAt, placedLines, type SyntaxPart, splitName, syntaxParts } from './syntax-parts.ts';

export interface GrokSurroundings {
  /** The step's own definitions and those of the engine; undefined before the engine has said them. */
  readonly patterns: ReadonlyMap<string, KnownPattern> | undefined;
  /** Names of fields at the step. */
  readonly fields: readonly string[];
  readonly explained: Explained | undefined;
}

const types: Readonly<Record<string, string>> = {
  int: 'a whole number of 32 bits',
  long: 'a whole number of 64 bits',
  float: 'a number of 32 bits',
  double: 'a number of 64 bits',
  boolean: 'true, or else false',
  string: 'a text, as without a type',
};

export function grokLanguage(around: GrokSurroundings): EditorLanguage {
  const colors = around.explained ? captureColors(around.explained) : new Map<string, number>();
  return {
    hint: '%{ lists the patterns by name. One pattern a line; the first that matches counts.',
    paint: (text) =>
      placedLines(text).flatMap(({ start, line }) =>
        syntaxParts(line, true).flatMap((part) =>
          paintPart(part, around, colors).map((one) => ({
            ...one,
            from: one.from + start,
            to: one.to + start,
          })),
        ),
      ),
    complete: (text, at, isAsked) => completeGrok(text, at, { ...around, isAsked }),
    explain(text, at) {
      const { start, line } = lineAt(text, at);
      const part = syntaxParts(line, true).find(({ from, to }) => at - start >= from && at - start < to);
      const about = part && explainPart(part, line, around);
      return about && { from: start + part.from, to: start + part.to, about };
    },
  };
}

function paintPart(
  part: SyntaxPart,
  { patterns }: GrokSurroundings,
  colors: ReadonlyMap<string, number>,
): readonly PaintedPart[] {
  const { kind, from, to, inner = '', isOpen = false } = part;
  if (kind === 'group') return [...paintSign(part), ...colored(from, to, colors.get(inner))];
  if (kind !== 'reference') return paintSign(part);
  const { name, field, type, isDefined } = splitName(inner);
  const isUnknown = !isDefined && patterns !== undefined && !patterns.has(name);
  const at = from + 2;
  const afterField = at + name.length + 1 + (field?.length ?? 0);
  return [
    ...colored(from, to, field === undefined ? undefined : colors.get(field)),
    { from, to: at, kind: 'bracket' },
    { from: at, to: at + name.length, kind: isUnknown && !isOpen ? 'wrong' : 'name' },
    ...(field === undefined ? [] : [{ from: at + name.length + 1, to: afterField, kind: 'field' } as const]),
    ...(type === undefined
      ? []
      : [
          {
            from: afterField + 1,
            to: afterField + 1 + type.length,
            kind: Object.hasOwn(types, type) ? 'value' : 'wrong',
          } as const,
        ]),
    ...(isOpen ? [] : [{ from: to - 1, to, kind: 'bracket', isEnd: true } as const]),
  ];
}

function colored(from: number, to: number, color: number | undefined): readonly PaintedPart[] {
  return color === undefined ? [] : [{ from, to, kind: `c${color}` }];
}

interface Completing extends GrokSurroundings {
  readonly isAsked: boolean;
}

function completeGrok(text: string, at: number, around: Completing): EditorChoices | undefined {
  const { start, line } = lineAt(text, at);
  const [before, after] = [line.slice(0, at - start), line.slice(at - start)];
  const [, name] = /%\{(\w*)$/.exec(before) ?? [];
  const rest = /^\w*/.exec(after)?.[0].length ?? 0;
  if (name !== undefined)
    return { from: at - name.length, to: at + rest, choices: namesFor(name, around, after.slice(rest)) };
  const [, field] = /%\{\w+:([^:}]*)$/.exec(before) ?? [];
  if (field !== undefined) return { from: at - field.length, to: at, choices: fieldsFor(field, around) };
  const [, type] = /%\{\w+:[^:}]+:(\w*)$/.exec(before) ?? [];
  if (type !== undefined) return { from: at - type.length, to: at + rest, choices: typesFor(type) };
  if (!around.isAsked) return undefined;
  const choices = namesFor('', around, '').map((one) => ({
    ...one,
    insert: `%{${one.insert}`,
    caret: (one.caret ?? 0) + 2,
  }));
  return { from: at, to: at, choices };
}

/** Those with an example are the usual ones: they come first. The caret stays within the braces. */
function namesFor(typed: string, { patterns }: GrokSurroundings, after: string): readonly EditorChoice[] {
  const wanted = typed.toUpperCase();
  const rank = ({ name, example }: KnownPattern) =>
    (name.toUpperCase().startsWith(wanted) ? 0 : 2) + (example === undefined ? 1 : 0);
  const end = /^[:}=]/.test(after) ? '' : '}';
  return [...(patterns?.values() ?? [])]
    .filter(({ name }) => name.toUpperCase().includes(wanted))
    .toSorted((one, other) => rank(one) - rank(other) || one.name.length - other.name.length)
    .map((known) => ({
      label: known.name,
      detail: known.example ?? known.pattern.slice(0, 40),
      insert: known.name + end,
      caret: known.name.length,
      about: { title: `%{${known.name}}`, rows: rowsOf(known) },
    }));
}

function fieldsFor(typed: string, { fields }: GrokSurroundings): readonly EditorChoice[] {
  const wanted = typed.toLowerCase();
  return fields
    .filter((name) => name.toLowerCase().includes(wanted))
    .map((name) => ({ label: name, insert: name }));
}

function typesFor(typed: string): readonly EditorChoice[] {
  return Object.entries(types)
    .filter(([name]) => name.startsWith(typed))
    .map(([name, detail]) => ({ label: name, detail, insert: name }));
}

function rowsOf({ pattern, example }: KnownPattern): Explanation['rows'] {
  return [
    {
      name: 'stands for',
      text: pattern.length > 300 ? `${pattern.slice(0, 300)}\u2026` : pattern,
      isData: true,
    },
    ...(example === undefined ? [] : [{ name: 'matches', text: example, isData: true }]),
  ];
}

function explainPart(
  part: SyntaxPart,
  line: string,
  { patterns, explained }: GrokSurroundings,
): Explanation | undefined {
  const { kind, inner = '', from, to } = part;
  if (kind !== 'reference' && kind !== 'group') return explainSign(part, line);
  const { name, field, isDefined } = splitName(inner);
  const known = patterns?.get(name);
  const [captureName] = kind === 'group' ? [inner.split(':', 1)[0]] : [field];
  const captured = captureName === undefined ? undefined : capturedText(explained, captureName);
  const definition = known
    ? rowsOf(known)
    : patterns && !isDefined
      ? [{ name: 'is', text: 'no pattern that is known' }]
      : [];
  return {
    title: line.slice(from, to),
    rows: [
      ...(captured === undefined ? [] : [{ name: 'captured here', text: captured, isData: true }]),
      ...(kind === 'group' ? [{ name: 'is', text: 'a group with a name: a field' }] : definition),
    ],
  };
}
