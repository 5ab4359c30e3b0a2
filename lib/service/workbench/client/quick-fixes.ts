/** What may be done about failures of one kind: each fix puts other steps in the place of the one that fails. */

import { isObject, writeJson } from 'headwater/json';
import type { CatalogueType, OutcomeView, RepairReport, StepConfiguration } from '../engine/protocol.ts';

export interface QuickFix {
  readonly title: string;
  /** What it does, as a sentence. */
  readonly says: string;
  /** In the place of the step: the step itself is the last of them. */
  readonly steps: readonly StepConfiguration[];
}

type Failure = NonNullable<OutcomeView['failure']>;

export interface FailingStep {
  readonly configuration: StepConfiguration;
  /** The options of its type say which fixes there are. */
  readonly entry: CatalogueType;
  /** They have one code and one message. */
  readonly failures: readonly Failure[];
  readonly repair?: RepairReport | undefined;
}

/** No step is to blame for the time that the others took. */
const withoutFix: readonly string[] = ['deadline_exceeded', 'malformed_record', 'pipeline_limit'];

/** @returns the likeliest first. */
export function quickFixes(failing: FailingStep): readonly QuickFix[] {
  const { code } = failing.failures[0] ?? {};
  if (code === undefined || withoutFix.includes(code)) return [];
  return [...ownFixes(failing), ...dropFixes(failing), ...handlerFixes(failing)];
}

/** Those that only failures of this code have. */
function ownFixes(failing: FailingStep): readonly QuickFix[] {
  const { configuration, failures } = failing;
  const [first] = failures;
  switch (first?.code) {
    case 'missing_field':
    case 'null_value':
      return option(
        failing,
        'ignore_missing',
        `A record without ${first.path ?? 'the field'} passes this step as it is.`,
      );
    case 'field_exists':
      return option(
        failing,
        'override',
        `The value that ${first.path ?? 'the field'} has already is replaced.`,
      );
    case 'no_match':
    case 'invalid_date':
      return repairFixes(failing);
    case 'not_convertible':
      return configuration.type === 'convert' ? [...emptyFixes(failing), ...otherTypes(failing)] : [];
    case 'wrong_type':
      return first.path !== undefined && first.message.includes('must be a string')
        ? [
            {
              title: 'Make it a text before',
              says: `A step before it converts ${first.path} to string.`,
              steps: [{ type: 'convert', field: first.path, target_type: 'string' }, configuration],
            },
          ]
        : [];
    default:
      return [];
  }
}

/** Sets an option of yes or no, if the type has it. */
function option({ configuration, entry }: FailingStep, name: string, says: string): readonly QuickFix[] {
  const isKnown = entry.options.some((one) => one.name === name && one.type === 'boolean');
  if (!isKnown || configuration[name] === true) return [];
  return [{ title: `${name}: true`, says, steps: [{ ...configuration, [name]: true }] }];
}

function repairFixes({ configuration, repair }: FailingStep): readonly QuickFix[] {
  const { pattern, formats, matched = 0, tried = 0 } = repair ?? {};
  const share = matched === tried ? 'It reads all of them' : `It reads ${matched} of ${tried}`;
  if (formats && configuration.type === 'date') {
    const added = [...new Set([...listOf(configuration['formats']), ...formats])];
    const says = `${share}: ${formats.join(', ')}`;
    return [{ title: 'Add a format', says, steps: [{ ...configuration, formats: added }] }];
  }
  if (pattern === undefined) return [];
  const says = `${share}: ${pattern}`;
  if (configuration.type === 'grok') {
    const patterns = [...listOf(configuration['patterns']), pattern];
    return [{ title: 'Add a pattern', says, steps: [{ ...configuration, patterns }] }];
  }
  const grok = { type: 'grok', field: configuration['field'], patterns: [pattern] };
  return [{ title: 'Read them by grok', says, steps: handledBy(configuration, grok) }];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** What logs write where there is nothing. */
const nothing: readonly unknown[] = [
  '',
  '-',
  '--',
  'N/A',
  'n/a',
  'null',
  'NULL',
  'none',
  'None',
  'nil',
  'unknown',
];

/** Values that say that there is none. */
function emptyFixes({ configuration, failures }: FailingStep): readonly QuickFix[] {
  const field = failures[0]?.path;
  const values = [...new Set(failures.map(({ value }) => value))];
  if (field === undefined || !values.every((value) => nothing.includes(value))) return [];
  const shown = values.map((value) => writeJson(value)).join(', ');
  return [
    {
      title: 'Take it as no value',
      says: `A step before it removes ${field} where it is ${shown}.`,
      steps: [
        { type: 'remove_empty', field: [field], values },
        { ...configuration, ignore_missing: true },
      ],
    },
  ];
}

/** The step of `convert` with each type that takes more. */
function otherTypes({ configuration, failures }: FailingStep): readonly QuickFix[] {
  const isNumber = failures.every(({ value }) => value !== undefined && /^-?\d+(?:\.\d+)?$/.test(value));
  const now = String(configuration['target_type']).toLowerCase();
  const types = [...(isNumber ? ['double'] : []), 'auto', 'string'].filter((type) => type !== now);
  const says: Readonly<Record<string, string>> = {
    double: 'Their values are numbers with decimals, or large ones.',
    auto: 'What is a number, true or false becomes that; any other text stays.',
    string: 'Each value becomes a text.',
  };
  return types.map((type) => ({
    title: `Convert to ${type}`,
    says: says[type] ?? '',
    steps: [{ ...configuration, target_type: type }],
  }));
}

/** As many values as a condition names. */
const maxValues = 3;

/** Drops these records alone: by a condition before the step, or where they fail. */
function dropFixes({ configuration, failures }: FailingStep): readonly QuickFix[] {
  const condition = conditionOf(failures);
  if (condition === undefined)
    return hasHandlers(configuration)
      ? []
      : [
          {
            title: 'Drop what fails here',
            says: 'A record at which this step fails is dropped.',
            steps: handledBy(configuration, { type: 'drop' }),
          },
        ];
  const own = configuration['if'];
  const whole = typeof own === 'string' && own !== '' ? `(${own}) AND ${condition}` : condition;
  return [
    {
      title: 'Drop these records',
      says: `A step before it drops records with ${whole}`,
      steps: [{ type: 'drop', if: whole }, configuration],
    },
  ];
}

/** A condition that holds for these records; undefined if their values are too many or not whole. */
function conditionOf(failures: readonly Failure[]): string | undefined {
  const [first] = failures;
  const { code, path } = first ?? {};
  if (path === undefined || failures.some((one) => one.path !== path)) return undefined;
  const name = path.replace(/[\s()[\]{}"*?~^\\:]/g, '\\$&');
  if (code === 'missing_field') return `NOT ${name}:*`;
  if (code === 'null_value') return `${name}:=null`;
  const values = new Set(failures.map(({ value }) => value));
  const texts = [...values].filter((value) => value !== undefined && !/[…\n]/.test(value));
  if (texts.length < values.size || texts.length > maxValues || code === 'wrong_type') return undefined;
  const tests = texts.map((value) => `${name}:=${writeJson(value)}`);
  return tests.length === 1 ? tests[0] : `(${tests.join(' OR ')})`;
}

/** What every type of step may do. A step with handlers of its own has decided. */
function handlerFixes({ configuration }: FailingStep): readonly QuickFix[] {
  if (hasHandlers(configuration)) return [];
  const message = { type: 'set', field: 'error.message', value: '{{{_ingest.on_failure_message}}}' };
  return [
    {
      title: 'ignore_failure: true',
      says: 'The record goes on as it was before this step.',
      steps: [{ ...configuration, ignore_failure: true }],
    },
    {
      title: 'Keep the reason',
      says: 'The record goes on, with the reason in error.message.',
      steps: handledBy(configuration, message),
    },
  ];
}

function hasHandlers({ on_failure: handlers, ignore_failure: ignored }: StepConfiguration): boolean {
  return ignored === true || (Array.isArray(handlers) && handlers.some(isObject));
}

function handledBy(configuration: StepConfiguration, step: StepConfiguration): readonly StepConfiguration[] {
  return [{ ...configuration, on_failure: [step] }];
}
