/** A text of JSON with what may stand at the cursor: arrows choose, Enter or Tab take, Escape closes, Ctrl+Space opens. */

import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Completion, completionsAt } from '../client/json-completion.ts';
import { catalogueState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';

interface CompletedTextProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

const maxShown = 8;

export function CompletedText({ text, onText }: CompletedTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { choices, chosen, open, close, take, onKey } = useCompletion(field, { text, onText });
  return (
    <>
      <label>
        preprocessors and on_failure
        <textarea
          ref={field}
          class="code tall"
          spellcheck={false}
          aria-autocomplete="list"
          aria-controls="completions"
          aria-activedescendant={choices.length > 0 ? `completion-${chosen}` : undefined}
          value={text}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value);
            open(currentTarget);
          }}
          onKeyDown={onKey}
          onBlur={close}
        />
      </label>
      <ChoiceList choices={choices} chosen={chosen} take={take} />
    </>
  );
}

function useCompletion(field: RefObject<HTMLTextAreaElement | null>, { text, onText }: CompletedTextProps) {
  const types = useStore(catalogueState);
  const [choices, setChoices] = useState<readonly Completion[]>([]);
  const [chosen, setChosen] = useState(0);
  const [cursor, setCursor] = useState<number>();
  useLayoutEffect(() => {
    if (cursor !== undefined) field.current?.setSelectionRange(cursor, cursor);
    setCursor(undefined);
  }, [cursor]);
  const close = () => setChoices([]);
  const open = ({ value, selectionStart }: HTMLTextAreaElement) => {
    setChosen(0);
    setChoices(completionsAt(value, selectionStart, types));
  };
  const take = ({ from, to, insert }: Completion) => {
    close();
    onText(text.slice(0, from) + insert + text.slice(to));
    setCursor(from + cursorIn(insert));
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices[chosen];
    if (event.key === ' ' && event.ctrlKey) open(event.currentTarget);
    else if (!choice) return;
    else if (by !== undefined) setChosen((chosen + by + choices.length) % choices.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(choice);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return { choices, chosen, open, close, take, onKey };
}

/** Within the quotes or brackets of an empty value, or after the others. */
function cursorIn(insert: string): number {
  const empty = /: (?:""|\[\]|\{\}),?$/.exec(insert);
  return empty ? empty.index + 3 : insert.length;
}

interface ChoiceListProps {
  readonly choices: readonly Completion[];
  readonly chosen: number;
  readonly take: (choice: Completion) => void;
}

function ChoiceList({ choices, chosen, take }: ChoiceListProps) {
  const first = Math.max(0, Math.min(chosen - 3, choices.length - maxShown));
  return (
    <div id="completions" class="completions" role="listbox" aria-label="What may stand here">
      {choices.slice(first, first + maxShown).map((choice, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the keys of the field choose.
        <div
          key={choice.label}
          id={`completion-${first + index}`}
          role="option"
          aria-selected={first + index === chosen}
          // Before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            take(choice);
          }}
        >
          <code>{choice.label}</code> <span class="quiet">{choice.detail}</span>
        </div>
      ))}
    </div>
  );
}
