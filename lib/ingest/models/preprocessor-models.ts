/** The models of the descriptors that describe preprocessors, made from the tables of their types. */

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import { commonDescriptions, descriptionsOf } from '../base/common-descriptions.ts';
import { eachOption, maxFailureSteps, stepOptions } from '../base/common-options.ts';
import type { OptionDefinition, OptionTable } from '../base/definition.ts';
import { defaultMaxLength } from '../engine/check-options.ts';
import type { DocumentedType } from '../engine/documented-types.ts';

/** A model or a property, in the words of a descriptor. */
type Words = Readonly<Record<string, unknown>>;

/** The model that stands for all types. */
export const stepModel = 'SourcePreProcessor';

/** By id: the model of all types, then one for each type, in their order. */
export function preprocessorModels(types: readonly DocumentedType[]): Readonly<Record<string, Words>> {
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
      ...propertiesOf(stepOptions, commonDescriptions),
      on_failure: {
        type: 'array',
        description: commonDescriptions.on_failure.replace(/\.$/, ''),
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

function typeModel(documented: DocumentedType): Words {
  const { type, summary, options, allowsEach } = documented;
  const own: OptionTable = allowsEach ? { ...options, each: eachOption } : options;
  return {
    id: type,
    description: summary.replace(/\.$/, ''),
    properties: propertiesOf(own, descriptionsOf(documented)),
  };
}

function propertiesOf(options: OptionTable, descriptions: Readonly<Record<string, string>>): Words {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, propertyOf(option, descriptions[name] ?? '')]),
  );
}

function propertyOf(option: OptionDefinition, sentence: string): Words {
  const { type, ...words } = typeOf(option);
  const { default: defaultValue, required } = option;
  return omitUndefined({ type, description: describe(option, sentence), ...words, defaultValue, required });
}

function typeOf(option: OptionDefinition): Words {
  switch (option.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return omitUndefined({ type: 'int', minimum: option.minimum, maximum: option.maximum });
    case 'value':
      return { type: 'any' };
    case 'step':
      return { $ref: stepModel };
    case 'objects':
      return omitUndefined({
        type: 'array',
        items: { type: 'object' },
        minItems: option.minItems,
        maxItems: option.maxItems,
      });
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
  return omitUndefined({ type: 'string', minLength, maxLength, enum: ignoresCase ? undefined : allowed });
}

/** The language has no limits for a list that may also be a single text: the engine checks them. */
function listWords(option: OptionDefinition): Words {
  const { acceptsSingle, minItems, maxItems } = option;
  if (acceptsSingle) return { type: ['string', 'List[string]'] };
  return omitUndefined({ type: 'array', items: textWords(option), minItems, maxItems });
}

/** The language has no values that match in any letter case. */
function describe({ allowed, ignoresCase }: OptionDefinition, sentence: string): string {
  const words = sentence.replace(/\.$/, '');
  return allowed && ignoresCase ? `${words}: ${allowed.join(', ')} in any letter case` : words;
}

const lineWidth = 110;
const indentation = '  ';

/**
 * The models take the place of those that the text has for the types, which may be others.
 *
 * @throws Error when the text has no models.
 */
export function replaceModels(text: string, models: Readonly<Record<string, Words>>): string {
  const tree = parseTree(text);
  const declared = tree && findNodeAtLocation(tree, ['models']);
  if (!declared?.children) throw new Error('The descriptor has no models.');
  const isGenerated = generatedIn(declared);
  const places = declared.children.filter(isGenerated);
  const kept = (node: Node) => text.slice(node.offset, node.offset + node.length);
  const made = Object.entries(models).map(
    ([id, model]) => `"${id}": ${print(model, indentation.repeat(2), id)}`,
  );
  const members = declared.children.flatMap((node) =>
    isGenerated(node) ? (node === places[0] ? made : []) : [kept(node)],
  );
  if (places.length === 0) members.push(...made);
  const body = members.map((member) => `\n${indentation.repeat(2)}${member}`).join(',');
  const end = declared.offset + declared.length;
  return `${text.slice(0, declared.offset)}{${body}\n${indentation}}${text.slice(end)}`;
}

/** The model of all types, and the models that it has as sub types. */
function generatedIn(models: Node): (property: Node) => boolean {
  const subTypes = findNodeAtLocation(models, [stepModel, 'subTypes'])?.children ?? [];
  const ids = new Set<unknown>([stepModel, ...subTypes.map(({ value }) => value)]);
  return (property) => ids.has(property.children?.[0]?.value);
}

/** In the format of the project: on one line if it fits. */
function print(value: unknown, indent: string, name: string): string {
  const line = printLine(value);
  // The name, its quotes, the colon and the comma.
  const isShort = indent.length + name.length + 5 + line.length <= lineWidth;
  if (typeof value !== 'object' || value === null || (isShort && indent.length > 6)) return line;
  const inner = indent + indentation;
  const members = Array.isArray(value)
    ? value.map((item) => print(item, inner, ''))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${print(member, inner, key)}`);
  if (members.length === 0) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

function printLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${printLine(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
