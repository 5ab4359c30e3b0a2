/** Which lines of a `text` source are one record: its options, and what no schema can say about them. */

import { isObject } from '../../headwater/shared/json/is-object.ts';
import { InvalidPattern } from '../base/definition.ts';
import { compileJavaRegex } from '../text/regex.ts';
import type { FormatIssue } from './csv-format.ts';

/** The patterns are regular expressions of Java. */
export interface MultilineFormat {
  /** A line that matches begins a record, and another one continues it. */
  readonly begins?: string;
  /** A line that matches continues the record before it. */
  readonly continues?: string;
  /** The lines of a stack trace continue the record before it, without the two above: true by default. */
  readonly stack_traces?: boolean;
}

const names = ['begins', 'continues', 'stack_traces'];

/** Lists what is wrong with the options of a source, whose members may have any values. */
export function multilineIssues({
  format,
  multiline,
}: {
  readonly format: string;
  readonly multiline?: unknown;
}): FormatIssue[] {
  if (multiline === undefined) return [];
  if (format !== 'text') {
    const message = `must be absent, since the format of the source is ${format}`;
    return [{ pointer: '/multiline', code: 'not_allowed', message }];
  }
  if (!isObject(multiline)) return [{ pointer: '/multiline', code: 'type', message: 'must be an object' }];
  const unknown = Object.keys(multiline)
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, code: 'unknown_member', message: `is unknown; expected ${names.join(', ')}` }));
  const { begins, continues, stack_traces: traces } = multiline;
  const wrong = [
    ...patternIssues('begins', begins),
    ...patternIssues('continues', continues),
    ...(traces === undefined || typeof traces === 'boolean'
      ? []
      : [{ name: 'stack_traces', code: 'type', message: 'must be true or false' }]),
    ...(begins !== undefined && continues !== undefined
      ? [{ name: 'continues', code: 'not_allowed', message: 'must be absent beside begins' }]
      : []),
  ];
  return [...unknown, ...wrong].map(({ name, ...issue }) => ({ pointer: `/multiline/${name}`, ...issue }));
}

function patternIssues(name: string, pattern: unknown) {
  if (pattern === undefined) return [];
  if (typeof pattern !== 'string' || pattern === '')
    return [{ name, code: 'type', message: 'must be a regular expression of Java' }];
  try {
    compileJavaRegex(pattern);
    return [];
  } catch (cause) {
    if (!(cause instanceof InvalidPattern)) throw cause;
    return [
      {
        name,
        code: 'not_allowed',
        message: `must be a regular expression of Java; this one ${cause.message}`,
      },
    ];
  }
}
