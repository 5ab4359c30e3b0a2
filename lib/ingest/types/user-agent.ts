import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import {
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  type LateCompile,
  type StepFunction,
} from '../base/definition.ts';
import { textReader } from '../base/read-field.ts';
import { type DataRecord, detach, isRecord, type RecordValue } from '../base/record.ts';

const properties = ['name', 'version', 'os', 'device', 'original'] as const;
type Property = (typeof properties)[number];

/** What a step keeps: so many clients, of texts of at most this length. */
const maxClients = 1000;
const maxTextLength = 500;

const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0';

export const definition = defineType({
  type: 'user_agent',
  options: {
    field: fieldOption,
    target_field: targetAt('user_agent'),
    properties: {
      kind: 'strings',
      default: [...properties],
      allowed: properties,
      ignoresCase: true,
      minItems: 1,
      maxItems: properties.length,
    },
    ignore_missing: ignoreMissingOption,
  },
  allowsEach: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'enrich',
  summary: 'Reads browser, operating system and device from the text by which a client names itself.',
  descriptions: { target_field: 'The field for the result.', properties: 'The members of the result.' },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'A browser',
      configuration: { field: 'agent', properties: ['name', 'version', 'os'] },
      input: { agent: desktop },
      output: {
        agent: desktop,
        user_agent: { name: 'Firefox', version: '121.0', os: { name: 'Linux' } },
      },
    },
    { title: 'A number', configuration: { field: 'agent' }, input: { agent: 1 }, failure: 'wrong_type' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) => `Reads the client in ${field.text} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target, properties: chosen }) =>
    chosen.map((name) => `${target.text}.${name.toLowerCase()}`),
};

type ReadClient = (text: string) => DataRecord;

export const compile: LateCompile<typeof definition> = {
  load: async () => {
    const { clientOf } = await import('../text/user-agent.ts');
    return (options) => compileWith(options, clientOf);
  },
};

function compileWith(options: Parameters<Compile<typeof definition>>[0], clientOf: ReadClient): StepFunction {
  const { target_field: target } = options;
  const chosen = new Set(options.properties.map((name) => name.toLowerCase()));
  const kept = properties.filter((name) => chosen.has(name));
  const readText = textReader(options);
  const clients = new Clients(kept, clientOf);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    return target.set(record, copyClient(clients.find(text)));
  };
}

interface KnownClient {
  readonly text: string;
  readonly client: DataRecord;
}

/** The clients of the last records. */
class Clients {
  readonly #kept: readonly Property[];
  readonly #read: ReadClient;
  readonly #known = new Map<string, KnownClient>();
  /** The last one of each length: to compare one text takes half the time of a look into the map. */
  readonly #last: (KnownClient | undefined)[] = Array.from({ length: maxTextLength + 1 });

  constructor(kept: readonly Property[], read: ReadClient) {
    this.#kept = kept;
    this.#read = read;
  }

  find(text: string): DataRecord {
    if (text.length > maxTextLength) return pick(this.#read(text), this.#kept, text);
    const last = this.#last[text.length];
    if (last?.text === text) return last.client;
    const known = this.#known.get(text) ?? this.#add(detach(text));
    this.#last[text.length] = known;
    return known.client;
  }

  #add(text: string): KnownClient {
    const known = { text, client: pick(this.#read(text), this.#kept, text) };
    if (this.#known.size >= maxClients) this.#known.clear();
    this.#known.set(text, known);
    return known;
  }
}

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
