/** A list whose rows have one height: those in view are made, whatever there is of them. */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface FixedRowsProps {
  readonly label: string;
  readonly class: string;
  readonly count: number;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** The row that comes into view when it changes. */
  readonly shown: number;
  readonly row: (index: number) => ComponentChildren;
}

/** Rows beyond what is in view, on each side. */
const spare = 10;

export function FixedRows({ label, class: kind, count, rowHeight, shown, row }: FixedRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const look = () => {
    const { scrollTop = 0, clientHeight = 400 } = list.current ?? {};
    setView({ top: scrollTop, height: clientHeight });
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const top = shown * rowHeight;
    const isInView = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!isInView) element.scrollTop = top - element.clientHeight / 2;
    look();
  }, [shown, count]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spare);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard.
    <ol ref={list} class={kind} aria-label={label} tabIndex={0} onScroll={look}>
      <li class="height" aria-hidden="true" style={{ height: `${count * rowHeight}px` }} />
      {Array.from({ length: Math.max(0, last - first) }, (_, offset) => (
        <li key={first + offset} style={{ top: `${(first + offset) * rowHeight}px` }}>
          {row(first + offset)}
        </li>
      ))}
    </ol>
  );
}
