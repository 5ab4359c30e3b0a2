/** The options of a step, made from the catalogue: a new type needs no code here. */

import { emptyValues } from '../client/empty-values.ts';
import { isStep, isSteps } from '../client/read-content.ts';
import { catalogueState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import type { CatalogueOptionEntry, StepConfiguration } from '../engine/protocol.ts';
import { Combobox } from '../parts/combobox.tsx';
import { NestedStep, NestedSteps, type OptionFieldsProps } from './nested-steps.tsx';
import { OptionField, type OptionFieldProps } from './option-field.tsx';

export function OptionFields({ id, configuration, pointer, issues, onChange }: OptionFieldsProps) {
  const entry = useStore(catalogueState).find(({ type }) => type === configuration.type);
  const options = entry?.options ?? [];
  const isShown = ({ name, required }: CatalogueOptionEntry) =>
    required || Object.hasOwn(configuration, name);
  const unknown = Object.keys(configuration).filter(
    (name) => name !== 'type' && !options.some((option) => option.name === name),
  );
  const set = (name: string, value: unknown) => onChange(withOption(configuration, name, value), name);
  const issuesAt = (name: string) =>
    issues.filter((one) => `${one.pointer}/`.startsWith(`${pointer}/${escaped(name)}/`));
  const hidden = options.filter((option) => !isShown(option));
  return (
    <div class="options">
      {options.filter(isShown).map((option) => (
        <OneOption
          key={option.name}
          id={`${id}-${option.name}`}
          pointer={`${pointer}/${escaped(option.name)}`}
          option={option}
          configuration={configuration}
          value={configuration[option.name]}
          issues={issuesAt(option.name)}
          onChange={(value) => set(option.name, value)}
        />
      ))}
      {unknown.map((name) => (
        <p key={name} class="issue">
          {name}:{' '}
          {issuesAt(name)
            .map(({ message }) => message)
            .join('; ') || `${name} is unknown`}{' '}
          <button type="button" onClick={() => set(name, undefined)}>
            Remove {name}
          </button>
        </p>
      ))}
      {hidden.length === 0 ? null : (
        <Combobox
          class="more"
          label="Add an option"
          placeholder="Add an option"
          choices={hidden.map(({ name, description }) => ({ value: name, detail: description }))}
          onChoose={(name) => {
            const option = hidden.find((one) => one.name === name);
            if (option) set(name, option.default ?? emptyValues[option.type]);
          }}
        />
      )}
    </div>
  );
}

interface OneOptionProps extends OptionFieldProps {
  readonly pointer: string;
}

/** Steps are cards; a value that is none is JSON. */
function OneOption({ pointer, value, ...props }: OneOptionProps) {
  const { type } = props.option;
  if (type === 'step' && (value === undefined || isStep(value)))
    return <NestedStep {...props} Fields={OptionFields} pointer={pointer} step={value} />;
  if (type === 'steps' && isSteps(value))
    return <NestedSteps {...props} Fields={OptionFields} pointer={pointer} steps={value} />;
  return <OptionField {...props} value={value} />;
}

/** @param value Undefined removes the option. */
function withOption(configuration: StepConfiguration, name: string, value: unknown): StepConfiguration {
  const { [name]: _, ...others } = configuration;
  // An option keeps its place.
  if (value === undefined) return { ...others, type: configuration.type };
  return { ...configuration, [name]: value };
}

/** RFC 6901 section 3. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
