/** One step: a row with what it does and what became of the records; below it, when it is open, its options. */

import type { OptionIssue } from '@headwater/ingest';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bench, type CardList, changeCards, moved, type StepCard } from '../client/bench.ts';
import {
  duplicateStep,
  focusedStep,
  moveStep,
  openStep,
  removeStep,
  toggleStep,
} from '../client/open-step.ts';
import { catalogueState } from '../client/runner.ts';
import { summaryOf } from '../client/step-summary.ts';
import { useStore } from '../client/store.ts';
import { isUnfinished } from '../client/typed-json.ts';
import type { StepView } from '../engine/protocol.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { MatchedLine } from './matched-line.tsx';
import { StepIndex } from './option-field.tsx';
import { OptionFields } from './option-fields.tsx';

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
  /** Asks for the type of a step that comes before this one. */
  readonly insert: () => void;
}

/** The place of the card that is dragged. */
let dragged: { readonly list: CardList; readonly place: number } | undefined;

export function StepCardView(props: CardProps) {
  const { list, card, place, issues } = props;
  const { id, isDisabled = false } = card;
  const isOpen = useStore(openStep) === id;
  const [isTarget, setTarget] = useState(false);
  const element = useRef<HTMLLIElement>(null);
  const focused = useStore(focusedStep);
  useEffect(() => {
    if (focused?.id !== id) return;
    focusedStep.set(undefined);
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const field =
      focused.part === 'field' ? find('.step-body :is(input, textarea, select, .editor)') : undefined;
    (field ?? find('.fold'))?.focus();
  }, [focused]);
  const kinds = [
    'card',
    isDisabled ? 'disabled' : '',
    issues.length > 0 ? 'wrong' : '',
    isTarget ? 'drop-here' : '',
  ];
  return (
    <li
      ref={element}
      class={kinds.join(' ')}
      onDragOver={(event) => {
        if (dragged?.list !== list) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        if (dragged?.list !== list) return;
        event.preventDefault();
        const from = dragged.place;
        dragged = undefined;
        changeCards(list, (cards) => moved(cards, from, place));
      }}
    >
      <StepRow {...props} isOpen={isOpen} />
      {isOpen ? <StepBody {...props} /> : null}
    </li>
  );
}

function StepRow({
  list,
  card,
  place,
  isLast,
  counts,
  issues,
  insert,
  isOpen,
}: CardProps & { readonly isOpen: boolean }) {
  const { id, configuration, isDisabled = false } = card;
  const { type } = configuration;
  const entry = useStore(catalogueState).find((one) => one.type === type);
  const name = `step ${place + 1}, ${type}`;
  const hasText = isUnfinished(useStore(bench), id);
  const move = (by: number) => moveStep(list, card, { from: place, to: place + by });
  return (
    <div class="step-row">
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
        <Icon name="move" />
      </span>
      <button
        type="button"
        class="fold"
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={() => openStep.set(isOpen ? undefined : id)}
        onKeyDown={(event) => {
          if (event.key === 'Delete') removeStep(list, place);
          else if (event.altKey && event.key === 'ArrowUp') move(-1);
          else if (event.altKey && event.key === 'ArrowDown') move(1);
          else return;
          event.preventDefault();
        }}
      >
        <Icon name="open" />
        <span class="number">{place + 1}</span>
        <strong class="step-name">{type}</strong>
        <span class="step-summary">{summaryOf(configuration, entry)}</span>
      </button>
      <span class="step-counts">
        {isDisabled ? (
          'off'
        ) : hasText ? (
          <span class="bad">unfinished JSON</span>
        ) : issues.length > 0 ? (
          <span class="bad">incomplete</span>
        ) : counts ? (
          <ShortCounts counts={counts} />
        ) : null}
      </span>
      <Menu
        label={`Menu of ${name}`}
        class="tool"
        items={[
          { title: 'Insert a step before', act: insert },
          { title: 'Duplicate', act: () => duplicateStep(list, place, card) },
          { title: isDisabled ? 'Turn on' : 'Turn off', act: () => toggleStep(list, card) },
          { title: 'Move up', isOff: place === 0, act: () => move(-1) },
          { title: 'Move down', isOff: isLast, act: () => move(1) },
          { title: 'Remove', isDanger: true, act: () => removeStep(list, place) },
        ]}
      >
        <Icon name="more" />
      </Menu>
    </div>
  );
}

function StepBody({ list, card, index, pointer, issues, counts }: CardProps) {
  const { id, configuration } = card;
  const { type } = configuration;
  const summary = useStore(catalogueState).find((one) => one.type === type)?.summary;
  const own = issues.filter((one) => one.pointer === pointer || one.pointer === `${pointer}/type`);
  return (
    <div class="step-body">
      {summary === undefined ? null : <p class="quiet summary">{summary}</p>}
      {own.map(({ message }) => (
        <p key={message} class="issue" role="alert">
          This step {message}.
        </p>
      ))}
      <StepIndex.Provider value={list === 'preprocessors' ? index : undefined}>
        <OptionFields
          configuration={configuration}
          pointer={pointer}
          issues={issues}
          id={`option-${id}`}
          onChange={(changed, name) =>
            changeCards(
              list,
              (cards) => cards.map((one) => (one.id === id ? { ...one, configuration: changed } : one)),
              `${id} ${name}`,
            )
          }
        />
      </StepIndex.Provider>
      {list === 'preprocessors' && index !== undefined ? <MatchedLine index={index} type={type} /> : null}
      {counts ? <Counts counts={counts} /> : null}
    </div>
  );
}

const kinds = ['succeeded', 'failed', 'skipped', 'dropped'] as const;

/** @example 951 · 49 failed */
function ShortCounts({ counts }: { readonly counts: StepView }) {
  const others = kinds.slice(1).filter((kind) => counts[kind] > 0);
  return (
    <>
      {counts.succeeded.toLocaleString('en')}
      {others.map((kind) => (
        <span key={kind} class={kind === 'failed' ? 'bad' : ''}>
          {' '}
          · {counts[kind].toLocaleString('en')} {kind}
        </span>
      ))}
    </>
  );
}

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
