import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import {
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  type StepContext,
  type StepFunction,
} from '../base/definition.ts';
import { type Outcome, terminated, wrongType } from '../base/failure.ts';
import { readFieldValue } from '../base/read-field.ts';
import { type DataRecord, isRecord, type RecordValue, writeMember } from '../base/record.ts';

export const definition = defineType({
  type: 'foreach',
  options: {
    field: fieldOption,
    processor: { kind: 'step', required: true },
    ignore_missing: ignoreMissingOption,
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary:
    'Runs a step for each value of a list, or each member of an object. In its paths the value is `_ingest._value`, and the name of a member `_ingest._key`.',
  descriptions: {
    field: 'The list or object.',
    processor: 'The step to run, with its own type and options. It may read and change other fields, too.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'Texts',
      configuration: { field: 'tags', processor: { type: 'uppercase', field: '_ingest._value' } },
      input: { tags: ['a', 'b'] },
      output: { tags: ['A', 'B'] },
    },
    {
      title: 'Objects of a list',
      configuration: {
        field: 'resources',
        processor: { type: 'rename', field: '_ingest._value.ARN', target_field: '_ingest._value.arn' },
      },
      input: { resources: [{ ARN: 'a' }, { ARN: 'b' }] },
      output: { resources: [{ arn: 'a' }, { arn: 'b' }] },
    },
    {
      title: 'Members of an object, collected in another field',
      configuration: {
        field: 'hosts',
        processor: { type: 'append', field: 'seen', value: '{{_ingest._key}}={{_ingest._value}}' },
      },
      input: { hosts: { a: 1, b: 2 } },
      output: { hosts: { a: 1, b: 2 }, seen: ['a=1', 'b=2'] },
    },
    {
      title: 'A single value',
      configuration: { field: 'tags', processor: { type: 'uppercase', field: '_ingest._value' } },
      input: { tags: 'a' },
      failure: 'wrong_type',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, processor }) => `Runs ${String(processor['type'])} for each value of ${field.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ field }) => [field.text],
};

export const compile: Compile<typeof definition> = (options, inner = () => undefined) => {
  const { field } = options;
  return (record, context) => {
    const read = readFieldValue(options, record);
    if (!read || 'code' in read) return read;
    const { value } = read;
    const loop = new Loop(record, context, inner);
    if (Array.isArray(value)) {
      const outcome = loop.overList(value);
      return outcome ?? field.set(record, loop.values) ?? loop.end;
    }
    if (!isRecord(value)) return wrongType(field.text, value, 'a list or an object');
    const outcome = loop.overMembers(value);
    return outcome ?? field.set(record, loop.members) ?? loop.end;
  };
};

/** Runs a step while `_ingest` of the record is the value in hand. */
class Loop {
  readonly values: RecordValue[] = [];
  readonly members: DataRecord = {};
  /** `terminated` if the step has ended the pipeline for a value: the others are processed first, as in Elasticsearch. */
  end: typeof terminated | undefined;
  readonly #record: DataRecord;
  readonly #context: StepContext;
  readonly #inner: StepFunction;

  constructor(record: DataRecord, context: StepContext, inner: StepFunction) {
    this.#record = record;
    // The traces of a step are its own, however often the step within it runs.
    this.#context = { ...context, watcher: undefined } as StepContext;
    this.#inner = inner;
  }

  overList(list: readonly RecordValue[]): Outcome {
    return this.#over(list, (value) => {
      const variables: DataRecord = { _value: value };
      const outcome = this.#run(variables);
      this.values.push(variables['_value'] ?? null);
      return outcome;
    });
  }

  /** A changed `_key` renames the member. */
  overMembers(object: DataRecord): Outcome {
    return this.#over(Object.entries(object), ([name, value]) => {
      if (value === undefined) return undefined;
      const variables: DataRecord = { _key: name, _value: value };
      const outcome = this.#run(variables);
      const { _key: key } = variables;
      writeMember(this.members, typeof key === 'string' ? key : name, variables['_value'] ?? null);
      return outcome;
    });
  }

  /** The outer value of a nested loop, or a member of the record, is back afterwards. */
  #over<Item>(items: readonly Item[], run: (item: Item) => Outcome): Outcome {
    const { _ingest: outer } = this.#record;
    try {
      for (const item of items) {
        const outcome = run(item);
        if (outcome !== undefined) return outcome;
      }
      return undefined;
    } finally {
      this.#record['_ingest'] = outer;
    }
  }

  #run(variables: DataRecord): Outcome {
    this.#record['_ingest'] = variables;
    const outcome = this.#inner(this.#record, this.#context);
    if (outcome !== terminated) return outcome;
    this.end = terminated;
    return undefined;
  }
}
