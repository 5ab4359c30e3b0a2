/** A button that opens a menu (WAI-ARIA Authoring Practices, menu button): arrows choose, Escape closes. */

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { showBeside } from './floating.ts';

interface MenuItem {
  readonly title: string;
  /** For the ear, where the title alone does not say of what; it begins with the title. */
  readonly label?: string;
  readonly isOff?: boolean;
  /** It takes something away. */
  readonly isDanger?: boolean;
  readonly act: () => void;
}

interface MenuProps {
  /** What the button says; an icon needs the label. */
  readonly children: ComponentChildren;
  readonly label?: string;
  /** Of the button. */
  readonly class?: string;
  readonly items: readonly MenuItem[];
}

export function Menu({ children, label, class: kind = 'ghost', items }: MenuProps) {
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = () => [
    ...(popover.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? []),
  ];
  const onKey = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={kind}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
        onClick={() => {
          if (popover.current && button.current) showBeside(popover.current, button.current);
          entries()[0]?.focus();
        }}
      >
        {children}
      </button>
      <div
        ref={popover}
        popover="auto"
        role="menu"
        tabIndex={-1}
        class="menu"
        aria-label={label}
        onKeyDown={onKey}
      >
        {items.map(({ title, label: said = title, isOff = false, isDanger = false, act }) => (
          <button
            key={title}
            type="button"
            role="menuitem"
            aria-label={said}
            class={isDanger ? 'danger' : ''}
            disabled={isOff}
            onClick={() => {
              popover.current?.hidePopover();
              button.current?.focus();
              act();
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </>
  );
}
