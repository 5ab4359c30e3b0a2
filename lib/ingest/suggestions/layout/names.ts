/** Names for the columns of a layout: that of the Elastic Common Schema where the values show what they are. */

import type { Column } from './layout.ts';

export interface ColumnName {
  readonly name: string;
  /** The values only make it likely. */
  readonly isGuess: boolean;
}

/** Keys of logs, in lower case without signs, and their names. */
const keys: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pid: 'process.pid',
    tid: 'process.thread.id',
    thread: 'process.thread.name',
    level: 'log.level',
    lvl: 'log.level',
    severity: 'log.level',
    loglevel: 'log.level',
    logger: 'log.logger',
    host: 'host.name',
    hostname: 'host.name',
    client: 'client.ip',
    clientip: 'client.ip',
    msg: 'message',
    message: 'message',
    useragent: 'user_agent.original',
    service: 'service.name',
  }),
);

/** A field name of the characters that paths take as they are. */
export function plainName(text: string): string {
  const plain = text
    .trim()
    .replace(/[^A-Za-z0-9_@]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^\d|^$/.test(plain) ? `field_${plain}` : plain.slice(0, 60);
}

/** @param columns In their order. @returns A name for each, all different. */
export function nameColumns(columns: readonly Column[]): readonly ColumnName[] {
  const distinct = new DistinctNames();
  const firstTime =
    columns.find(({ form }) => form?.kind === 'time' || form?.kind === 'epoch') ??
    columns.find(({ form }) => form);
  const lastText = columns.findLast(({ shape, values }) => shape === 'text' && isProse(values));
  return columns.map((column) => {
    const { name, isGuess } =
      column === firstTime
        ? { name: 'timestamp', isGuess: false }
        : column === lastText && !column.key && !columns.some(({ shape }) => shape === 'message')
          ? { name: 'message', isGuess: false }
          : nameOf(column, distinct.taken);
    return { name: distinct.take(name), isGuess };
  });
}

/** Names of which none is another, nor the object that another is in. */
class DistinctNames {
  readonly taken = new Set<string>();
  readonly #objects = new Set<string>();
  /** The last number after each name: a search from 2 each time would be quadratic. */
  readonly #numbers = new Map<string, number>();

  /** @returns the name, with a number if it is taken. */
  take(name: string): string {
    let free = name;
    let number = this.#numbers.get(name) ?? 1;
    while (this.#isTaken(free)) free = `${name}_${++number}`;
    this.#numbers.set(name, number);
    this.taken.add(free);
    for (const object of objectsOf(free)) this.#objects.add(object);
    return free;
  }

  #isTaken(name: string): boolean {
    if (this.taken.has(name) || this.#objects.has(name)) return true;
    return objectsOf(name).some((object) => this.taken.has(object));
  }
}

/** @example objectsOf('a.b.c') // ['a', 'a.b'] */
function objectsOf(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

function isProse(values: Column['values']): boolean {
  const present = values.filter((value) => value !== undefined && value !== '');
  return present.filter((value) => /\S \S/.test(value ?? '')).length > present.length / 2;
}

function nameOf(column: Column, taken: ReadonlySet<string>): ColumnName {
  const { key, unit } = column;
  if (key) {
    const plain = plainName(key);
    const known = keys.get(plain.toLowerCase().replaceAll('_', ''));
    if (known === 'client.ip' && column.shape !== 'ip') return { name: 'client.address', isGuess: false };
    return { name: known && !taken.has(known) ? known : plain, isGuess: false };
  }
  if (column.shape === 'message') return { name: 'message', isGuess: false };
  const present = column.values.filter(
    (value) => value !== undefined && value !== '' && value !== '-',
  ) as string[];
  return { name: byShape(column, present, taken, unit), isGuess: true };
}

function byShape(
  { shape, bracket }: Column,
  values: readonly string[],
  taken: ReadonlySet<string>,
  unit?: string,
): string {
  switch (shape) {
    case 'level':
    case 'letter':
      return 'log.level';
    case 'logger':
      return values.every(isHost) ? hostName(taken) : 'log.logger';
    case 'ip':
      return taken.has('source.ip') ? 'destination.ip' : 'source.ip';
    case 'address':
      return taken.has('source.address') ? 'destination.address' : 'source.address';
    case 'method':
      return 'http.request.method';
    case 'path':
      return values.every((value) => /\.\w{1,5}$/.test(value)) ? 'file.path' : 'url.path';
    case 'url':
      return 'url.full';
    case 'uuid':
      return taken.has('trace.id') ? 'id' : 'trace.id';
    case 'hex':
      return taken.has('trace.id') ? 'span.id' : 'trace.id';
    case 'email':
      return 'user.email';
    case 'mac':
      return 'source.mac';
    case 'time':
      return 'time';
    case 'duration':
      return unit ? `duration_${unit.replace('µs', 'us')}` : 'duration';
    case 'size':
      return 'size';
    case 'int':
      return intName(values, bracket, taken);
    case 'decimal':
      return 'duration';
    default:
      return wordName(values, bracket, taken);
  }
}

function intName(values: readonly string[], bracket: string | undefined, taken: ReadonlySet<string>): string {
  const numbers = values.map(Number);
  const distinctCount = new Set(values).size;
  if (numbers.every((value) => value >= 100 && value < 600) && distinctCount <= 20 && values.length >= 5)
    return 'http.response.status_code';
  if (bracket === '<' && numbers.every((value) => value <= 191)) return 'log.syslog.priority';
  if (taken.has('log.origin.file.name') && !taken.has('log.origin.file.line')) return 'log.origin.file.line';
  if (numbers.every((value) => value < 4_194_304) && !taken.has('http.response.status_code'))
    return taken.has('process.pid') ? 'process.thread.id' : 'process.pid';
  return taken.has('http.response.status_code') ? 'http.response.body.bytes' : 'number';
}

function isHost(value: string): boolean {
  return (
    /^[a-z0-9][\w-]*(?:\.[a-z0-9-]+)+$/.test(value) &&
    /\.(?:com|net|org|io|local|internal|lan|[a-z]{2})$/.test(value)
  );
}

function hostName(taken: ReadonlySet<string>): string {
  return taken.has('host.name') ? 'server.address' : 'host.name';
}

/** Names by what most words look like; the second counts if the first is taken. */
const wordNames: readonly (readonly [pattern: RegExp, share: number, ...names: string[]])[] = [
  [
    /^[\w./-]+\.(?:java|go|c|cc|cpp|py|rb|js|ts|php|rs|kt|scala|cs)$/,
    0.8,
    'log.origin.file.name',
    'file.path',
  ],
  [/thread|exec|worker|pool|main|executor/i, 0.6, 'process.thread.name'],
  [/^(?:req|trace|corr|tx|r)-?[\da-f-]{3,}/i, 0.6, 'http.request.id', 'id'],
  [/^[a-z]+-(?:service|svc|api|app|worker|gateway|server|db)$/, 0.5, 'service.name'],
  [/^[A-Z][\w$]*[a-z][A-Z][\w$]*$/, 0.5, 'log.logger'],
  [/^[a-z][a-z0-9-]*\d(?:\.[\w.-]+)?$/i, 0.7, 'host.name', 'server.address'],
  [/^[A-Z]{2,}(?:[-_][\w-]*\w)?$/, 0.7, 'event.action'],
];

function wordName(
  values: readonly string[],
  bracket: string | undefined,
  taken: ReadonlySet<string>,
): string {
  const share = (pattern: RegExp) =>
    values.filter((value) => pattern.test(value)).length / Math.max(1, values.length);
  const free = (names: readonly string[]) => names.find((name) => !taken.has(name)) ?? names.at(-1) ?? 'text';
  const [, , ...known] = wordNames.find(([pattern, least]) => share(pattern) > least) ?? [undefined, 0];
  if (known.length > 0) return free(known);
  if (bracket === '[') return free(['process.thread.name', 'tag']);
  return share(/^[a-z]{3,10}$/) > 0.7 ? free(['user.name', 'name']) : free(['process.name', 'text']);
}
