/** A field for one option of a step, by the type that the catalogue gives it. */

import type { OptionIssue } from '@headwater/ingest';
import { readJson, writeJson } from 'headwater/json';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { fieldsAt } from '../client/known-fields.ts';
import type { CatalogueOptionEntry } from '../engine/protocol.ts';
import { Combobox } from '../parts/combobox.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';

/** The index in the pipeline of the step whose options these are; undefined for a step after a failure. */
export const StepIndex = createContext<number | undefined>(undefined);

export interface OptionFieldProps {
  readonly id: string;
  readonly option: CatalogueOptionEntry;
  readonly value: unknown;
  readonly issues: readonly OptionIssue[];
  /** Undefined removes the option. */
  readonly onChange: (value: unknown) => void;
}

export function OptionField(props: OptionFieldProps) {
  const { id, option, issues, value, onChange } = props;
  const { name, required, description } = option;
  return (
    <div class="option">
      <div class="row">
        <label for={id} title={description}>
          {name}
          {required ? '' : ' (optional)'}
        </label>
        {required || value === undefined ? null : (
          <Tool
            name={`Remove the option ${name}`}
            sign={<Icon name="remove" />}
            act={() => onChange(undefined)}
          />
        )}
      </div>
      <Control {...props} />
      {issues.map(({ pointer, message }) => (
        <p key={pointer + message} class="issue" id={`${id}-issue`}>
          {name} {message}
        </p>
      ))}
    </div>
  );
}

function Control({ id, option, value, issues, onChange }: OptionFieldProps): ComponentChildren {
  const common = {
    id,
    ...(issues.length > 0 ? { 'aria-invalid': true, 'aria-describedby': `${id}-issue` } : {}),
  } as const;
  const { type } = option;
  const choices = choicesOf(option);
  if (choices)
    return (
      <select
        {...common}
        value={String(value ?? '')}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(type === 'boolean' ? chosen === 'true' : chosen)
        }
      >
        {type === 'boolean' ? null : <option value="">Choose</option>}
        {choices.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    );
  if (type === 'path' && (value === undefined || typeof value === 'string'))
    return <PathControl common={common} value={value ?? ''} onChange={onChange} />;
  return <TypedControl common={common} option={option} value={value} onChange={onChange} />;
}

interface PathControlProps extends Pick<TypedProps, 'common' | 'onChange'> {
  readonly value: string;
}

/** The name of a field, with those that there are at the step. */
function PathControl({ common, value, onChange }: PathControlProps) {
  return (
    <Combobox
      id={common.id}
      class="code"
      value={value}
      choices={fieldsAt(useContext(StepIndex))}
      field={common}
      onInput={onChange}
      onChoose={onChange}
    />
  );
}

interface TypedProps extends Pick<OptionFieldProps, 'option' | 'value' | 'onChange'> {
  readonly common: { readonly id: string };
}

function TypedControl({ common, option, value, onChange }: TypedProps): ComponentChildren {
  const { type } = option;
  if (type === 'integer')
    return (
      <input
        {...common}
        type="number"
        min={option.minimum}
        max={option.maximum}
        value={String(value ?? '')}
        onInput={(event) => onChange(numberOf(event.currentTarget.value))}
      />
    );
  if (type === 'string' && (value === undefined || typeof value === 'string'))
    return (
      <input
        {...common}
        class="code"
        spellcheck={false}
        autocomplete="off"
        value={value ?? ''}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  if ((type === 'strings' || type === 'paths') && (value === undefined || isTexts(value)))
    return (
      <textarea
        {...common}
        class="code"
        spellcheck={false}
        rows={Math.min(8, Math.max(1, value?.length ?? 1))}
        title="One a line"
        value={value?.join('\n') ?? ''}
        onInput={(event) => onChange(linesOf(event.currentTarget.value))}
      />
    );
  const isText = type === 'any' && typeof value === 'string' && !isJson(value);
  return (
    <JsonControl
      common={common}
      value={value}
      onChange={onChange}
      isText={isText}
      takesText={type === 'any'}
    />
  );
}

function choicesOf({ type, allowed }: CatalogueOptionEntry): readonly string[] | undefined {
  if (type === 'boolean') return ['true', 'false'];
  return type === 'string' ? allowed : undefined;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

function numberOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

interface JsonControlProps {
  readonly common: { readonly id: string };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** The value is a text that is not JSON: it is shown without quotes. */
  readonly isText: boolean;
  /** What is not JSON is a text. Otherwise it changes nothing. */
  readonly takesText: boolean;
}

/** Any other value is edited as JSON. */
function JsonControl({ common, value, onChange, isText, takesText }: JsonControlProps) {
  const written = value === undefined ? '' : isText ? String(value) : writeJson(value, 2);
  const [draft, setDraft] = useState(written);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    if (!isWrong && compact(draft) !== compact(written)) setDraft(written);
  }, [written]);
  return (
    <>
      <textarea
        {...common}
        class="code"
        spellcheck={false}
        rows={Math.min(12, draft.split('\n').length)}
        value={draft}
        onInput={({ currentTarget: { value: text } }) => {
          setDraft(text);
          const isSound = text.trim() === '' || isJson(text);
          setWrong(!isSound && !takesText);
          if (isSound) onChange(text.trim() === '' ? undefined : readJson(text));
          else if (takesText) onChange(text);
        }}
      />
      {isWrong ? <p class="issue">This is not JSON yet.</p> : null}
    </>
  );
}

function isJson(text: string): boolean {
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
}

function compact(text: string): string {
  try {
    return writeJson(readJson(text));
  } catch {
    return text;
  }
}
