/** A small button without a border, whose sign says less than its name. */

import type { ComponentChildren } from 'preact';

export interface ToolProps {
  readonly name: string;
  /** A character or an icon. */
  readonly sign: ComponentChildren;
  /** What shows when the mouse rests on it; the name if it is absent. */
  readonly hint?: string;
  readonly isOff?: boolean;
  readonly act: () => void;
}

export function Tool({ name, sign, hint = name, isOff = false, act }: ToolProps) {
  return (
    <button type="button" class="tool" aria-label={name} title={hint} disabled={isOff} onClick={act}>
      {sign}
    </button>
  );
}
