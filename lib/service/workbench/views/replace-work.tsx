/** Asks before unsaved work gives way to something else. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ReplaceWorkProps {
  /** What becomes of the work. */
  readonly children: ComponentChildren;
  readonly replace: () => void;
  readonly cancel: () => void;
}

export function ReplaceWork({ children, replace, cancel }: ReplaceWorkProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p>{children}</p>
      <div class="row">
        <button ref={button} type="button" class="main" onClick={replace}>
          Replace it
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </>
  );
}
