/** The field of a value that has no field of its own: JSON. */

import type { OptionIssue } from '@headwater/ingest';
import { readJson } from 'headwater/json';
import { useMemo } from 'preact/hooks';
import { bench } from '../client/bench.ts';
import { useStore } from '../client/store.ts';
import { jsonProblem, optionText, typedOption, typeText } from '../client/typed-json.ts';
import type { CatalogueOptionEntry } from '../engine/protocol.ts';
import { Editor } from '../parts/editor.tsx';
import { useLanguages } from './use-languages.ts';

export interface TypedProps {
  /** Attributes of the field. */
  readonly common: { readonly id: string };
  readonly option: CatalogueOptionEntry;
  readonly value: unknown;
  readonly issues: readonly OptionIssue[];
  /** Undefined removes the option. */
  readonly onChange: (value: unknown) => void;
}

/** Any other value is edited as JSON, and kept as a text until it is JSON. A value of any kind may be a text without quotes. */
export function JsonField({ common, option, value, issues, onChange }: TypedProps) {
  const { name, required, type: kind } = option;
  const takesText = kind === 'any';
  const languages = useLanguages();
  const language = useMemo(() => languages?.jsonLanguage(), [languages]);
  const { typed, type } = useTyped(common.id);
  const isText = takesText && typeof value === 'string' && jsonProblem(value) !== undefined;
  const text = isText ? String(value) : optionText(typed, value);
  const isAbsent = text === '' && value === undefined;
  const problem = takesText || isAbsent ? undefined : jsonProblem(text);
  const take = (changed: string) => {
    const isJson = jsonProblem(changed) === undefined;
    type(isJson || !takesText ? changed : undefined);
    if (isJson) onChange(readJson(changed));
    else if (required && changed.trim() === '') onChange(undefined);
    else if (takesText) onChange(changed);
  };
  return (
    <>
      {takesText ? (
        <textarea
          {...common}
          class="code"
          spellcheck={false}
          rows={Math.min(12, text.split('\n').length)}
          value={text}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      ) : (
        <Editor
          id={common.id}
          label={name}
          text={text}
          problem={problem ?? issues.map(({ message }) => message).join('; ')}
          language={language}
          onText={take}
        />
      )}
      {problem === undefined ? null : (
        <div class="row">
          <p class="issue">{problem}</p>
          {value === undefined ? null : (
            <button type="button" class="ghost" onClick={() => type(undefined)}>
              Discard the text
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** The text of an option as it was typed. The id has the card and the path to the option: `option-4-processor-value`. */
export function useTyped(id: string) {
  const [, card = '', ...path] = id.split('-');
  const name = typedOption(Number(card), path.join('-'));
  const { typed } = useStore(bench);
  // A change of the value follows, of the same key: both are one to undo.
  return {
    typed: typed[name],
    type: (text: string | undefined) => typeText(name, text, `${card} ${path[0]}`),
  };
}
