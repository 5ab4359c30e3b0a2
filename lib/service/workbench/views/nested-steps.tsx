/** Steps within a step, as cards: what runs for each value, or after a failure of this step alone. */

import type { OptionIssue } from '@headwater/ingest';
import type { ComponentType } from 'preact';
import { moved } from '../client/bench.ts';
import type { CatalogueOptionEntry, StepConfiguration } from '../engine/protocol.ts';
import { Tool, type ToolProps } from '../parts/tool.tsx';
import { TypeChoice } from './type-choice.tsx';

export interface OptionFieldsProps {
  /** The id of the element. */
  readonly id: string;
  readonly configuration: StepConfiguration;
  readonly pointer: string;
  readonly issues: readonly OptionIssue[];
  /** @param name Of the option that has changed. */
  readonly onChange: (changed: StepConfiguration, name: string) => void;
}

interface NestedProps {
  /** The options of a step, which may have steps again. */
  readonly Fields: ComponentType<OptionFieldsProps>;
  /** The id of the element. */
  readonly id: string;
  readonly option: CatalogueOptionEntry;
  /** The JSON pointer of the option. */
  readonly pointer: string;
  readonly issues: readonly OptionIssue[];
}

interface NestedStepProps extends NestedProps {
  /** Undefined before a type is chosen. */
  readonly step: StepConfiguration | undefined;
  readonly onChange: (changed: StepConfiguration) => void;
}

interface NestedStepsProps extends NestedProps {
  readonly steps: readonly StepConfiguration[];
  /** Undefined removes the option. */
  readonly onChange: (changed: readonly StepConfiguration[] | undefined) => void;
}

/** The step of `foreach`. */
export function NestedStep({
  Fields,
  id,
  option: { name, description },
  step,
  pointer,
  issues,
  onChange,
}: NestedStepProps) {
  return (
    <fieldset class="nested" title={description}>
      <legend>{name}</legend>
      {step ? (
        <ol class="cards">
          <InnerStep
            Fields={Fields}
            id={id}
            name={name}
            pointer={pointer}
            issues={issues}
            onChange={onChange}
            configuration={step}
          />
        </ol>
      ) : (
        issues.map(({ message }) => (
          <p key={message} class="issue">
            {name} {message}
          </p>
        ))
      )}
      <TypeChoice
        label={`${step ? 'Another type' : 'The type'} of ${name}`}
        onChoose={(type) => onChange({ type })}
      />
    </fieldset>
  );
}

/** The `on_failure` of one step. Without a step, there is no option. */
export function NestedSteps({
  Fields,
  id,
  option: { name, description },
  steps,
  pointer,
  issues,
  onChange,
}: NestedStepsProps) {
  const set = (changed: readonly StepConfiguration[]) => onChange(changed.length > 0 ? changed : undefined);
  return (
    <fieldset class="nested" title={description}>
      <legend>{name}</legend>
      <ol class="cards">
        {steps.map((configuration, index) => (
          <InnerStep
            key={index}
            Fields={Fields}
            configuration={configuration}
            issues={issues}
            id={`${id}-${index}`}
            name={`${name} ${index + 1}`}
            pointer={`${pointer}/${index}`}
            onChange={(changed) => set(steps.with(index, changed))}
            tools={[
              {
                name: 'Move up',
                sign: '↑',
                isOff: index === 0,
                act: () => set(moved(steps, index, index - 1)),
              },
              {
                name: 'Move down',
                sign: '↓',
                isOff: index === steps.length - 1,
                act: () => set(moved(steps, index, index + 1)),
              },
              { name: 'Duplicate', sign: '+', act: () => set(steps.toSpliced(index, 0, configuration)) },
              { name: 'Remove', sign: '✕', act: () => set(steps.toSpliced(index, 1)) },
            ]}
          />
        ))}
      </ol>
      <TypeChoice label={`Add a step to ${name}`} onChoose={(type) => set([...steps, { type }])} />
    </fieldset>
  );
}

interface InnerStepProps {
  readonly Fields: ComponentType<OptionFieldsProps>;
  readonly id: string;
  readonly name: string;
  readonly configuration: StepConfiguration;
  readonly pointer: string;
  readonly issues: readonly OptionIssue[];
  readonly onChange: (changed: StepConfiguration) => void;
  readonly tools?: readonly ToolProps[];
}

function InnerStep({
  Fields,
  id,
  name,
  configuration,
  pointer,
  issues,
  onChange,
  tools = [],
}: InnerStepProps) {
  const { type } = configuration;
  const own = issues.filter((one) => one.pointer === pointer || one.pointer === `${pointer}/type`);
  return (
    <li class="card">
      <div class="head">
        <strong class="fold">{type}</strong>
        <span class="tools">
          {tools.map((tool) => (
            <Tool key={tool.name} {...tool} name={`${tool.name}: ${name}, ${type}`} />
          ))}
        </span>
      </div>
      {own.map(({ message }) => (
        <p key={message} class="issue" role="alert">
          This step {message}.
        </p>
      ))}
      <Fields id={id} configuration={configuration} pointer={pointer} issues={issues} onChange={onChange} />
    </li>
  );
}
