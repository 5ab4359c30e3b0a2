/** Lines whose columns stand between separators. */

import {
  agreement,
  type Column,
  type Layout,
  type LayoutNode,
  type LineCursor,
  layoutColumns,
  optionalBlanks,
  type ReadOptions,
  withKeys,
} from './layout.ts';
import { maskLine, type Separator } from './separator.ts';

/** Cells between separators; the last one may have a message with further separators. */
export function readSeparated(
  cursor: LineCursor,
  { text, source, count, isExact }: Separator,
  options: ReadOptions,
): Layout | undefined {
  const rows = cursor.texts.map((line) => splitCells(line, source, count));
  const matched = cursor.active.filter((index) => rows[index]?.length === count + 1);
  const isMatched = new Set(matched);
  const nodes: LayoutNode[] = [];
  for (let column = 0; column <= count; column++) {
    if (column > 0) nodes.push({ kind: 'literal', text });
    const padded = rows.map((row, index) => (isMatched.has(index) ? (row[column] ?? '') : undefined));
    const cells = padded.map((cell) => cell?.trim());
    const isLast = column === count;
    if (padded.some((cell, index) => cell?.trimEnd() !== cells[index])) nodes.push(optionalBlanks);
    nodes.push(
      ...readCell(cells, { isLast: isLast && !isExact && options.isOpen, isEnd: isLast, text, options }),
    );
    if (!isLast && padded.some((cell, index) => cell?.trimStart() !== cells[index]))
      nodes.push(optionalBlanks);
  }
  return { nodes: withKeys(nodes), matched, isComplete: true };
}

/** Blanks around a separator of one character belong to it. */
function splitCells(line: string, separator: RegExp, count: number): readonly string[] {
  const cells: string[] = [];
  let from = 0;
  for (const match of maskLine(line).matchAll(separator)) {
    if (cells.length === count) break;
    cells.push(line.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...cells, line.slice(from)];
}

interface CellPlace {
  readonly isLast: boolean;
  readonly isEnd: boolean;
  readonly text: string;
  readonly options: ReadOptions;
}

function readCell(
  cells: readonly (string | undefined)[],
  { isLast, isEnd, text, options }: CellPlace,
): readonly LayoutNode[] {
  const filled = cells.map((cell) => cell ?? '');
  const present = cells.filter((cell) => cell !== undefined && cell !== '').length;
  const source = isEnd
    ? '[\\s\\S]*'
    : `[^${/^[\]\\^-]$/.test(text.trim()) ? '\\' : ''}${text.trim() || '\\t'}]*?`;
  const plain: Column = {
    kind: 'column',
    shape: 'text',
    source: text.startsWith(' ') && !isEnd ? '.*?' : source,
    values: cells,
  };
  if (present < filled.length * 0.3 || options.depth > 2) return [plain];
  const layout = options.read(filled, { ...options, isOpen: isLast, depth: options.depth + 1 });
  if (layout.matched.length < present * agreement || (!isLast && !layout.isComplete)) return [plain];
  const columns = layoutColumns(layout.nodes);
  const words = columns.filter(({ shape }) => shape === 'word').length;
  if (columns.length === 0 || words > 1 || (words === 1 && columns.length === 1 && layout.nodes.length === 1))
    return [plain];
  const isFull = present >= cells.filter((cell) => cell !== undefined).length;
  return isFull ? layout.nodes : [{ kind: 'optional', nodes: layout.nodes }];
}
