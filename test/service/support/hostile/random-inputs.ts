/** Hostile inputs from a seed: texts that expressions and parsers take long for, in every place that takes a text. */

import type { OptionDefinition } from '../../../../lib/ingest/base/definition.ts';
import { checkPipeline } from '../../../../lib/ingest/engine/check.ts';
import { documentedTypes } from '../../../../lib/ingest/engine/documented-types.ts';
import { pseudoRandom } from '../../../support/pseudo-random.ts';
import {
  type HostileInput,
  type HostileOperation,
  hostileOperations,
  type RandomInput,
} from './hostile-input.ts';
import { hostilePatterns, units } from './hostile-texts.ts';

const smallest = 1_024;
const largest = 4_194_304;
/** The greatest length of a text whose option has no limit. */
const defaultLength = 4_096;

/** The same seed and index give the same input. */
export function randomInput({ seed, index }: RandomInput): HostileInput {
  const draw = new Choice(pseudoRandom(seed * 1_000_003 + index));
  const operation = draw.pick(hostileOperations);
  const name = `${operation} ${seed}/${index}`;
  if (operation === 'request') return { name, operation, ...randomRequest(draw) };
  const steps = operation === 'preview' || draw.chance(60) ? 1 : draw.below(draw.pick([4, 33]));
  // What is refused is checked, too, but most records are to meet steps.
  const isValid = draw.chance(80);
  const preprocessors = Array.from({ length: steps }, () =>
    isValid ? validStep(draw) : randomStep(draw, 0),
  );
  const query = operation === 'query' || operation === 'sample' ? { query: randomQuery(draw) } : {};
  const described = `${name} ${preprocessors.map(({ type }) => type).join()}`;
  return { name: described, operation, preprocessors, ...query, ...randomRecords(draw, operation) };
}

class Choice {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** A random size; small ones are as likely as large ones. */
  size(maximum = largest): number {
    const most = Math.max(Math.min(maximum, largest), 1);
    const least = Math.min(smallest, most);
    return Math.round(least * (most / least) ** this.#next());
  }
}

/** One or two repeated units, between a beginning and an end that do not match. */
function hostileText(draw: Choice, maximum?: number): string {
  const length = draw.size(maximum);
  const [first, second] = [draw.pick(units), draw.pick(units)];
  const half = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));
  const body = draw.chance(70)
    ? half(first, length)
    : draw.chance(50)
      ? half(first, length / 2) + half(second, length / 2)
      : half(first + second, length);
  const before = draw.pick(['', '', draw.pick(units), 'x', '"']);
  const behind = draw.pick(['', 'x', '!', draw.pick(units), '\u00e9']);
  return (before + body).slice(0, length - behind.length) + behind;
}

function randomQuery(draw: Choice): string {
  const field = draw.pick(['a:', 'a.b:', 'message:', 'name:', '']);
  const value = () => {
    const text = hostileText(draw, draw.pick([20, 400])).replace(/["\\]/g, '');
    return draw.pick([
      `"${text}"`,
      `>${text}`,
      `[${text} TO *]`,
      `${text.replace(/\s/g, '')}*`,
      '>5',
      '>=now-1d',
    ]);
  };
  const clauses = Array.from({ length: 1 + draw.below(4) }, () => `${field}${value()}`);
  return clauses.join(draw.pick([' ', ' OR ', ' AND NOT '])).slice(0, 512);
}

type Options = Record<string, unknown>;

function validStep(draw: Choice): ReturnType<typeof randomStep> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const step = randomStep(draw, 0);
    if (checkPipeline([step]).length === 0) return step;
  }
  return { type: 'trim', field: 'a' };
}

/** An example of the type with one option or two that are hostile. */
function randomStep(draw: Choice, depth: number): Options & { readonly type: string } {
  const { type, options, examples } = draw.pick(documentedTypes);
  const step: Options = { ...draw.pick(examples).configuration };
  const definitions = Object.entries(options);
  for (let left = Math.min(1 + draw.below(2), definitions.length); left > 0; left--) {
    const [name, definition] = draw.pick(definitions);
    const value = randomOption(draw, definition);
    if (value !== undefined) step[name] = value;
  }
  if (draw.chance(60) && 'field' in options && step['field'] !== '*') step['field'] = 'a';
  if (draw.chance(20)) step['if'] = randomQuery(draw);
  if (draw.chance(10)) step['each'] = true;
  if (draw.chance(10)) step[draw.pick(['tag', 'description'])] = hostileText(draw, 64);
  if (depth < 3 && draw.chance(10)) step['on_failure'] = [randomStep(draw, depth + 1)];
  return { ...step, type };
}

function randomOption(draw: Choice, definition: OptionDefinition): unknown {
  const { maxLength = defaultLength, maxItems = 100, allowed } = definition;
  const text = () =>
    allowed
      ? draw.pick(allowed)
      : draw.chance(50)
        ? hostilePattern(draw, maxLength)
        : hostileText(draw, maxLength);
  const list = () => Array.from({ length: draw.size(maxItems) }, text);
  switch (definition.kind) {
    case 'boolean':
      return draw.chance(50);
    case 'integer':
      return draw.size(70_000);
    case 'string':
      return text();
    case 'path':
      return draw.chance(70) ? draw.pick(['a', 'a.b', 'list.0']) : hostileText(draw, maxLength);
    case 'paths':
      return Array.from({ length: draw.size(maxItems) }, (_, index) => `b${index}`);
    case 'strings':
      return list();
    case 'texts':
      return Object.fromEntries(list().map((value, index) => [`N${index}`, value]));
    case 'objects':
      return list().map((value, index) => ({ code: value, a: index }));
    case 'step':
      return { type: 'trim', field: text() };
    case 'value':
      return draw.chance(50) ? hostileText(draw, 16_000) : [hostileText(draw, 8_000), { a: '{{a}}' }];
  }
}

/** Repeats a text as often as it fits. */
function hostilePattern(draw: Choice, maximum: number): string {
  const pattern = draw.pick(hostilePatterns);
  const repeats = draw.chance(50)
    ? 1
    : Math.max(1, Math.floor(draw.size(maximum) / Math.max(pattern.length, 1)));
  return pattern.repeat(repeats).slice(0, maximum);
}

function randomRecords(draw: Choice, operation: HostileOperation): Partial<HostileInput> {
  const isText = operation !== 'preview' && operation !== 'replay' && draw.chance(25);
  if (!isText) return { records: randomObjects(draw) };
  const [format, mediaType] = draw.pick([
    ['csv', 'text/csv'],
    ['text', 'text/plain'],
    ['json', 'application/x-ndjson'],
  ] as const);
  const body = draw.chance(50)
    ? hostileText(draw)
    : randomObjects(draw)
        .map((one) => JSON.stringify(one))
        .join('\n');
  return { text: draw.chance(50) && format === 'csv' ? `a,b\n${body}` : body, format, mediaType };
}

function randomObjects(draw: Choice): object[] {
  const count = draw.pick([1, 1, 1, draw.size(500)]);
  const room = Math.floor(draw.size() / count);
  const record = randomRecord(draw, Math.max(room, 20));
  return Array.from({ length: count }, (_, index) => ({ ...record, index }));
}

/** @param room In characters. */
function randomRecord(draw: Choice, room: number): object {
  const count = Math.max(1, Math.floor(room / 12));
  switch (draw.below(8)) {
    case 0:
      return membersOf(count, (index) => [`m${index}`, index]);
    case 1:
      return { a: Array.from({ length: count }, (_, index) => draw.pick([index, 'a', `${index}`])) };
    case 2:
      return { a: Array.from({ length: Math.ceil(room / 1_000) }, () => hostileText(draw, 1_000)) };
    case 3:
      return { [hostileText(draw, room)]: 1, a: 'a' };
    case 4:
      return nest(draw, room);
    case 5:
      return { a: JSON.stringify(nest(draw, room / 2)), list: ['a'] };
    default:
      return withExample(draw, hostileText(draw, room));
  }
}

/** A record with the text in the fields that an example reads. */
function withExample(draw: Choice, text: string): object {
  const { input } = draw.pick(draw.pick(documentedTypes).examples);
  const names = Object.keys(input);
  return {
    ...input,
    a: text,
    message: 'a',
    ...(names.length > 0 && draw.chance(50) ? { [draw.pick(names)]: text } : {}),
  };
}

function membersOf(count: number, member: (index: number) => readonly [string, unknown]): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => member(index)));
}

/** Objects within each other, with many members or a list in the last one. */
function nest(draw: Choice, room: number): object {
  const depth = 1 + draw.below(60);
  const name = 'n'.repeat(Math.max(1, Math.floor(draw.below(room / 2) / depth)));
  const count = Math.max(1, Math.floor(room / 24));
  let value = membersOf(count, (index) => [`k${index}`, draw.pick([index, 'a', null])]);
  for (let level = 0; level < depth; level++) value = { [name]: value };
  return draw.chance(50) ? value : { a: value };
}

const headerNames = [
  'accept',
  'if-none-match',
  'if-modified-since',
  'traceparent',
  'content-type',
  'x-owner',
];
/** Gateways refuse longer ones. */
const maxHeader = 8_000;

function randomRequest(draw: Choice): Partial<HostileInput> {
  if (draw.chance(20)) return { path: `/v1/${encodeURI(hostileText(draw, 4_000).toWellFormed())}` };
  const value = hostileText(draw, maxHeader).replace(/[^\x20-\x7e]/g, ' ');
  return { query: randomQuery(draw), headers: { [draw.pick(headerNames)]: value } };
}
