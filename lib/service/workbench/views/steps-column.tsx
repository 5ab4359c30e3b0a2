/** The steps of the pipeline as cards, or as JSON. */

import { useState } from 'preact/hooks';
import { bench, type CardList, changeCards, future, newCard, past, redo, undo } from '../client/bench.ts';
import { runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import { PipelineJson } from './pipeline-json.tsx';
import { StepCardView } from './step-card.tsx';
import { SuggestionPanel } from './suggestion-panel.tsx';
import { TypeChoice } from './type-choice.tsx';

export function StepsColumn() {
  const [isJson, setJson] = useState(false);
  const canUndo = useStore(past).length > 0;
  const canRedo = useStore(future).length > 0;
  return (
    <section class="column" aria-labelledby="steps-title" onKeyDown={onShortcut}>
      <div class="row">
        <h2 id="steps-title">Steps</h2>
        <button type="button" disabled={!canUndo} onClick={undo} title="Ctrl+Z outside of a field">
          Undo
        </button>
        <button type="button" disabled={!canRedo} onClick={redo} title="Ctrl+Shift+Z outside of a field">
          Redo
        </button>
        <button type="button" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
          JSON
        </button>
      </div>
      <SuggestionPanel />
      {isJson ? (
        <PipelineJson />
      ) : (
        <>
          <CardListView list="preprocessors" />
          <h3>If a step fails</h3>
          <CardListView list="on_failure" />
        </>
      )}
    </section>
  );
}

/** In a field, the browser undoes what was typed there. */
function onShortcut(event: KeyboardEvent): void {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
  event.preventDefault();
  if (event.shiftKey) redo();
  else undo();
}

function CardListView({ list }: { readonly list: CardList }) {
  const cards = useStore(bench).cards[list];
  const { report } = useStore(runState);
  let index = 0;
  return (
    <>
      <ol class="cards" aria-label={list === 'preprocessors' ? 'Steps' : 'Steps after a failure'}>
        {cards.map((card, place) => {
          const own = card.isDisabled === true ? undefined : index++;
          const pointer = `${list === 'on_failure' ? '/on_failure' : ''}/${own}`;
          const issues =
            own === undefined
              ? []
              : (report?.issues ?? []).filter((one) => `${one.pointer}/`.startsWith(`${pointer}/`));
          const counts = list === 'preprocessors' && own !== undefined ? report?.steps[own] : undefined;
          return (
            <StepCardView
              key={card.id}
              list={list}
              card={card}
              place={place}
              issues={issues}
              counts={counts}
              index={own}
              isLast={place === cards.length - 1}
              pointer={pointer}
            />
          );
        })}
      </ol>
      <TypeChoice
        label={list === 'preprocessors' ? 'Add a step' : 'Add a step for failures'}
        onChoose={(type) => changeCards(list, (before) => [...before, newCard({ type })])}
      />
    </>
  );
}
