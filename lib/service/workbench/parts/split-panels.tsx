/** Panels beside each other, whose borders move (WAI-ARIA Authoring Practices, window splitter). */

import { writeJson } from 'headwater/json';
import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { readKept, writeKept } from './kept.ts';

interface SplitPanelsProps {
  /** Under which the browser keeps the widths. */
  readonly name: string;
  readonly panels: readonly { readonly title: string; readonly content: ComponentChildren }[];
  /** Percent of the width; 100 in all. */
  readonly shares: readonly number[];
}

/** Percent: a panel stays wide enough to be found. */
const minShare = 12;
const keyStep = 2;

export function SplitPanels({ name, panels, shares: usual }: SplitPanelsProps) {
  // Panels come and go: those that stay are not made anew.
  const [own, setOwn] = useState({ name, shares: keptShares(name, usual) });
  const shares = own.name === name ? own.shares : keptShares(name, usual);
  const split = useRef<HTMLDivElement>(null);
  const set = (changed: readonly number[]) => {
    setOwn({ name, shares: changed });
    writeKept(keyOf(name), changed === usual ? undefined : writeJson(changed));
  };
  const grip = (index: number) => ({
    now: shares[index] ?? 0,
    max: (shares[index] ?? 0) + (shares[index + 1] ?? 0) - minShare,
    by: (percent: number) => set(shifted(shares, index, percent)),
    reset: () => set(usual),
    width: () => split.current?.clientWidth ?? 1,
  });
  const columns = shares.map((share) => `minmax(0, ${share}fr)`).join(' 5px ');
  return (
    <div ref={split} class="split" style={{ gridTemplateColumns: columns }}>
      {panels.map(({ title, content }, index) => (
        <Fragment key={title}>
          {content}
          {index === panels.length - 1 ? null : <Grip title={title} {...grip(index)} />}
        </Fragment>
      ))}
    </div>
  );
}

interface GripProps {
  readonly title: string;
  /** Percent. */
  readonly now: number;
  readonly max: number;
  readonly by: (percent: number) => void;
  readonly reset: () => void;
  /** Of all panels, in CSS pixels. */
  readonly width: () => number;
}

function Grip({ title, now, max, by, reset, width }: GripProps) {
  const last = useRef<number | undefined>(undefined);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => by(-keyStep),
    ArrowRight: () => by(keyStep),
    Home: () => by(minShare - now),
    End: () => by(max - now),
    Enter: reset,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between texts does not move.
    <div
      role="separator"
      class="grip"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={Math.round(now)}
      aria-valuemin={minShare}
      aria-valuemax={Math.round(max)}
      title="Drag, or use the arrow keys; a double click restores the usual widths"
      onDblClick={reset}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
      onPointerDown={(event) => {
        last.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientX }) => {
        if (last.current === undefined || clientX === last.current) return;
        by((100 * (clientX - last.current)) / width());
        last.current = clientX;
      }}
      onPointerUp={() => {
        last.current = undefined;
      }}
    />
  );
}

/** Moves the border after a panel. */
function shifted(shares: readonly number[], index: number, percent: number): readonly number[] {
  const [left = 0, right = 0] = shares.slice(index, index + 2);
  const by = Math.max(minShare - left, Math.min(percent, right - minShare));
  return shares.with(index, left + by).with(index + 1, right - by);
}

const keyOf = (name: string) => `headwater.view.${name}`;

/** Whatever the browser has kept, the panels fill the width. */
function keptShares(name: string, usual: readonly number[]): readonly number[] {
  const kept = readKept(keyOf(name));
  const isSound =
    Array.isArray(kept) &&
    kept.length === usual.length &&
    kept.every((share) => typeof share === 'number' && share >= minShare / 2);
  return isSound ? kept : usual;
}
