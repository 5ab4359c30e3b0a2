/**
 * JSON as a person types it. It is kept with the bench while it cannot be read, and afterwards, so that its layout stays.
 * A text is named `steps`, or by the id of a card and the option within it: `4/headers`.
 */

import { readJson, writeJson } from 'headwater/json';
import type { PipelineContent } from '../engine/protocol.ts';
import { type Bench, change, enabledPipeline, mergedCards } from './bench.ts';
import { readGivenPipeline } from './read-content.ts';

/** The name of the text that has all steps. */
export const stepsText = 'steps';

/** @example typedOption(4, 'headers') // '4/headers' */
export function typedOption(card: number, path: string): string {
  return `${card}/${path}`;
}

/** @returns why it cannot be read, as a sentence; undefined if it can. */
export function jsonProblem(text: string): string | undefined {
  try {
    readJson(text);
    return undefined;
  } catch (error) {
    return `This is not JSON yet: ${(error as Error).message}`;
  }
}

/** The steps that a text has. @returns why there are none, as a sentence. */
export function readStepsText(text: string): PipelineContent | string {
  const problem = jsonProblem(text);
  if (problem !== undefined) return problem;
  return (
    readGivenPipeline(readJson(text)) ??
    'It must have preprocessors and on_failure, lists of objects with a type.'
  );
}

/** The text of the steps: what was typed, unless the steps have changed since. */
export function stepsTextOf({ typed, cards }: Bench): string {
  const content = enabledPipeline(cards);
  const text = typed[stepsText];
  if (text === undefined) return writeSteps(content);
  const read = readStepsText(text);
  return typeof read === 'string' || isSame(read, content) ? text : writeSteps(content);
}

function writeSteps({ preprocessors, on_failure: onFailure }: PipelineContent): string {
  return writeJson({ preprocessors, ...(onFailure.length > 0 ? { on_failure: onFailure } : {}) }, 2);
}

/** Shows the steps of a text as soon as it can be read. */
export function typeStepsText(text: string): void {
  const read = readStepsText(text);
  change((before) => {
    const cards = typeof read === 'string' ? before.cards : mergedCards(before.cards, read);
    const isWritten = typeof read !== 'string' && text === writeSteps(read);
    return { ...before, cards, typed: withText(before.typed, stepsText, isWritten ? undefined : text) };
  }, stepsText);
}

/** The text of an option: what was typed, unless the value has changed since. */
export function optionText(typed: string | undefined, value: unknown): string {
  const written = value === undefined ? '' : writeJson(value, 2);
  if (typed === undefined) return written;
  return jsonProblem(typed) !== undefined || isSame(readJson(typed), value) ? typed : written;
}

/** The names of texts that cannot be read yet. Texts of removed cards do not count. */
export function unfinishedTexts({ typed, cards }: Bench): readonly string[] {
  const ids = new Set([...cards.preprocessors, ...cards.on_failure].map(({ id }) => String(id)));
  return Object.entries(typed).flatMap(([name, text]) => {
    if (name === stepsText) return typeof readStepsText(text) === 'string' ? [name] : [];
    return ids.has(name.split('/', 1)[0] ?? '') && jsonProblem(text) !== undefined ? [name] : [];
  });
}

/** Whether the text of a card's option cannot be read yet. */
export function isUnfinished(work: Bench, card: number): boolean {
  return unfinishedTexts(work).some((name) => name.startsWith(typedOption(card, '')));
}

/** @param text Undefined: what the steps have counts again. @param key As of a change. */
export function typeText(name: string, text: string | undefined, key = ''): void {
  change((before) => ({ ...before, typed: withText(before.typed, name, text) }), key);
}

function withText(typed: Bench['typed'], name: string, text: string | undefined): Bench['typed'] {
  if (typed[name] === text) return typed;
  const { [name]: _, ...others } = typed;
  return text === undefined ? others : { ...others, [name]: text };
}

function isSame(one: unknown, other: unknown): boolean {
  return writeJson(one) === writeJson(other);
}
