import type { ComponentChildren } from 'preact';

/** A column by which the rows can be sorted. */
export interface SortedColumn {
  readonly name: string;
  readonly isSorted: boolean;
  /** Numbers are on the right. */
  readonly isNumber: boolean;
  readonly sort: () => void;
}

interface WideTableProps {
  readonly title: string;
  readonly columns: readonly (string | SortedColumn)[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A wide table scrolls within itself, also by keyboard. */
export function WideTable({ title, columns, children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
    <section class="wide" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <SortedHead key={column.name} column={column} />
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function SortedHead({ column: { name, isSorted, isNumber, sort } }: { readonly column: SortedColumn }) {
  return (
    <th scope="col" class={isNumber ? 'number' : ''} aria-sort={isSorted ? 'descending' : 'none'}>
      <button type="button" class="ghost" title={`Sort by ${name.toLowerCase()}`} onClick={sort}>
        {name}
        <span aria-hidden="true">{isSorted ? ' \u25be' : ''}</span>
      </button>
    </th>
  );
}
