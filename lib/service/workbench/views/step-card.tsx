/** One step: its options as the catalogue describes them, what it did with the records, and what is wrong with it. */

import type { OptionIssue } from '@headwater/ingest';
import { type CardList, changeCards, moved, newCard, type StepCard } from '../client/bench.ts';
import { catalogueState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import type { StepView } from '../engine/protocol.ts';
import { MatchedLine } from './matched-line.tsx';
import { OptionFields } from './option-fields.tsx';
import { Tool } from './tool.tsx';

export interface CardProps {
  readonly list: CardList;
  readonly card: StepCard;
  /** In the list of cards. */
  readonly place: number;
  readonly isLast: boolean;
  /** In the pipeline; undefined for a card that is disabled. */
  readonly index: number | undefined;
  readonly pointer: string;
  readonly issues: readonly OptionIssue[];
  readonly counts: StepView | undefined;
}

/** The place of the card that is dragged. */
let dragged: { readonly list: CardList; readonly place: number } | undefined;

export function StepCardView(props: CardProps) {
  const { list, card, place, index, pointer, issues, counts } = props;
  const { configuration, isDisabled = false, isFolded = false } = card;
  const own = issues.filter((one) => one.pointer === pointer || one.pointer === `${pointer}/type`);
  return (
    <li
      class={`card${isDisabled ? ' disabled' : ''}${issues.length > 0 ? ' wrong' : ''}`}
      onDragOver={(event) => {
        if (dragged?.list === list) event.preventDefault();
      }}
      onDrop={(event) => {
        if (dragged?.list !== list) return;
        event.preventDefault();
        const from = dragged.place;
        dragged = undefined;
        changeCards(list, (cards) => moved(cards, from, place));
      }}
    >
      <CardHead {...props} />
      {counts ? <Counts counts={counts} /> : null}
      {own.map(({ message }) => (
        <p key={message} class="issue" role="alert">
          This step {message}.
        </p>
      ))}
      {isFolded ? null : (
        <OptionFields
          configuration={configuration}
          pointer={pointer}
          issues={issues}
          id={`option-${card.id}`}
          onChange={(changed, name) =>
            changeCards(
              list,
              (cards) => cards.map((one) => (one.id === card.id ? { ...one, configuration: changed } : one)),
              `${card.id} ${name}`,
            )
          }
        />
      )}
      {list === 'preprocessors' && index !== undefined ? (
        <MatchedLine index={index} type={configuration.type} />
      ) : null}
    </li>
  );
}

function CardHead({ list, card, place, isLast }: CardProps) {
  const { id, configuration, isDisabled = false, isFolded = false } = card;
  const { type } = configuration;
  const types = useStore(catalogueState);
  const summary = types.find((one) => one.type === type)?.summary;
  const set = (changed: Partial<StepCard>) =>
    changeCards(list, (cards) => cards.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const move = (by: number) => changeCards(list, (cards) => moved(cards, place, place + by));
  const name = `step ${place + 1}, ${type}`;
  return (
    <div class="head">
      <span
        class="handle"
        draggable
        aria-hidden="true"
        onDragStart={({ dataTransfer }) => {
          // Firefox drags nothing without data.
          dataTransfer?.setData('text/plain', type);
          dragged = { list, place };
        }}
      >
        ⠿
      </span>
      <button
        type="button"
        class="fold"
        aria-expanded={!isFolded}
        onClick={() => set({ isFolded: !isFolded })}
      >
        {place + 1} <strong>{type}</strong>
      </button>
      <span class="tools">
        <Tool name={`Move ${name}, up`} text="↑" isOff={place === 0} act={() => move(-1)} />
        <Tool name={`Move ${name}, down`} text="↓" isOff={isLast} act={() => move(1)} />
        <Tool
          name={`Duplicate ${name}`}
          text="+"
          act={() => changeCards(list, (cards) => cards.toSpliced(place + 1, 0, newCard(configuration)))}
        />
        <Tool
          name={`Turn ${isDisabled ? 'on' : 'off'} ${name}`}
          text={isDisabled ? 'on' : 'off'}
          act={() => set({ isDisabled: !isDisabled })}
        />
        <Tool
          name={`Remove ${name}`}
          text="✕"
          act={() => changeCards(list, (cards) => cards.filter((one) => one.id !== id))}
        />
      </span>
      {summary === undefined || isFolded ? null : <p class="quiet summary">{summary}</p>}
    </div>
  );
}

const kinds = ['succeeded', 'failed', 'skipped', 'dropped'] as const;

function Counts({ counts }: { readonly counts: StepView }) {
  const reached = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const mean = reached === 0 ? 0 : counts.took_us / reached;
  const parts = kinds.filter((kind) => counts[kind] > 0);
  return (
    <div class="counts">
      <div class="bar thin" aria-hidden="true">
        {parts.map((kind) => (
          <i key={kind} class={kind} style={{ flexGrow: counts[kind] }} />
        ))}
      </div>
      <span>
        {parts.length === 0
          ? 'no record reaches it'
          : parts.map((kind) => `${counts[kind]} ${kind}`).join(', ')}
        {reached === 0 ? '' : `; ${mean < 10 ? mean.toFixed(1) : Math.round(mean)} µs each`}
      </span>
    </div>
  );
}
