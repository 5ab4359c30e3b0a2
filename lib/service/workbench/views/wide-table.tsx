import type { ComponentChildren, VNode } from 'preact';

interface WideTableProps {
  readonly title: string;
  /** Names, or the cells of the head themselves. */
  readonly columns: readonly (string | VNode)[];
  readonly class?: string;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A wide table scrolls within itself, also by keyboard. */
export function WideTable({ title, columns, class: kind = '', children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
    <section class={`wide ${kind}`} aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((one) =>
              typeof one === 'string' ? (
                <th key={one} scope="col">
                  {one}
                </th>
              ) : (
                one
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

interface SortedHeadProps {
  readonly name: string;
  readonly isSorted: boolean;
  /** Numbers are on the right. */
  readonly isNumber: boolean;
  readonly sort: () => void;
}

/** The head of a column by which the rows can be sorted. */
export function SortedHead({ name, isSorted, isNumber, sort }: SortedHeadProps) {
  return (
    <th scope="col" class={isNumber ? 'number' : ''} aria-sort={isSorted ? 'descending' : 'none'}>
      <button type="button" class="ghost" title={`Sort by ${name.toLowerCase()}`} onClick={sort}>
        {name}
        <span aria-hidden="true">{isSorted ? ' \u25be' : ''}</span>
      </button>
    </th>
  );
}
