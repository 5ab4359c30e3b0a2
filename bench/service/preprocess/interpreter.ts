/** The work of the mixes by an interpreter of the configuration, over the usual npm libraries. */

import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { UAParser } from 'ua-parser-js';

type Options = Readonly<Record<string, unknown>>;
type Target = Record<string, unknown>;

function read(record: Target, path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('.')) value = (value as Target | undefined)?.[name];
  return value;
}

function write(record: Target, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let target = record;
  for (const name of names) {
    target[name] ??= {};
    target = target[name] as Target;
  }
  target[last] = value;
}

const expressions = new Map<string, RegExp>();

/** An expression with named groups, since the library for grok would be slower. */
const nginx =
  '^(?<client>\\S+) - (?<user>\\S+) \\[(?<time>[^\\]]+)\\] "(?<method>\\w+) (?<path>\\S+) HTTP/(?<version>[\\d.]+)" (?<status>\\d+) (?<bytes>\\d+) "(?<referrer>.*?)" "(?<agent>.*?)"$';

function matchLine(record: Target, field: string): void {
  let expression = expressions.get(nginx);
  if (!expression) {
    expression = new RegExp(nginx);
    expressions.set(nginx, expression);
  }
  const groups = expression.exec(String(read(record, field)))?.groups;
  if (!groups) throw new Error('no match');
  for (const [name, value] of Object.entries(groups)) write(record, name, value);
}

const luxonFormats = new Map([
  ['dd/MMM/yyyy:HH:mm:ss Z', 'dd/MMM/yyyy:HH:mm:ss ZZZ'],
  ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
]);

function readDate(record: Target, { field, formats }: Options): void {
  for (const format of formats as readonly string[]) {
    const date = DateTime.fromFormat(
      String(read(record, String(field))),
      luxonFormats.get(format) ?? format,
      { zone: 'utc' },
    );
    if (date.isValid) {
      write(record, '@timestamp', date.toISO());
      return;
    }
  }
  throw new Error('no date');
}

const steps: Readonly<Record<string, (record: Target, options: Options) => void>> = {
  grok: (record, { field }) => matchLine(record, String(field)),
  dissect: (record, { field }) => matchLine(record, String(field)),
  csv(record, { field, target_fields: targets }) {
    const [values = []] = parse(String(read(record, String(field)))) as string[][];
    for (const [index, name] of (targets as readonly string[]).entries()) write(record, name, values[index]);
  },
  date: readDate,
  convert(record, { field, target_type: type }) {
    const number = Number(read(record, String(field)));
    write(record, String(field), type === 'double' ? number : Math.trunc(number));
  },
  rename(record, { field, target_field: target }) {
    write(record, String(target), read(record, String(field)));
    delete record[String(field)];
  },
  remove(record, { field }) {
    for (const name of field as readonly string[]) delete record[name];
  },
  user_agent(record, { field }) {
    const { browser, os, device } = new UAParser(String(read(record, String(field)))).getResult();
    write(record, 'user_agent', { ...browser, os, device });
  },
};

export function interpret(preprocessors: readonly Options[], record: Target): Target | undefined {
  const copy = structuredClone(record);
  try {
    for (const options of preprocessors) steps[String(options['type'])]?.(copy, options);
    return copy;
  } catch {
    return undefined;
  }
}
