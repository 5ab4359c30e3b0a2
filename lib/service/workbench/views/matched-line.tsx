/** The text that a pattern reads, with its captures in color, or how far the longest attempt came. */

import { captureColors, type Explained } from '../client/languages/captures.ts';
import { recordTrace } from '../client/selection.ts';
import { useStore } from '../client/store.ts';

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
function piecesOf(explained: Explained): readonly Piece[] {
  const { source, captures, reached, matches } = explained;
  const colors = captureColors(explained);
  const pieces: Piece[] = [];
  let at = 0;
  const end = Math.min(source.length, maxText);
  const add = (until: number, more: Omit<Piece, 'text'> = {}) => {
    if (until > at) pieces.push({ text: source.slice(at, until), ...more });
    at = Math.max(at, until);
  };
  for (const { name, start, end: stop } of captures) {
    if (start < at || start > end) continue;
    add(start);
    add(Math.min(stop, end), { name, color: colors.get(name) ?? 0 });
  }
  if (!matches) add(Math.min(reached, end));
  add(end, { isRest: !matches });
  return pieces;
}
