/** What a person works on: a text, how its records are read, and the steps. All of it can be undone, in one history. */

import type { DataRecord } from '@headwater/ingest';
import { writeJson } from 'headwater/json';
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
  /** JSON as it was typed, also while it cannot be read yet: of all steps, or of an option (client/typed-json.ts). */
  readonly typed: Readonly<Record<string, string>>;
}

/** Records that run with each change. */
export const usualLimit = 1_000;

export const emptyBench: Bench = {
  text: '',
  input: { format: 'text' },
  limit: usualLimit,
  cards: { preprocessors: [], on_failure: [] },
  pins: [],
  typed: {},
};

export const bench = new Store<Bench>(emptyBench);
/** What was here before each change, the newest last. */
export const past = new Store<readonly Bench[]>([]);
export const future = new Store<readonly Bench[]>([]);

const maxPast = 200;
/** Of the texts in the history together, in characters: a file may have many. */
const maxPastText = 50_000_000;
/** Changes of one option follow each other within this time: they are undone together. */
const togetherMs = 1_000;
let last: { readonly key: string; readonly time: number } | undefined;

/** @param key Of what changes, such as one option: such changes in a row are one to undo. */
export function change(make: (before: Bench) => Bench, key = ''): void {
  const before = bench.value;
  const after = make(before);
  if (after === before) return;
  if (!isSameWork(before, after)) {
    const now = Date.now();
    const isTogether = key !== '' && last?.key === key && now - last.time < togetherMs;
    last = { key, time: now };
    if (!isTogether) past.set(bounded([...past.value, before]));
    future.set([]);
  }
  bench.set(after);
}

/** How many records run is not undone. */
function isSameWork(one: Bench, other: Bench): boolean {
  const parts = ['text', 'input', 'isRecords', 'cards', 'pins', 'typed'] as const;
  return parts.every((part) => one[part] === other[part]);
}

function bounded(works: readonly Bench[]): readonly Bench[] {
  let room = maxPastText;
  const kept = works.findLastIndex(({ text }, index) => {
    if (text !== works[index + 1]?.text) room -= text.length;
    return room < 0;
  });
  return works.slice(Math.max(kept + 1, works.length - maxPast));
}

export function undo(): void {
  travel(past, future);
}

export function redo(): void {
  travel(future, past);
}

function travel(from: Store<readonly Bench[]>, to: Store<readonly Bench[]>): void {
  const target = from.value.at(-1);
  if (!target) return;
  from.set(from.value.slice(0, -1));
  to.set([...to.value, bench.value]);
  last = undefined;
  bench.update(({ limit }) => ({ ...target, limit }));
}

/** How the engine reads the text. */
export function readingOf({ text, input, isRecords, limit }: Bench): RecordsInput {
  return { ...(isRecords ? { format: 'ndjson' } : input), text, limit };
}

/** Another text in place of the one that there is: the format of the source reads it. @param key As of a change. */
export function setText(text: string, key = ''): void {
  change(({ isRecords: _, ...before }) => ({ ...before, text }), key);
}

export function isEmpty({ text, cards, pins, typed }: Bench): boolean {
  const lists = [cards.preprocessors, cards.on_failure, pins, Object.keys(typed)];
  return text === '' && lists.every(({ length }) => length === 0);
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

/** Where the step at an index of the pipeline stands among the cards, of which some are off. From 0. */
export function placeOfStep(cards: readonly StepCard[], index: number): number {
  const card = enabledCards(cards)[index];
  return card ? cards.indexOf(card) : index;
}

function configurationsOf(cards: readonly StepCard[]): readonly StepConfiguration[] {
  return enabledCards(cards).map(({ configuration }) => configuration);
}

export function cardsOf(content: Partial<PipelineContent>): Cards {
  const { preprocessors = [], on_failure: onFailure = [] } = content;
  return { preprocessors: preprocessors.map(newCard), on_failure: onFailure.map(newCard) };
}

/** The cards with other steps. A step that is still there keeps its card, and those that are off stay. */
export function mergedCards(before: Cards, { preprocessors, on_failure: onFailure }: PipelineContent): Cards {
  const merged = {
    preprocessors: mergedList(before.preprocessors, preprocessors),
    on_failure: mergedList(before.on_failure, onFailure),
  };
  const isSame = merged.preprocessors === before.preprocessors && merged.on_failure === before.on_failure;
  return isSame ? before : merged;
}

function mergedList(before: readonly StepCard[], steps: readonly StepConfiguration[]): readonly StepCard[] {
  const left = [...steps];
  const kept = before.flatMap((card) => {
    const step = card.isDisabled ? card.configuration : left.shift();
    if (!step) return [];
    if (writeJson(step) === writeJson(card.configuration)) return [card];
    return [step.type === card.configuration.type ? { ...card, configuration: step } : newCard(step)];
  });
  const isSame =
    left.length === 0 && kept.length === before.length && kept.every((card, at) => card === before[at]);
  return isSame ? before : [...kept, ...left.map(newCard)];
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
