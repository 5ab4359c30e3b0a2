import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { failure } from '../base/failure.ts';

export const definition = defineType({
  type: 'pipeline',
  options: {
    name: { kind: 'string', required: true, maxLength: 128 },
    ignore_missing_pipeline: { kind: 'boolean', default: false },
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'control',
  summary:
    'Runs a pipeline that sources share (`PUT /pipeline/{name}`). Its failures are failures of the step; `terminate` ends the pipeline, and `drop` discards the record.',
  descriptions: {
    name: 'The name of the pipeline.',
    ignore_missing_pipeline: 'If there is no such pipeline, the step does nothing.',
  },
  failures: ['missing_pipeline', 'pipeline_cycle', 'pipeline_limit'],
  examples: [
    {
      title: 'A pipeline that does not exist',
      configuration: { name: 'access' },
      input: { a: 1 },
      failure: 'missing_pipeline',
    },
    {
      title: 'A pipeline that need not exist',
      configuration: { name: 'access', ignore_missing_pipeline: true },
      input: { a: 1 },
      output: { a: 1 },
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ name }) => `Runs the pipeline ${name}.`,
  inputs: () => ['*'],
  outputs: () => ['*'],
};

/** As in the path of the resource. */
const namePattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

export const compile: Compile<typeof definition> = ({ name, ignore_missing_pipeline: ignoresMissing }) => {
  if (!namePattern.test(name)) {
    const message = 'must be letters, digits, dots, hyphens and underscores, and begin with none of . and -';
    throw new InvalidOption('name', message);
  }
  return (record, context) => {
    const run = context.pipelines?.get(name);
    if (run) return run(record, context);
    if (ignoresMissing) return undefined;
    const why = context.pipelines ? '' : ': stored pipelines are not read here';
    return failure('missing_pipeline', `There is no pipeline ${name}${why}.`);
  };
};

export const check: Check<typeof definition> = compile;
