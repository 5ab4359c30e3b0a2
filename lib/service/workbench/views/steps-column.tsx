/** The steps of the pipeline as rows, or as JSON. */

import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { type Bench, bench, type CardList, enabledCards, future, past, redo, undo } from '../client/bench.ts';
import { addStep } from '../client/open-step.ts';
import { type RunState, runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { PipelineJson, UnfinishedJson } from './pipeline-json.tsx';
import { type CardProps, StepCardView } from './step-card.tsx';
import { SuggestButton, SuggestionPanel } from './suggestion-panel.tsx';
import { TypeChoice } from './type-choice.tsx';

/** Where the type of a new step is asked for. */
interface Place {
  readonly list: CardList;
  readonly place: number;
}

export function StepsColumn() {
  const [isJson, setJson] = useState(false);
  const [adding, setAdding] = useState<Place>();
  const canUndo = useStore(past).length > 0;
  const canRedo = useStore(future).length > 0;
  const { cards } = useStore(bench);
  return (
    <section class="pane" id="steps" aria-labelledby="steps-title">
      <div class="pane-head">
        <h2 id="steps-title">Steps</h2>
        <span class="pill">{cards.preprocessors.length}</span>
        <span class="space" />
        <Tool name="Undo" sign={<Icon name="undo" />} hint="Undo (Ctrl+Z)" isOff={!canUndo} act={undo} />
        <Tool
          name="Redo"
          sign={<Icon name="redo" />}
          hint="Redo (Ctrl+Shift+Z)"
          isOff={!canRedo}
          act={redo}
        />
        <SuggestButton />
        <button type="button" class="ghost" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
          JSON
        </button>
        <button
          type="button"
          disabled={isJson}
          onClick={() => setAdding({ list: 'preprocessors', place: cards.preprocessors.length })}
        >
          <Icon name="add" /> Add step
        </button>
      </div>
      <div class="pane-body">
        <SuggestionPanel />
        {isJson ? (
          <div class="json-steps">
            <PipelineJson />
          </div>
        ) : (
          <>
            <UnfinishedJson goOn={() => setJson(true)} />
            <CardListView list="preprocessors" adding={adding} setAdding={setAdding} />
            <div class="section-head">
              <h3>When a step fails</h3>
              <span class="space" />
              <button
                type="button"
                class="ghost"
                aria-label="Add a step for failures"
                onClick={() => setAdding({ list: 'on_failure', place: cards.on_failure.length })}
              >
                <Icon name="add" /> Add
              </button>
            </div>
            <CardListView list="on_failure" adding={adding} setAdding={setAdding} />
            {cards.on_failure.length > 0 || adding?.list === 'on_failure' ? null : (
              <p class="quiet add">The record is kept as a failure.</p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

interface CardListProps {
  readonly list: CardList;
  readonly adding: Place | undefined;
  readonly setAdding: (place: Place | undefined) => void;
}

function CardListView({ list, adding, setAdding }: CardListProps) {
  const cards = useStore(bench).cards[list];
  const state = useStore(runState);
  const asked = adding?.list === list ? adding.place : undefined;
  let index = 0;
  return (
    <ol class="cards" aria-label={list === 'preprocessors' ? 'Steps' : 'Steps after a failure'}>
      {cards.map((card, place) => {
        const own = card.isDisabled === true ? undefined : index++;
        const pointer = `${list === 'on_failure' ? '/on_failure' : ''}/${own}`;
        const at = { list, card, index: own, pointer };
        return (
          <Fragment key={card.id}>
            {asked === place ? <NewStep list={list} place={place} end={() => setAdding(undefined)} /> : null}
            <StepCardView
              {...at}
              place={place}
              issues={issuesOf(state, at)}
              counts={countsOf(state, at)}
              isLast={place === cards.length - 1}
              insert={() => setAdding({ list, place })}
            />
          </Fragment>
        );
      })}
      {asked !== undefined && asked >= cards.length ? (
        <NewStep list={list} place={cards.length} end={() => setAdding(undefined)} />
      ) : null}
    </ol>
  );
}

type PlacedCard = Pick<CardProps, 'list' | 'card' | 'index' | 'pointer'>;

/** What is wrong with a step, unless it has changed since that was found. */
function issuesOf(
  { report, of }: RunState<Bench>,
  { list, card, index, pointer }: PlacedCard,
): CardProps['issues'] {
  const ran = of?.cards[list].find(({ id }) => id === card.id);
  if (index === undefined || ran?.configuration !== card.configuration) return [];
  return (report?.issues ?? []).filter((one) => `${one.pointer}/`.startsWith(`${pointer}/`));
}

/** What the step has done: also before the last change, while a step before it is incomplete. */
function countsOf(
  { report, complete }: RunState<Bench>,
  { list, card, index }: PlacedCard,
): CardProps['counts'] {
  if (list === 'on_failure' || index === undefined) return undefined;
  const earlier = complete && enabledCards(complete.of.cards.preprocessors)[index]?.id === card.id;
  return report?.steps[index] ?? (earlier ? complete.report.steps[index] : undefined);
}

interface NewStepProps extends Place {
  readonly end: () => void;
}

function NewStep({ list, place, end }: NewStepProps) {
  return (
    <li
      class="add"
      ref={(element) => element?.querySelector('input')?.focus()}
      onKeyDown={({ key }) => {
        if (key === 'Escape') end();
      }}
    >
      <TypeChoice
        label={list === 'preprocessors' ? 'Type of the step' : 'Type of the step for failures'}
        onChoose={(type) => {
          end();
          addStep(list, place, type);
        }}
      />
    </li>
  );
}
