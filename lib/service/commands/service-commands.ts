import { type CommandDeclaration, jsonOption, tableOptions } from 'headwater/command-line';

export const previewCommand = {
  name: 'preview',
  summary: 'shows what a source makes of records, step by step',
  arguments: {
    source: {
      placeholder: 'SOURCE.json',
      description: 'a file with what POST /source accepts, or what GET /source/{id} returns',
    },
    sample: {
      placeholder: 'SAMPLE',
      description:
        'a file of records: JSON, or a text in the format of the source; by default, and for -, standard input',
      isOptional: true,
    },
  },
  options: {
    check: { description: 'exit with code 1 unless the documents are those that the sample expects' },
    pipelines: {
      placeholder: 'FOLDER',
      description: 'a folder with the pipelines that steps run: NAME.json is what PUT /pipeline/NAME accepts',
    },
    all: { description: 'show all records, not the first ten' },
    json: jsonOption,
  },
  exitCodes: { 1: 'documents that differ with --check' },
} as const satisfies CommandDeclaration;

export const suggestCommand = {
  name: 'suggest',
  summary: 'suggests a source for the lines of a log',
  arguments: {
    log: {
      placeholder: 'FILE',
      description:
        'a file with lines, CSV or JSON; by default, and for -, standard input. The result is a body for POST /source',
      isOptional: true,
    },
  },
} as const satisfies CommandDeclaration;

/** The option of both commands for ingest pipelines. */
const incomplete = {
  options: { 'allow-incomplete': { description: 'leave out what has no equivalent, in place of an error' } },
  exitCodes: { 1: 'a step without an equivalent' },
} as const;

export const importCommand = {
  name: 'import-pipeline',
  summary: 'turns an ingest pipeline of Elasticsearch into preprocessors',
  arguments: {
    pipeline: {
      placeholder: 'PIPELINE',
      description: 'a file with an ingest pipeline in JSON or YAML; the result is a body for POST /source',
    },
  },
  ...incomplete,
} as const satisfies CommandDeclaration;

export const exportCommand = {
  name: 'export-pipeline',
  summary: 'writes the preprocessors of a source as an ingest pipeline of Elasticsearch',
  arguments: {
    source: {
      placeholder: 'SOURCE.json',
      description: 'a file with what POST /source accepts, or what GET /source/{id} returns',
    },
  },
  ...incomplete,
} as const satisfies CommandDeclaration;

export const workCommand = {
  name: 'work',
  summary: 'lists replays of all owners that run or have failed, sinks, and alerts of streams',
  options: { ...tableOptions, json: jsonOption },
} as const satisfies CommandDeclaration;
