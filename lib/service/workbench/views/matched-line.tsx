/** The text that a pattern reads, with its captures in color, or how far the longest attempt came. */

import { recordTrace } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { TracedStep } from '../engine/protocol.ts';

type Explained = NonNullable<TracedStep['explained']>;

const colors = 6;
const maxText = 2_000;

export function MatchedLine({ index, type }: { readonly index: number; readonly type: string }) {
  const trace = useStore(recordTrace);
  const step = trace?.steps.find((one) => one.index === index && one.pointer === undefined);
  if (!step?.explained || step.type !== type) return null;
  const { explained } = step;
  return (
    <div class="match">
      <pre>
        {piecesOf(explained).map(({ text, name, color, isRest }, at) =>
          name === undefined ? (
            <span key={at} class={isRest ? 'rest' : ''}>
              {text}
            </span>
          ) : (
            <mark key={at} class={`capture c${color}`} title={name}>
              {text}
              <small>{name}</small>
            </mark>
          ),
        )}
      </pre>
      {explained.matches ? null : (
        <p class="issue">
          It matches up to character {explained.reached}. Expected there: <code>{explained.expected}</code>
        </p>
      )}
    </div>
  );
}

interface Piece {
  readonly text: string;
  readonly name?: string;
  readonly color?: number;
  /** It comes after what matches. */
  readonly isRest?: boolean;
}

/** Captures within captures are left out: the outer one is shown. */
function piecesOf({ source, captures, reached, matches }: Explained): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const end = Math.min(source.length, maxText);
  const add = (until: number, more: Omit<Piece, 'text'> = {}) => {
    if (until > at) pieces.push({ text: source.slice(at, until), ...more });
    at = Math.max(at, until);
  };
  for (const [index, { name, start, end: stop }] of captures.entries()) {
    if (start < at || start > end) continue;
    add(start);
    add(Math.min(stop, end), { name, color: index % colors });
  }
  if (!matches) add(Math.min(reached, end));
  add(end, { isRest: !matches });
  return pieces;
}
