import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Check, type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { knownPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import { isMoment } from '../dates/date-failure.ts';
import { compileMomentReader, compileMomentWriter } from '../dates/date-format.ts';
import { english } from '../dates/date-names.ts';
import { futureDescription, futureOf, futureOption, timezoneOption, zoneOf } from '../dates/time-options.ts';
import { readKlog } from '../text/klog.ts';

export const definition = defineType({
  type: 'klog',
  options: {
    field: fieldOption,
    target_field: targetAt('klog'),
    timezone: timezoneOption,
    future: futureOption,
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Reads a line of klog, the log of Kubernetes, into the fields of the Elastic Common Schema.',
  descriptions: {
    target_field: 'The object for the pairs of a structured message.',
    timezone: 'The zone of the times, which name none: UTC, +02:00 or Europe/Paris.',
    future: futureDescription,
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match', 'invalid_date'],
  examples: [
    {
      title: 'A message without the header',
      configuration: { field: 'message' },
      input: { message: 'Failed to list *v1.Pod: timeout' },
      failure: 'no_match',
    },
    {
      title: 'A day that no month has',
      configuration: { field: 'message' },
      input: { message: 'E1332 10:15:01.123456 4021 reflector.go:126] timeout' },
      failure: 'invalid_date',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) =>
    `Reads the line of klog in ${field.text} into log, message and @timestamp, and its pairs into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [
    ...['@timestamp', 'log.level', 'log.origin.file.name', 'log.origin.file.line'],
    ...['process.thread.id', 'message', `${target.text}.*`],
  ],
};

export const check: Check<typeof definition> = (options) => {
  zoneOf(options);
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target } = options;
  const zone = zoneOf(options);
  const future = futureOf(options);
  const names = english;
  const readMoment = compileMomentReader('MMdd HH:mm:ss.SSSSSS', names);
  const write = compileMomentWriter(undefined, names);
  const readText = textReader(options);
  const [timePath, levelPath, messagePath] = ['@timestamp', 'log.level', 'message'].map(knownPath);
  const [filePath, linePath, threadPath] = [
    'log.origin.file.name',
    'log.origin.file.line',
    'process.thread.id',
  ].map(knownPath);
  return (record, { now }) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const found = readKlog(text);
    if (!found) return fieldFailure('no_match', field, 'is not a line of klog', text);
    const moment = readMoment(found.time, { zone, now, future });
    if (!isMoment(moment)) return fieldFailure('invalid_date', field, 'has a time that is none', found.time);
    return (
      timePath?.set(record, write(moment, zone)) ??
      levelPath?.set(record, found.level) ??
      filePath?.set(record, found.file) ??
      linePath?.set(record, found.line) ??
      threadPath?.set(record, found.thread) ??
      messagePath?.set(record, found.message) ??
      (found.pairs && target.set(record, found.pairs))
    );
  };
};
