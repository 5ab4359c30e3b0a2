/** The options of a step, made from the catalogue: a new type needs no code here. */

import type { OptionIssue } from '../../preprocessors/engine/check-options.ts';
import { type CardList, changeCards, type StepCard } from '../client/bench.ts';
import { catalogueState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import type { CatalogueOptionEntry, StepConfiguration } from '../engine/protocol.ts';
import { OptionField } from './option-field.tsx';

interface OptionFieldsProps {
  readonly list: CardList;
  readonly card: StepCard;
  readonly pointer: string;
  readonly issues: readonly OptionIssue[];
}

export function OptionFields({ list, card, pointer, issues }: OptionFieldsProps) {
  const { id, configuration } = card;
  const entry = useStore(catalogueState).find(({ type }) => type === configuration.type);
  const options = entry?.options ?? [];
  const isShown = ({ name, required }: CatalogueOptionEntry) =>
    required || Object.hasOwn(configuration, name);
  const unknown = Object.keys(configuration).filter(
    (name) => name !== 'type' && !options.some((option) => option.name === name),
  );
  const set = (name: string, value: unknown) =>
    changeCards(
      list,
      (cards) =>
        cards.map((one) =>
          one.id === id ? { ...one, configuration: withOption(one.configuration, name, value) } : one,
        ),
      `${id} ${name}`,
    );
  const issuesAt = (name: string) =>
    issues.filter((one) => `${one.pointer}/`.startsWith(`${pointer}/${escaped(name)}/`));
  const hidden = options.filter((option) => !isShown(option));
  return (
    <div class="options">
      {options.filter(isShown).map((option) => (
        <OptionField
          key={option.name}
          id={`option-${id}-${option.name}`}
          option={option}
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
      <label class="more">
        Option
        <select
          value=""
          onChange={({ currentTarget }) => {
            const option = hidden.find(({ name }) => name === currentTarget.value);
            if (option) set(option.name, option.default ?? emptyValues[option.type]);
            currentTarget.value = '';
          }}
        >
          <option value="">Add an option</option>
          {hidden.map(({ name, description }) => (
            <option key={name} value={name}>
              {name}: {description}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** What an option has when it is added without a default. */
const emptyValues: Readonly<Record<CatalogueOptionEntry['type'], unknown>> = {
  string: '',
  path: '',
  boolean: true,
  integer: 1,
  paths: [],
  strings: [],
  object: {},
  objects: [],
  any: '',
  step: { type: 'set' },
  steps: [{ type: 'set', field: 'error.message', value: '{{_ingest.on_failure_message}}' }],
};

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
