import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { terminated } from '../base/failure.ts';
import { type FieldPath, findPath, knownPath } from '../base/field-path.ts';
import type { DataRecord } from '../base/record.ts';

/** @param path The field that the type writes, and by default reads. */
function partOption<const Path extends string>(path: Path) {
  const bounds = { minItems: 1, maxItems: 16, maxLength: 512 } as const;
  return { kind: 'strings', acceptsSingle: true, default: `{{${path}}}`, ...bounds } as const;
}

export const definition = defineType({
  type: 'reroute',
  options: {
    destination: { kind: 'string', minLength: 1, maxLength: 255 },
    target_type: partOption('data_stream.type'),
    dataset: partOption('data_stream.dataset'),
    namespace: partOption('data_stream.namespace'),
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary:
    'Names the data stream of the record in `data_stream.type`, `data_stream.dataset` and `data_stream.namespace`, for what reads it later, and ends the pipeline. The record stays in its stream. `event.dataset` gets the dataset if it is there.',
  descriptions: {
    destination:
      'All three parts, such as `logs-nginx.access-default`; it cannot be set together with the others.',
    target_type: 'As `dataset`; `logs` if no reference has a text. It is `type` in Elasticsearch.',
    dataset:
      'A text or a reference such as `{{service.name}}`, or a list of them: the first reference to a text counts, in lower case, of at most 100 characters, and with `_` for those that a name cannot have. `generic` if there is none.',
    namespace: 'As `dataset`, but with `-`; `default` if no reference has a text.',
  },
  failures: ['wrong_path'],
  examples: [
    {
      title: 'By a field, or a text if it is absent',
      configuration: { dataset: ['{{service.name}}', 'other'] },
      input: { service: { name: 'Web Shop' } },
      output: {
        service: { name: 'Web Shop' },
        data_stream: { type: 'logs', dataset: 'web_shop', namespace: 'default' },
      },
    },
    {
      title: 'A destination',
      configuration: { destination: 'metrics-nginx.status-prod', if: 'kind:=status' },
      input: { kind: 'status' },
      output: {
        kind: 'status',
        data_stream: { type: 'metrics', dataset: 'nginx.status', namespace: 'prod' },
      },
    },
    {
      title: 'A field in the way',
      configuration: { dataset: 'nginx' },
      input: { data_stream: 'a' },
      failure: 'wrong_path',
    },
  ],
};

const parts = ['target_type', 'dataset', 'namespace'] as const;
type Part = (typeof parts)[number];

/** The fields of the parts, and what they are if no reference has a text. */
const fields: Readonly<Record<Part, { readonly path: FieldPath; readonly fallback: string }>> = {
  target_type: { path: knownPath('data_stream.type'), fallback: 'logs' },
  dataset: { path: knownPath('data_stream.dataset'), fallback: 'generic' },
  namespace: { path: knownPath('data_stream.namespace'), fallback: 'default' },
};
const eventDataset = knownPath('event.dataset');

export const effect: Effect<typeof definition> = {
  describe: ({ destination, dataset }) =>
    `Names the data stream ${destination ?? `of ${dataset.join(' or ')}`}, and ends the pipeline.`,
  inputs: ({ destination, ...options }) =>
    destination === undefined
      ? parts.flatMap((part) => options[part].flatMap((text) => reference.exec(text)?.[1] ?? []))
      : [],
  outputs: () => parts.map((part) => fields[part].path.text),
};

const reference = /^\{\{\{?\s*([^{}\s]+)\s*\}?\}\}$/;
const maxLength = 100;

/** As Elasticsearch does, whose names have no other characters. */
function cleaned(text: string, part: Part): string {
  const forbidden = part === 'namespace' ? /[\\/*?"<>| ,#:]/g : /[\\/*?"<>| ,#:-]/g;
  return text.toLowerCase().slice(0, maxLength).toWellFormed().replace(forbidden, '_');
}

type PartReader = (record: DataRecord) => string | undefined;

/** @throws InvalidOption */
function compilePart(text: string, part: Part): PartReader {
  const [, name] = reference.exec(text) ?? [];
  if (name === undefined) {
    if (text === '' || text.includes('{{') || cleaned(text, part) !== text)
      throw new InvalidOption(
        part,
        `has ${JSON.stringify(text)}: a reference such as {{a.b}}, or a name in lower case without ${part === 'namespace' ? '' : '-, '}spaces and \\/*?"<>|,#:, is accepted`,
      );
    return () => text;
  }
  const path = findPath(name);
  if (typeof path === 'string') throw new InvalidOption(part, `has {{${name}}}: ${path}`);
  return (record) => {
    const value = path.get(record);
    return typeof value === 'string' ? cleaned(value, part) : undefined;
  };
}

type Options = Parameters<Compile<typeof definition>>[0];

/** One reader for each part. @throws InvalidOption */
function compileParts({ destination, ...options }: Options): readonly PartReader[] {
  if (destination === undefined)
    return parts.map((part) => {
      const readers = options[part].map((text) => compilePart(text, part));
      return (record) => {
        for (const read of readers) {
          const text = read(record);
          if (text !== undefined) return text;
        }
        return undefined;
      };
    });
  const isSet = (part: Part) => options[part].join() !== definition.options[part].default;
  const other = parts.find(isSet);
  if (other) throw new InvalidOption('destination', `cannot be set together with ${other}`);
  const texts = /^([^-]+)-([^-]+)-(.+)$/.exec(destination)?.slice(1) ?? [];
  const isName = texts.length > 0 && parts.every((part, at) => cleaned(texts[at] ?? '', part) === texts[at]);
  if (!isName)
    throw new InvalidOption(
      'destination',
      'must be type-dataset-namespace, such as logs-nginx.access-default: there are no other indices',
    );
  return texts.map((text) => () => text);
}

export const check: Check<typeof definition> = (options) => {
  compileParts(options);
};

export const compile: Compile<typeof definition> = (options) => {
  const readers = compileParts(options);
  return (record) => {
    // The references may be to these fields, so all are read first.
    const texts = readers.map((read) => read(record));
    for (const [at, part] of parts.entries()) {
      const { path, fallback } = fields[part];
      const text = texts[at] ?? fallback;
      const problem =
        path.set(record, text) ??
        (part === 'dataset' && eventDataset.has(record) ? eventDataset.set(record, text) : undefined);
      if (problem) return problem;
    }
    return terminated;
  };
};
