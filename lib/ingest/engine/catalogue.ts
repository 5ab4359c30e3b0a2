import { commonDescriptions, descriptionsOf } from '../base/common-descriptions.ts';
import { maxFailureSteps, optionTableOf } from '../base/common-options.ts';
import type { Category, OptionDefinition, TypeExample } from '../base/definition.ts';
import type { FailureCode } from '../base/failure.ts';
import type { RecordValue } from '../base/record.ts';
import { preprocessorTypes, type RegisteredType } from './registry.ts';
import { documentations } from './types.table.ts';

/** `object`: names and texts; `steps`: a list of preprocessors. */
type CatalogueOptionType =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'path'
  | 'paths'
  | 'strings'
  | 'object'
  | 'objects'
  | 'any'
  | 'step'
  | 'steps';

interface CatalogueOption {
  readonly name: string;
  readonly type: CatalogueOptionType;
  readonly required: boolean;
  readonly default?: RecordValue;
  /** The least value of an integer, length of a text in characters, or number of values of a list. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly allowed?: readonly string[];
  readonly description: string;
}

interface CatalogueEntry {
  readonly type: string;
  readonly summary: string;
  readonly category: Category;
  readonly options: readonly CatalogueOption[];
  readonly examples: readonly TypeExample[];
  readonly failures: readonly FailureCode[];
}

/** Every step can fail with these. */
const commonFailures: readonly FailureCode[] = ['record_timeout', 'output_too_large', 'deadline_exceeded'];

const optionTypes: Readonly<Record<OptionDefinition['kind'], CatalogueOptionType>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'integer',
  path: 'path',
  paths: 'paths',
  strings: 'strings',
  texts: 'object',
  value: 'any',
  objects: 'objects',
  step: 'step',
};

const onFailure: CatalogueOption = {
  name: 'on_failure',
  type: 'steps',
  required: false,
  minimum: 1,
  maximum: maxFailureSteps,
  description: commonDescriptions.on_failure,
};

/** All types in their order. */
export function catalogue(): readonly CatalogueEntry[] {
  return preprocessorTypes.map(catalogueEntry);
}

export function catalogueEntry(type: RegisteredType): CatalogueEntry {
  const documentation = documentations[type.type];
  const { summary, category, examples, failures } = documentation;
  const descriptions = descriptionsOf(documentation);
  return {
    type: type.type,
    summary,
    category,
    options: [
      ...Object.entries(optionTableOf(type)).map(([name, option]) =>
        describeOption(name, option, descriptions[name]),
      ),
      onFailure,
    ],
    examples,
    failures: [...new Set([...failures, ...commonFailures])],
  };
}

function describeOption(name: string, option: OptionDefinition, description = ''): CatalogueOption {
  const isList = ['paths', 'strings', 'texts', 'objects'].includes(option.kind);
  const minimum = isList ? option.minItems : (option.minLength ?? option.minimum);
  const maximum = isList ? option.maxItems : (option.maxLength ?? option.maximum);
  return {
    name,
    type: optionTypes[option.kind],
    required: option.required === true,
    ...(option.default === undefined ? {} : { default: option.default }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(option.allowed === undefined ? {} : { allowed: option.allowed }),
    description,
  };
}
