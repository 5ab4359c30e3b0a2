/** The work on the bench as a value of JSON: what a link and a draft have. Anything may come back. */

import { membersOf } from 'headwater/json';
import type { PipelineContent } from '../engine/protocol.ts';
import { type Bench, cardsOf, enabledPipeline, type InputFormat, type Pin, usualLimit } from './bench.ts';
import { readFormat, readGivenPipeline, readPins } from './read-content.ts';

interface WrittenWork extends PipelineContent {
  readonly text: string;
  readonly input: InputFormat;
  readonly isRecords?: true;
  readonly pins?: readonly Pin[];
}

/** Steps that are off are not written. */
export function writeWork({ text, input, isRecords, cards, pins }: Bench): WrittenWork {
  return {
    text,
    input,
    ...(isRecords ? { isRecords } : {}),
    ...enabledPipeline(cards),
    ...(pins.length > 0 ? { pins } : {}),
  };
}

/** @returns undefined unless it can be shown. */
export function readWork(value: unknown): Bench | undefined {
  const content = readGivenPipeline(value);
  const { text, input, isRecords, pins } = membersOf(value) as Readonly<Record<string, unknown>>;
  const format = readFormat(input);
  if (!content || !format || typeof text !== 'string') return undefined;
  return {
    text,
    input: format,
    ...(isRecords === true ? { isRecords } : {}),
    limit: usualLimit,
    cards: cardsOf(content),
    pins: readPins(pins),
  };
}
