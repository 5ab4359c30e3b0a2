/** The forms that messages have, with how many have each: a click shows those alone. */

import { useMessageGroups } from '../client/message-groups.ts';
import { recordFilter, showAll } from '../client/record-filter.ts';
import { selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { PatternGroup } from '../engine/protocol.ts';
import { FixedRows } from '../parts/fixed-rows.tsx';
import { amountText, countText, shareText } from './charts.tsx';

/** In CSS pixels, as in styles/failures.css. */
const rowHeight = 28;

export function PatternList() {
  const { groups, of, fault } = useMessageGroups();
  const filter = useStore(recordFilter);
  if (fault !== undefined) return <p role="alert">{fault}</p>;
  if (!groups || !of) return <p class="quiet add">Looking for patterns</p>;
  const total = groups.reduce((sum, { positions }) => sum + positions.length, 0);
  const chosen = groups.findIndex(({ pattern }) => filter.kind === 'group' && filter.title === pattern);
  return (
    <>
      <p class="quiet add">
        {amountText(groups.length, 'pattern')} in {amountText(total, 'record')}
      </p>
      <FixedRows
        label="Patterns of messages"
        class="lines patterns"
        count={groups.length}
        rowHeight={rowHeight}
        shown={Math.max(0, chosen)}
        row={(at) => {
          const group = groups[at];
          return group ? (
            <PatternRow group={group} total={total} text={of.text} isChosen={at === chosen} />
          ) : null;
        }}
      />
    </>
  );
}

interface PatternRowProps {
  readonly group: PatternGroup;
  readonly total: number;
  readonly text: string;
  readonly isChosen: boolean;
}

function PatternRow({ group: { pattern, positions }, total, text, isChosen }: PatternRowProps) {
  const [first = 0] = positions;
  const show = () => {
    if (isChosen) return showAll();
    recordFilter.set({ kind: 'group', title: pattern, positions: new Set(positions), text });
    selectedRecord.set(first);
  };
  return (
    <button
      type="button"
      class="line pattern"
      aria-pressed={isChosen}
      title={`${pattern}\n\nRecord ${first + 1} is the first.`}
      onClick={show}
    >
      <span class="number">{countText(positions.length)}</span>
      <span class="share-text">{shareText(positions.length / total)}</span>
      <Marked pattern={pattern} />
    </button>
  );
}

/** What differs, in another color. */
function Marked({ pattern }: { readonly pattern: string }) {
  const parts = pattern.split(/(<(?:uuid|url|time|mac|ip|hex|number|any)>)/);
  return (
    <span>
      {pattern === '' ? 'an empty line' : null}
      {parts.map((part, index) => (index % 2 === 0 ? part : <mark key={index}>{part.slice(1, -1)}</mark>))}
    </span>
  );
}
