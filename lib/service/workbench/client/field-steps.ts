/** Changes of a field of the documents, as changes of the steps: another name, another type, or none. */

import type { RunReport } from '../engine/protocol.ts';
import { type Bench, bench, changeCards, newCard, type StepCard } from './bench.ts';
import { renameCapture } from './rename-capture.ts';
import { engine } from './runner.ts';
import { Store } from './store.ts';

type Cards = Bench['cards']['preprocessors'];

interface FieldChange {
  readonly cards: Cards;
  /** What was done, as a sentence. */
  readonly says: string;
}

export interface NamedField {
  readonly path: string;
  /** Whether some documents do not have it. */
  readonly isPartial: boolean;
}

/** What the last change has done; undefined once it is read. */
export const fieldNote = new Store<string | undefined>(undefined);

export function changeField(make: (cards: Cards) => FieldChange): void {
  const { cards, says } = make(bench.value.cards.preprocessors);
  changeCards('preprocessors', () => cards);
  fieldNote.set(says);
}

/** Where the name is made if nothing else reads it, or by a step at the end. */
export function renameField(field: NamedField, target: string): (cards: Cards) => FieldChange {
  const { path } = field;
  return (cards) =>
    renameAgain(cards, path, target) ??
    renameInPattern(cards, path, target) ??
    appended(cards, { type: 'rename', field: path, target_field: target, ...missing(field) });
}

/** A step that has made the name gives another one. */
function renameAgain(cards: Cards, path: string, target: string): FieldChange | undefined {
  const place = cards.findLastIndex(
    (card) =>
      isOn(card) && card.configuration.type === 'rename' && card.configuration['target_field'] === path,
  );
  const card = cards[place];
  if (!card || cards.slice(place + 1).some((one) => mentions(one, path))) return undefined;
  if (card.configuration['field'] === target)
    return { cards: cards.toSpliced(place, 1), says: `Step ${place + 1}, rename, is gone.` };
  return {
    cards: cards.with(place, withOptions(card, { target_field: target })),
    says: `Step ${place + 1}, rename, makes ${target}.`,
  };
}

function renameInPattern(cards: Cards, path: string, target: string): FieldChange | undefined {
  const makers = cards.filter((card) => isOn(card) && mentions(card, path));
  const [maker] = makers;
  const configuration = maker && renameCapture(maker.configuration, path, target);
  if (!configuration || makers.length > 1) return undefined;
  const place = cards.indexOf(maker);
  return {
    cards: cards.with(place, { ...maker, configuration }),
    says: `Step ${place + 1}, ${configuration.type}, reads it as ${target}.`,
  };
}

export function convertField(field: NamedField, type: string): (cards: Cards) => FieldChange {
  const { path } = field;
  return (cards) => {
    const place = cards.findLastIndex(
      (card) => isOn(card) && card.configuration.type === 'convert' && writes(card, path),
    );
    const card = cards[place];
    if (!card || cards.slice(place + 1).some((one) => mentions(one, path)))
      return appended(cards, { type: 'convert', field: path, target_type: type, ...missing(field) });
    return {
      cards: cards.with(place, withOptions(card, { target_type: type })),
      says: `Step ${place + 1}, convert, makes ${type} of ${path}.`,
    };
  };
}

/** @param target Such as `@timestamp`. */
export function dateField(
  field: NamedField,
  { target, formats }: { readonly target: string; readonly formats: readonly string[] },
): (cards: Cards) => FieldChange {
  const { path } = field;
  const condition = field.isPartial ? { if: `${path}:*` } : {};
  const step = { type: 'date', field: path, formats, target_field: target, ...condition };
  return (cards) => appended(cards, step);
}

/** The formats of its most frequent values. */
export async function dateFormatsOf({ top }: RunReport['fields'][number]): Promise<readonly string[]> {
  const texts = top.map(({ value }) => String(value));
  const { formats } = await engine.ask('formats', { texts }).catch(() => ({ formats: [] }));
  return formats.length > 0 ? formats : ['ISO8601'];
}

/** A step of `remove` at the end takes it, too. */
export function removeField(field: NamedField): (cards: Cards) => FieldChange {
  const { path } = field;
  return (cards) => {
    const place = cards.length - 1;
    const card = cards[place];
    const removed = card?.configuration['field'];
    const isPlain = card?.configuration.type === 'remove' && card.configuration['if'] === undefined;
    if (!card || !isOn(card) || !isPlain || removed === undefined)
      return appended(cards, { type: 'remove', field: [path], ...missing(field) });
    const options = { field: [removed, path].flat(), ...missing(field) };
    return {
      cards: cards.with(place, withOptions(card, options)),
      says: `Step ${place + 1}, remove, removes ${path}, too.`,
    };
  };
}

function appended(cards: Cards, configuration: StepCard['configuration']): FieldChange {
  const { type } = configuration;
  return {
    cards: [...cards, newCard(configuration)],
    says: `Step ${cards.length + 1}, ${type}, is new.`,
  };
}

function missing({ isPartial }: NamedField): { readonly ignore_missing?: true } {
  return isPartial ? { ignore_missing: true } : {};
}

function isOn({ isDisabled = false }: StepCard): boolean {
  return !isDisabled;
}

function withOptions(card: StepCard, options: Readonly<Record<string, unknown>>): StepCard {
  return { ...card, configuration: { ...card.configuration, ...options } };
}

function writes({ configuration: { field, target_field: target = field } }: StepCard, path: string): boolean {
  return field === path && target === path;
}

/** Whether any option has the name, also within a template, a condition or a pattern. */
function mentions({ configuration }: StepCard, path: string): boolean {
  const name = path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const whole = new RegExp(`(?<![\\w@.-])${name}(?![\\w@-])(?!\\.\\w)`);
  return textsOf(configuration).some((text) => whole.test(text));
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
