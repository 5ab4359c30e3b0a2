/** What a person works on: a text, how its records are read, and the steps. Steps and format can be undone. */

import type { DataRecord } from '@headwater/ingest';
import type { ExpectedDocument } from '../../samples/expected-documents.ts';
import type { PipelineContent, RecordsInput, StepConfiguration } from '../engine/protocol.ts';
import { Store } from './store.ts';

export interface StepCard {
  /** It names the card in this page alone, and stays when the card moves. */
  readonly id: number;
  readonly configuration: StepConfiguration;
  readonly isDisabled?: boolean;
}

/** The list of a card. */
export type CardList = 'preprocessors' | 'on_failure';
export type Cards = Readonly<Record<CardList, readonly StepCard[]>>;

export type InputFormat = Pick<RecordsInput, 'format' | 'csv' | 'multiline'>;

/** A record with what it should become: a test of the steps. */
export interface Pin {
  readonly record: DataRecord;
  readonly expected: ExpectedDocument;
}

export interface Bench {
  readonly text: string;
  /** Of the source. */
  readonly input: InputFormat;
  /** The text is records that the service has read, an object a line, whatever the format of the source. */
  readonly isRecords?: true;
  readonly limit: number;
  readonly cards: Cards;
  readonly pins: readonly Pin[];
}

type Undoable = Pick<Bench, 'input' | 'cards' | 'pins'>;

/** Records that run with each change. */
export const usualLimit = 1_000;

export const emptyBench: Bench = {
  text: '',
  input: { format: 'text' },
  limit: usualLimit,
  cards: { preprocessors: [], on_failure: [] },
  pins: [],
};

export const bench = new Store<Bench>(emptyBench);
export const past = new Store<readonly Undoable[]>([]);
export const future = new Store<readonly Undoable[]>([]);

const maxPast = 200;
/** Changes of one option follow each other within this time: they are undone together. */
const togetherMs = 1_000;
let last: { readonly key: string; readonly time: number } | undefined;

/** @param key Of what changes, such as one option: such changes in a row are one to undo. */
export function change(make: (before: Bench) => Bench, key = ''): void {
  const before = bench.value;
  const after = make(before);
  if (after === before) return;
  const now = Date.now();
  const isTogether = key !== '' && last?.key === key && now - last.time < togetherMs;
  last = { key, time: now };
  const isSame = after.cards === before.cards && after.input === before.input && after.pins === before.pins;
  if (!isTogether && !isSame) past.set([...past.value.slice(-maxPast + 1), before]);
  future.set([]);
  bench.set(after);
}

export function undo(): void {
  travel(past, future);
}

export function redo(): void {
  travel(future, past);
}

function travel(from: Store<readonly Undoable[]>, to: Store<readonly Undoable[]>): void {
  const target = from.value.at(-1);
  if (!target) return;
  const { input, cards, pins } = bench.value;
  from.set(from.value.slice(0, -1));
  to.set([...to.value, { input, cards, pins }]);
  last = undefined;
  bench.update((now) => ({ ...now, input: target.input, cards: target.cards, pins: target.pins }));
}

/** How the engine reads the text. */
export function readingOf({ text, input, isRecords, limit }: Bench): RecordsInput {
  return { ...(isRecords ? { format: 'ndjson' } : input), text, limit };
}

/** Another text in place of the one that there is: the format of the source reads it. */
export function setText(text: string): void {
  change(({ isRecords: _, ...before }) => ({ ...before, text }));
}

export function isEmpty({ text, cards, pins }: Bench): boolean {
  return text === '' && [cards.preprocessors, cards.on_failure, pins].every(({ length }) => length === 0);
}

let lastId = 0;

export function newCard(configuration: StepConfiguration): StepCard {
  return { id: ++lastId, configuration };
}

/** The steps as the engine takes them, without those that are disabled. */
export function enabledPipeline({ preprocessors, on_failure: onFailure }: Cards): PipelineContent {
  return { preprocessors: configurationsOf(preprocessors), on_failure: configurationsOf(onFailure) };
}

export function enabledCards(cards: readonly StepCard[]): readonly StepCard[] {
  return cards.filter(({ isDisabled }) => isDisabled !== true);
}

function configurationsOf(cards: readonly StepCard[]): readonly StepConfiguration[] {
  return enabledCards(cards).map(({ configuration }) => configuration);
}

export function cardsOf(content: Partial<PipelineContent>): Cards {
  const { preprocessors = [], on_failure: onFailure = [] } = content;
  return { preprocessors: preprocessors.map(newCard), on_failure: onFailure.map(newCard) };
}

/** Changes the cards of one list. */
export function changeCards(
  list: CardList,
  make: (cards: readonly StepCard[]) => readonly StepCard[],
  key = '',
): void {
  change((before) => ({ ...before, cards: { ...before.cards, [list]: make(before.cards[list]) } }), key);
}

/** @returns the list with one at another place. */
export function moved<One>(list: readonly One[], from: number, to: number): readonly One[] {
  const one = list[from];
  if (one === undefined || from === to || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}
