/** The work on the bench as a value of JSON: what a link and a draft have. Anything may come back. */

import { isObject, membersOf } from 'headwater/json';
import type { PipelineContent, StepConfiguration } from '../engine/protocol.ts';
import {
  type Bench,
  type CardList,
  type Cards,
  cardsOf,
  enabledPipeline,
  type InputFormat,
  newCard,
  type Pin,
  usualLimit,
} from './bench.ts';
import { isStep, readFormat, readGivenPipeline, readPins } from './read-content.ts';
import { stepsText, typedOption } from './typed-json.ts';

interface WrittenWork extends PipelineContent {
  readonly text: string;
  readonly input: InputFormat;
  readonly isRecords?: true;
  readonly pins?: readonly Pin[];
  /** Steps that are off. */
  readonly off?: readonly StepOff[];
  /** By `steps`, or by the place of a step and the option within it, such as `on_failure/0/headers`. */
  readonly typed?: Readonly<Record<string, string>>;
}

interface StepOff {
  readonly list: CardList;
  /** Among all steps of the list. */
  readonly place: number;
  readonly step: StepConfiguration;
}

const lists: readonly CardList[] = ['preprocessors', 'on_failure'];

export function writeWork({ text, input, isRecords, cards, pins, typed }: Bench): WrittenWork {
  const off = stepsOff(cards);
  const texts = renamed(typed, (name) => placeName(cards, name));
  return {
    text,
    input,
    ...(isRecords ? { isRecords } : {}),
    ...enabledPipeline(cards),
    ...(pins.length > 0 ? { pins } : {}),
    ...(off.length > 0 ? { off } : {}),
    ...(Object.keys(texts).length > 0 ? { typed: texts } : {}),
  };
}

/** @returns undefined unless it can be shown. */
export function readWork(value: unknown): Bench | undefined {
  const content = readGivenPipeline(value);
  const { text, input, isRecords, pins, off, typed } = membersOf(value) as Readonly<Record<string, unknown>>;
  const format = readFormat(input);
  if (!content || !format || typeof text !== 'string') return undefined;
  const cards = withStepsOff(cardsOf(content), off);
  return {
    text,
    input: format,
    ...(isRecords === true ? { isRecords } : {}),
    limit: usualLimit,
    cards,
    pins: readPins(pins),
    typed: isObject(typed) ? renamed(typed, (name) => cardName(cards, name)) : {},
  };
}

function stepsOff(cards: Cards): readonly StepOff[] {
  return lists.flatMap((list) =>
    cards[list].flatMap(({ isDisabled, configuration: step }, place) =>
      isDisabled ? [{ list, place, step }] : [],
    ),
  );
}

function withStepsOff(cards: Cards, off: unknown): Cards {
  const made = { preprocessors: [...cards.preprocessors], on_failure: [...cards.on_failure] };
  for (const one of Array.isArray(off) ? off : []) {
    const { list, place, step } = membersOf(one) as Partial<StepOff>;
    if (!list || !lists.includes(list) || typeof place !== 'number' || !isStep(step)) continue;
    made[list].splice(place, 0, { ...newCard(step), isDisabled: true });
  }
  return made;
}

/** The texts by other names; those without one are left out. */
function renamed(
  typed: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  const entries = Object.entries(typed).flatMap(([name, text]) => {
    const other = name === stepsText ? name : nameOf(name);
    return other !== undefined && typeof text === 'string' ? [[other, text]] : [];
  });
  return Object.fromEntries(entries);
}

/** @example '4/headers' becomes 'preprocessors/0/headers' */
function placeName(cards: Cards, name: string): string | undefined {
  const [id = '', path = ''] = name.split('/');
  for (const list of lists) {
    const place = cards[list].findIndex((card) => String(card.id) === id);
    if (place !== -1) return `${list}/${place}/${path}`;
  }
  return undefined;
}

function cardName(cards: Cards, name: string): string | undefined {
  const [list = '', place = '', path = ''] = name.split('/');
  const card = lists.includes(list as CardList) ? cards[list as CardList][Number(place)] : undefined;
  return card && typedOption(card.id, path);
}
