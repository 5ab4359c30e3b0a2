/** A field for one option of a step, by the type that the catalogue gives it. */

import type { OptionIssue } from '@headwater/ingest';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { fieldsAt } from '../client/known-fields.ts';
import type { CatalogueOptionEntry, StepConfiguration } from '../engine/protocol.ts';
import { Combobox } from '../parts/combobox.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { JsonField, type TypedProps, useTyped } from './json-field.tsx';
import { PatternField, type PatternKind, patternKind } from './pattern-field.tsx';

/** The index in the pipeline of the step whose options these are; undefined for a step after a failure. */
export const StepIndex = createContext<number | undefined>(undefined);

export interface OptionFieldProps {
  readonly id: string;
  readonly option: CatalogueOptionEntry;
  /** Of the step. */
  readonly configuration: StepConfiguration;
  readonly value: unknown;
  readonly issues: readonly OptionIssue[];
  /** Undefined removes the option. */
  readonly onChange: (value: unknown) => void;
}

export function OptionField(props: OptionFieldProps) {
  const { id, option, issues, value, onChange } = props;
  const { name, required, description } = option;
  const { typed, type } = useTyped(id);
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
            act={() => {
              if (typed !== undefined) type(undefined);
              onChange(undefined);
            }}
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

function Control(props: OptionFieldProps): ComponentChildren {
  const { id, option, configuration, value, issues, onChange } = props;
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
  const pattern = patternKind(configuration.type, option.name);
  if (pattern && (type === 'strings' ? isTexts(value ?? []) : typeof (value ?? '') === 'string'))
    return <PatternControl {...props} kind={pattern} />;
  if (type === 'path' && (value === undefined || typeof value === 'string'))
    return <PathControl common={common} value={value ?? ''} onChange={onChange} />;
  return <TypedControl common={common} option={option} value={value} issues={issues} onChange={onChange} />;
}

/** A pattern, or patterns of which each has a line. */
function PatternControl({
  id,
  kind,
  option: { name, type },
  configuration,
  value,
  issues,
  onChange,
}: OptionFieldProps & { readonly kind: PatternKind }) {
  const isList = type === 'strings';
  return (
    <PatternField
      id={id}
      label={name}
      kind={kind}
      text={isTexts(value) ? value.join('\n') : String(value ?? '')}
      problem={issues.map(({ message }) => message).join('; ')}
      isSingle={!isList}
      configuration={configuration}
      index={useContext(StepIndex)}
      onText={(text) => onChange(isList ? linesOf(text) : text)}
    />
  );
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

function TypedControl({ common, option, value, issues, onChange }: TypedProps): ComponentChildren {
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
  return <JsonField common={common} option={option} value={value} issues={issues} onChange={onChange} />;
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
