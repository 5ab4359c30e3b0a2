/** Where a popover stands: below what it belongs to, or above it where there is no room. */

/** In CSS pixels, between a popover and its anchor or the edge of the window. */
const gap = 4;

/** Shows the popover beside its anchor. The browser closes it: by Escape, or when a person clicks elsewhere. */
export function showBeside(popover: HTMLElement, anchor: Element): void {
  if (!popover.matches(':popover-open')) popover.showPopover();
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  popover.style.minWidth = `${width}px`;
  const { offsetWidth, offsetHeight } = popover;
  const isAbove = bottom + gap + offsetHeight > innerHeight && top > innerHeight - bottom;
  popover.style.left = `${Math.max(gap, Math.min(left, innerWidth - offsetWidth - gap))}px`;
  popover.style.top = `${Math.max(gap, isAbove ? top - gap - offsetHeight : bottom + gap)}px`;
}
