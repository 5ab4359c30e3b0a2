/** The models of the descriptors that describe preprocessors, made from the tables of their types. */

import { eachOption, maxFailureSteps, onFailureDescription, stepOptions } from '../base/common-options.ts';
import type { OptionDefinition, OptionTable, PreprocessorType } from '../base/definition.ts';
import { defaultMaxLength } from '../engine/check-options.ts';

/** A model or a property, in the words of a descriptor. */
export type Words = Readonly<Record<string, unknown>>;

/** The model that stands for all types. */
export const stepModel = 'SourcePreProcessor';

/** By id: the model of all types, then one for each type, in their order. */
export function preprocessorModels(types: readonly PreprocessorType[]): Readonly<Record<string, Words>> {
  const ids = types.map(({ type }) => type);
  const models = [parentModel(ids), ...types.map(typeModel)];
  return Object.fromEntries(models.map((model) => [model['id'], model]));
}

function parentModel(ids: readonly string[]): Words {
  return {
    id: stepModel,
    description: 'One transformation; its options depend on its type',
    'x-example': { type: 'lowercase', field: 'method' },
    discriminator: 'type',
    subTypes: ids,
    properties: {
      type: { type: 'string', description: 'What it does with a record', enum: ids, required: true },
      ...propertiesOf(stepOptions),
      on_failure: {
        type: 'array',
        description: onFailureDescription.replace(/\.$/, ''),
        items: { $ref: stepModel },
        minItems: 1,
        maxItems: maxFailureSteps,
      },
      ...readOnlyProperties,
    },
  };
}

/** What the service says about a step, where one source is read. */
const readOnlyProperties = {
  summary: {
    type: 'string',
    description: 'What the step does, as a sentence; not in lists',
    'x-read-only': true,
  },
  inputs: {
    type: 'List[string]',
    description: 'The fields that it reads; not in lists',
    'x-read-only': true,
  },
  outputs: {
    type: 'List[string]',
    description: 'The fields that it writes, `a.*` for names that come from the data; not in lists',
    'x-read-only': true,
  },
};

function typeModel({ type, summary, options, allowsEach }: PreprocessorType): Words {
  const own: OptionTable = allowsEach ? { ...options, each: eachOption } : options;
  return { id: type, description: summary.replace(/\.$/, ''), properties: propertiesOf(own) };
}

function propertiesOf(options: OptionTable): Words {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, propertyOf(option)]));
}

function propertyOf(option: OptionDefinition): Words {
  const { type, ...words } = typeOf(option);
  return {
    type,
    description: describe(option),
    ...words,
    ...(option.default === undefined ? {} : { defaultValue: option.default }),
    ...(option.required ? { required: true } : {}),
  };
}

function typeOf(option: OptionDefinition): Words {
  switch (option.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'value':
      return { type: 'any' };
    case 'string':
    case 'path':
      return textWords(option);
    case 'texts':
      return { type: 'object', additionalProperties: textWords(option) };
    case 'strings':
    case 'paths':
      return listWords(option);
  }
}

function textWords({
  minLength,
  maxLength = defaultMaxLength,
  allowed,
  ignoresCase,
}: OptionDefinition): Words {
  return {
    type: 'string',
    ...(minLength === undefined ? {} : { minLength }),
    maxLength,
    ...(allowed && !ignoresCase ? { enum: allowed } : {}),
  };
}

/** The language has no limits for a list that may also be a single text: the engine checks them. */
function listWords(option: OptionDefinition): Words {
  const { acceptsSingle, minItems, maxItems } = option;
  if (acceptsSingle) return { type: ['string', 'List[string]'] };
  return {
    type: 'array',
    items: textWords(option),
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
  };
}

/** The language has no values that match in any letter case. */
function describe({ description, allowed, ignoresCase }: OptionDefinition): string {
  const sentence = description.replace(/\.$/, '');
  return allowed && ignoresCase ? `${sentence}: ${allowed.join(', ')} in any letter case` : sentence;
}
