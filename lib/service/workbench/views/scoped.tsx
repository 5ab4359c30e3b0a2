/** Controls that need a scope: without it they are off, and say which one it is. */

import type { ComponentChildren } from 'preact';
import { lacks, rights } from '../client/rights.ts';
import { useStore } from '../client/store.ts';

interface ScopedProps {
  /** @example 'stream:write' */
  readonly scope: string;
  readonly children: ComponentChildren;
}

export function Scoped({ scope, children }: ScopedProps) {
  const isLacking = lacks(useStore(rights), scope);
  return (
    <fieldset class="scoped" disabled={isLacking}>
      {isLacking ? (
        <legend class="issue">This needs the scope {scope}, which the credential lacks.</legend>
      ) : null}
      {children}
    </fieldset>
  );
}
