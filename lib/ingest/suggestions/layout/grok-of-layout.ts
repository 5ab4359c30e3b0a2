/** Writes the layout of lines as a pattern of grok, with the steps that follow it. */

import { type Column, type Layout, type LayoutNode, layoutColumns } from './layout.ts';
import { type ColumnName, nameColumns } from './names.ts';
import { formatsOf } from './times.ts';

export type Configuration = Readonly<Record<string, unknown>> & { readonly type: string };

export interface SuggestedSteps {
  readonly preprocessors: readonly Configuration[];
  readonly reasons: readonly string[];
  readonly guesses: readonly string[];
}

const maxPattern = 4_000;

/** Undefined if the pattern is too long or reads nothing but a message. */
export function grokOfLayout(
  { nodes, matched, isComplete }: Layout,
  {
    field,
    total,
    isMultiline,
  }: { readonly field: string; readonly total: number; readonly isMultiline: boolean },
): SuggestedSteps | undefined {
  const columns = layoutColumns(nodes);
  if (columns.length === 0 || columns.every(({ shape }) => shape === 'message')) return undefined;
  const named = nameColumns(columns);
  const names = new Map(columns.map((column, index) => [column, named[index] as ColumnName]));
  const taken = [...names.values()].some(({ name }) => name === 'message');
  const rest =
    isComplete && isMultiline
      ? `(?:\\n(?<${taken ? 'details' : 'message'}>[\\s\\S]*))?`
      : isComplete
        ? '\\s*'
        : '';
  const pattern = `^${sourceOf(nodes, names)}${rest}$`;
  if (pattern.length > maxPattern) return undefined;
  const hasOdd = matched.length < total;
  const patterns = hasOdd ? [pattern, '^(?<message>[\\s\\S]*)$'] : [pattern];
  const times = columns.filter(({ form }) => form && form.kind !== 'clock');
  const dated = times.map((column) => dateSteps(column, names.get(column)?.name ?? '', column === times[0]));
  const keepsMessage = [...names.values()].some(({ name }) => name === field) || hasOdd;
  return {
    preprocessors: [
      { type: 'grok', field, patterns },
      ...dated.flatMap(({ steps }) => steps),
      ...(keepsMessage ? [] : [{ type: 'remove', field: [field] }]),
    ],
    reasons: [
      ...(hasOdd
        ? [`${total - matched.length} of ${total} lines are different; they keep their message only.`]
        : []),
      ...dated.flatMap(({ warning }) => (warning ? [warning] : [])),
    ],
    guesses: [...names.values()].filter(({ isGuess }) => isGuess).map(({ name }) => name),
  };
}

function dateSteps(column: Column, name: string, isFirst: boolean) {
  const values = column.values.filter((value) => value !== undefined && value !== '') as string[];
  const { formats, warning } = column.form
    ? formatsOf(column.form, values)
    : { formats: [], warning: undefined };
  const target = isFirst ? '@timestamp' : name;
  const date = { type: 'date', field: name, formats, target_field: target, ignore_missing: true };
  const steps = isFirst ? [date, { type: 'remove', field: [name], ignore_missing: true }] : [date];
  return { steps, warning };
}

function sourceOf(nodes: readonly LayoutNode[], names: ReadonlyMap<Column, ColumnName>): string {
  return nodes.map((node) => sourceOfNode(node, names)).join('');
}

function sourceOfNode(node: LayoutNode, names: ReadonlyMap<Column, ColumnName>): string {
  switch (node.kind) {
    case 'literal':
      return escapeLiteral(node.text);
    case 'blanks':
      return node.isOptional ? '\\s*' : '\\s+';
    case 'optional':
      return `(?:${sourceOf(node.nodes, names)})?`;
    case 'column':
      return columnSource(node, names.get(node)?.name ?? '');
  }
}

/** Blanks around a bar may differ. */
function escapeLiteral(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|#]/g, '\\$&')
    .replace(/\t/g, '\\t')
    .replace(/^(\\\||;|,|~|\\\^|\\t)$/, ' *$1 *');
}

function columnSource({ shape, source, grok, type, values, form }: Column, name: string): string {
  const typed = type ? `:${type}` : '';
  const capture = grok ? `%{${grok}:${name}${typed}}` : `(?<${name}${typed}>${source})`;
  const present = values.filter((value) => value !== undefined);
  const dashes = present.filter((value) => value === '-').length;
  // Where nearly all have it, it is the value.
  if (shape !== 'message' && !form && dashes > 0 && (type || grok || dashes < present.length * 0.8))
    return `(?:-|${capture})`;
  return values.some((value) => value === '') && (type || grok || form) ? `(?:${capture})?` : capture;
}
