/** A table whose columns a person moves, sizes and removes, by mouse and by keyboard. */

import type { ComponentChildren, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { moved } from '../client/bench.ts';
import { maxWidth, minWidth, type ShownColumn } from '../client/record-search.ts';
import { Menu } from '../parts/menu.tsx';
import { WideTable } from './wide-table.tsx';

interface ColumnTableProps {
  readonly title: string;
  /** What stays in front of the others. */
  readonly first: string;
  readonly columns: readonly ShownColumn[];
  readonly isWrapped: boolean;
  readonly onColumns: (columns: readonly ShownColumn[]) => void;
  /** The rows: their cells have the styles of `cellStyle`. */
  readonly children: ComponentChildren;
}

/** In CSS pixels, for a key press. */
const keyStep = 16;

export function ColumnTable({ title, first, columns, isWrapped, onColumns, children }: ColumnTableProps) {
  const head = useRef<HTMLTableCellElement>(null);
  /** The column whose head has the focus after it has moved. */
  const lastMoved = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (lastMoved.current === undefined) return;
    const heads = [...(head.current?.parentElement?.querySelectorAll<HTMLElement>('.column-head') ?? [])];
    heads[columns.findIndex(({ path }) => path === lastMoved.current)]?.querySelector('button')?.focus();
    lastMoved.current = undefined;
  }, [columns]);
  const isSized = columns.some(({ width }) => width !== undefined);
  const kinds = ['columns', ...(isWrapped ? ['wrapped'] : []), ...(isSized ? ['sized'] : [])];
  const moveTo = (from: number, to: number) => {
    const column = columns[from];
    if (!column || from === to || to < 0 || to >= columns.length) return;
    lastMoved.current = column.path;
    onColumns(moved(columns, from, to));
  };
  return (
    <WideTable
      title={title}
      class={kinds.join(' ')}
      columns={[
        <th key=" " ref={head} scope="col">
          {first}
        </th>,
        ...columns.map((column, index) => (
          <ColumnHead
            key={column.path}
            column={column}
            index={index}
            count={columns.length}
            moveTo={moveTo}
            resize={(width) => {
              const { path } = column;
              onColumns(columns.with(index, width === undefined ? { path } : { path, width }));
            }}
            remove={() => onColumns(columns.toSpliced(index, 1))}
          />
        )),
      ]}
    >
      {children}
    </WideTable>
  );
}

/** Of the cells of a column. */
export function cellStyle({ width }: ShownColumn) {
  return width === undefined ? {} : { minWidth: `${width}px`, maxWidth: `${width}px` };
}

/** The place of the head that is dragged. */
let dragged: number | undefined;

interface ColumnHeadProps {
  readonly column: ShownColumn;
  readonly index: number;
  readonly count: number;
  readonly moveTo: (from: number, to: number) => void;
  readonly resize: (width: number | undefined) => void;
  readonly remove: () => void;
}

function ColumnHead({ column, index, count, moveTo, resize, remove }: ColumnHeadProps) {
  const { path, width } = column;
  const [isTarget, setTarget] = useState(false);
  const [sized, setSized] = useState<number>();
  const onKey = ({ key, altKey }: TargetedKeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (by !== undefined && altKey) moveTo(index, index + by);
  };
  const items = [
    { title: 'Move to the left', isOff: index === 0, act: () => moveTo(index, index - 1) },
    { title: 'Move to the right', isOff: index === count - 1, act: () => moveTo(index, index + 1) },
    { title: 'As wide as its values', isOff: width === undefined, act: () => resize(undefined) },
    { title: 'Remove the column', act: remove },
  ];
  return (
    <th
      scope="col"
      class={isTarget ? 'column-head target' : 'column-head'}
      style={cellStyle(sized === undefined ? column : { path, width: sized })}
      draggable
      onKeyDown={onKey}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer?.setData('text/plain', path);
        dragged = index;
      }}
      onDragOver={(event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setTarget(false);
        if (dragged !== undefined) moveTo(dragged, index);
        dragged = undefined;
      }}
    >
      <Menu class="tool" label={`Column ${path}`} items={items}>
        {path}
      </Menu>
      <ColumnGrip path={path} width={width} show={setSized} resize={resize} />
    </th>
  );
}

interface ColumnGripProps {
  readonly path: string;
  readonly width: number | undefined;
  /** While it is dragged. */
  readonly show: (width: number | undefined) => void;
  readonly resize: (width: number | undefined) => void;
}

/** The border of a column (WAI-ARIA Authoring Practices, window splitter). */
function ColumnGrip({ path, width, show, resize }: ColumnGripProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  // Keys may come faster than the page is drawn.
  const wanted = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    wanted.current = undefined;
  }, [width]);
  const widthOf = (grip: HTMLElement) =>
    wanted.current ?? width ?? grip.parentElement?.offsetWidth ?? minWidth;
  const draggedTo = ({ clientX }: TargetedPointerEvent<HTMLElement>) =>
    start.current && withinBounds(start.current.width + clientX - start.current.x);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between texts does not move.
    <div
      role="separator"
      class="column-grip"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${path}`}
      aria-valuenow={width ?? minWidth}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      title="Drag, or use the arrow keys; a double click fits the values"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onDblClick={() => resize(undefined)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
        if (by === undefined || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        wanted.current = withinBounds(widthOf(event.currentTarget) + by);
        resize(wanted.current);
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (start.current) show(draggedTo(event));
      }}
      onPointerUp={(event) => {
        const wanted = draggedTo(event);
        const isMoved = start.current !== undefined && event.clientX !== start.current.x;
        start.current = undefined;
        show(undefined);
        if (isMoved) resize(wanted);
      }}
    />
  );
}

function withinBounds(width: number): number {
  return Math.round(Math.max(minWidth, Math.min(width, maxWidth)));
}
