/** A field with a list of what may stand in it (WAI-ARIA Authoring Practices, combobox with a list of options). */

import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { showBeside } from './floating.ts';

export interface Choice {
  readonly value: string;
  /** What is shown and searched in place of the value. */
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  /** Choices of one group follow each other. */
  readonly group?: string;
  /** What becomes of the text, where a choice is only a part of it. */
  readonly insert?: Insertion;
}

interface Insertion {
  /** What is replaced, as offsets. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Further choices follow at once. */
  readonly goesOn?: boolean;
}

interface ComboboxProps {
  readonly id?: string;
  /** For the ear, where no label element names the field. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly class?: string;
  readonly value?: string;
  readonly choices: readonly Choice[];
  /** What is typed counts, too. Without it, only a choice does, and the field is empty again. */
  readonly onInput?: (text: string) => void;
  /** Not called for a choice that inserts. */
  readonly onChoose?: (value: string) => void;
  /** The choices are those at the cursor, and all that fit: the field says where it is. */
  readonly onCursor?: (offset: number) => void;
  /** Further attributes of the field, such as `aria-invalid`. */
  readonly field?: Readonly<Record<string, unknown>>;
}

const maxShown = 200;

export function Combobox(props: ComboboxProps) {
  const { id, label, placeholder, class: kind = '', field = {} } = props;
  const input = useRef<HTMLInputElement>(null);
  const { listId, list, found, chosen, text, open, close, choose, onKey } = useChoices(props, input);
  const say = () => props.onCursor?.(input.current?.selectionStart ?? 0);
  return (
    <>
      <input
        ref={input}
        id={id}
        class={kind}
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[chosen] ? `${listId}-${chosen}` : undefined}
        spellcheck={false}
        autocomplete="off"
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          open(value);
          props.onInput?.(value);
          say();
        }}
        onFocus={() => open('')}
        onClick={() => open('')}
        onSelect={say}
        onBlur={close}
        onKeyDown={onKey}
        {...field}
      />
      <div
        ref={list}
        id={listId}
        popover="manual"
        role="listbox"
        class="choices"
        aria-label={label ?? 'Choices'}
      >
        {found.map((choice, index) => (
          <ChoiceRow
            key={`${choice.group ?? ''} ${choice.value}`}
            id={`${listId}-${index}`}
            choice={choice}
            heading={choice.group === found[index - 1]?.group ? undefined : choice.group}
            isChosen={index === chosen}
            choose={() => choose(choice)}
          />
        ))}
      </div>
    </>
  );
}

/** Which choices are shown, which of them is chosen, and what the keys do. */
function useChoices(
  { value, choices, onInput, onChoose, onCursor }: ComboboxProps,
  input: RefObject<HTMLInputElement | null>,
) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const [cursor, setCursor] = useState<number>();
  const found = isOpen ? (onCursor ? choices.slice(0, maxShown) : matching(choices, typed)) : [];
  useLayoutEffect(() => {
    if (cursor === undefined) return;
    input.current?.setSelectionRange(cursor, cursor);
    onCursor?.(cursor);
    setCursor(undefined);
  }, [cursor]);
  useShown(list, input, found.length);
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const open = (filter: string) => {
    setTyped(filter);
    // What is typed counts until a choice is chosen.
    setChosen(onInput ? -1 : 0);
    setOpen(true);
  };
  const choose = (choice: Choice) => {
    const { insert } = choice;
    setOpen(insert?.goesOn ?? false);
    setChosen(-1);
    setTyped('');
    if (!insert) return onChoose?.(choice.value);
    const { from, to, text: inserted } = insert;
    onInput?.(`${value?.slice(0, from) ?? ''}${inserted}${value?.slice(to) ?? ''}`);
    setCursor(from + inserted.length);
  };
  /** @returns whether the key is for the list. */
  const act = (key: string): boolean => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const choice = found[chosen];
    if (by !== undefined && isOpen) setChosen(neighbour(chosen, by, found.length));
    else if (by !== undefined) open('');
    else if (key === 'Enter' && choice) choose(choice);
    else {
      const isShown = key === 'Escape' && found.length > 0;
      // What is typed is sent by Enter, and no list is in the way of what comes of it.
      if (isShown || key === 'Enter') setOpen(false);
      return isShown;
    }
    return true;
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (!act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = onInput ? (value ?? '') : typed;
  return { listId, list, found, chosen, text, open, close: () => setOpen(false), choose, onKey };
}

/** @param chosen -1 while none is. */
function neighbour(chosen: number, by: number, count: number): number {
  return (Math.max(chosen, by > 0 ? -1 : 0) + by + count) % Math.max(1, count);
}

/** The list is beside the field while it has choices. */
function useShown(
  list: RefObject<HTMLDivElement | null>,
  input: RefObject<HTMLInputElement | null>,
  count: number,
): void {
  useEffect(() => {
    if (!list.current || !input.current) return;
    if (count > 0) showBeside(list.current, input.current);
    else if (list.current.matches(':popover-open')) list.current.hidePopover();
  }, [count]);
}

interface ChoiceRowProps {
  readonly id: string;
  readonly choice: Choice;
  readonly heading: string | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function ChoiceRow({ id, choice: { value, title, detail }, heading, isChosen, choose }: ChoiceRowProps) {
  return (
    <>
      {heading === undefined ? null : (
        <div class="group" role="presentation">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the keys of the field choose. */}
      <div
        id={id}
        role="option"
        aria-selected={isChosen}
        data-value={value}
        title={detail}
        // Before the field loses the focus.
        onMouseDown={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        {title === undefined ? <code>{value}</code> : title} <span class="quiet detail">{detail}</span>
      </div>
    </>
  );
}

/** Those that begin with what is typed, then those that have it anywhere. */
function matching(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return choices.slice(0, maxShown);
  const rank = ({ value, title = value, detail = '' }: Choice) => {
    const name = title.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return detail.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return choices
    .filter((choice) => rank(choice) < 3)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxShown);
}
