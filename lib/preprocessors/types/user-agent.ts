/** `user_agent`: the browser, system and device of a client. */

import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import { compilerOf, defineType } from '../base/definition.ts';
import { textReader } from '../base/read-field.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';

const properties = ['name', 'version', 'os', 'device', 'original'] as const;
type Property = (typeof properties)[number];

/** What a step keeps: so many clients, of texts of at most this length. */
const maxClients = 1000;
const maxTextLength = 500;

export const userAgent = defineType({
  type: 'user_agent',
  category: 'enrich',
  summary: 'Reads browser, operating system and device from the text by which a client names itself.',
  allowsEach: true,
  options: {
    field: fieldOption,
    target_field: {
      kind: 'path',
      default: 'user_agent',
      maxLength: 512,
      description: 'The field for the result.',
    },
    properties: {
      kind: 'strings',
      default: [...properties],
      allowed: properties,
      ignoresCase: true,
      minItems: 1,
      maxItems: properties.length,
      description: 'The members of the result.',
    },
    ignore_missing: ignoreMissingOption,
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'A browser',
      configuration: { field: 'agent', properties: ['name', 'version', 'os'] },
      input: { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' },
      output: {
        agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
        user_agent: { name: 'Firefox', version: '121.0', os: { name: 'Linux', full: 'Linux' } },
      },
    },
    { title: 'A number', configuration: { field: 'agent' }, input: { agent: 1 }, failure: 'wrong_type' },
  ],
  describe: ({ field, target_field: target }) => `Reads the client in ${field.text} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target, properties: chosen }) =>
    chosen.map((name) => `${target.text}.${name.toLowerCase()}`),
});

export const userAgentCompiler = /* @__PURE__ */ compilerOf(userAgent, (options) => {
  const { target_field: target } = options;
  const chosen = new Set(options.properties.map((name) => name.toLowerCase()));
  const kept = properties.filter((name) => chosen.has(name));
  const known = new Map<string, DataRecord>();
  const readText = textReader(options);
  return (record, { clientOf }) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    let client = known.get(text);
    if (!client) {
      client = pick(clientOf(text), kept, text);
      if (known.size >= maxClients) known.clear();
      if (text.length <= maxTextLength) known.set(text, client);
    }
    return target.set(record, copyClient(client));
  };
});

function pick(client: DataRecord, kept: readonly Property[], text: string): DataRecord {
  const members = kept.map((name): [string, RecordValue | undefined] => [
    name,
    name === 'original' ? text : client[name],
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Each record has its own, since later steps may change it. Faster than a copy of any record. */
function copyClient(client: DataRecord): DataRecord {
  const copy = { ...client };
  if (isRecord(copy['os'])) copy['os'] = { ...copy['os'] };
  if (isRecord(copy['device'])) copy['device'] = { ...copy['device'] };
  return copy;
}
