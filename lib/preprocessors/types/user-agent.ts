/** `user_agent`: the browser, system and device of a client. */

import { UAParser } from 'ua-parser-js';
import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import { defineType } from '../base/definition.ts';
import { readTextField } from '../base/read-field.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';

const properties = ['name', 'version', 'os', 'device', 'original'] as const;
type Property = (typeof properties)[number];

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
  compile(options) {
    const { target_field: target } = options;
    const chosen = new Set(options.properties.map((name) => name.toLowerCase()));
    const kept = properties.filter((name) => chosen.has(name));
    const known = new Map<string, DataRecord>();
    return (record) => {
      const text = readTextField(options, record);
      if (typeof text !== 'string') return text;
      let client = known.get(text);
      if (!client) {
        client = pick(clientOf(text), kept, text);
        if (known.size >= maxCached) known.clear();
        if (text.length <= maxRead) known.set(text, client);
      }
      return target.set(record, copyClient(client));
    };
  },
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

const maxCached = 1000;
/** The expressions of the parser are slow on long texts. */
const maxRead = 500;
const cache = new Map<string, DataRecord>();

/** Shared by all steps: the parser takes a thousand times as long as a step. */
function clientOf(text: string): DataRecord {
  const key = text.slice(0, maxRead);
  const known = cache.get(key);
  if (known) return known;
  const client = parseClient(key);
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, client);
  return client;
}

/** Names that Elasticsearch's parser gives to the same clients. */
const names: Readonly<Record<string, string>> = {
  'Mac OS': 'Mac OS X',
  'Chromium OS': 'Chrome OS',
  Macintosh: 'Mac',
  'Mobile Chrome': 'Chrome Mobile',
  'Mobile Firefox': 'Firefox Mobile',
  'Chrome WebView': 'Chrome Mobile WebView',
  'Samsung Internet': 'Samsung Internet',
};

function nameOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (names[name] ?? name);
}

/** What names itself first, as in `curl/8.5.0`. */
const tool = /^(?!Mozilla\/)([A-Za-z][\w.-]*)\/(\d+(?:\.\d+)*)/;

function parseClient(text: string): DataRecord {
  const { browser, os, device } = new UAParser(text).getResult();
  const [, toolName, toolVersion] = browser.name === undefined ? (tool.exec(text) ?? []) : [];
  const version = browser.version ?? toolVersion;
  const isMobile = device.type === 'mobile';
  const browserName = isMobile && browser.name === 'Chrome' ? 'Chrome Mobile' : nameOf(browser.name);
  return {
    name: browserName ?? toolName ?? 'Other',
    ...(version === undefined ? {} : { version }),
    ...(os.name === undefined ? {} : { os: systemOf(os.name, os.version) }),
    device: { name: deviceOf(device.vendor, device.model) },
  };
}

function systemOf(name: string, version: string | undefined): DataRecord {
  const known = nameOf(name) ?? name;
  const isNumbered = version !== undefined && /\d|^[A-Z]/.test(version);
  return isNumbered ? { name: known, version, full: `${known} ${version}` } : { name: known, full: known };
}

function deviceOf(vendor: string | undefined, model: string | undefined): string {
  if (model === undefined) return 'Other';
  return vendor === undefined || vendor === 'Apple' ? (nameOf(model) ?? model) : `${vendor} ${model}`;
}
